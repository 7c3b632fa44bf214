import { setTimeout as sleep } from "node:timers/promises";
import { type Edge, findEdges } from "./edges.ts";
import { judge, type Tallies, type Tally, type Violation } from "./judge.ts";
import { type KillKind, type Layout, planKills } from "./plan.ts";
import { openScene, type Scene } from "./scene.ts";
import { CONCURRENCY } from "./site.ts";
import type { Kill, World } from "./world.ts";

export interface KillsOptions {
  readonly kills: number;
  /**
   * Determines what is killed and when, how people ask, and where the mail server pauses. Which events
   * coincide depends on the machine.
   */
  readonly seed: number;
  readonly layout: Layout;
  readonly capturesPerSecond: number;
  /** Restricts the kinds of kills, to investigate one of them. */
  readonly cards?: readonly KillKind[] | undefined;
}

export interface KillsResult {
  readonly options: KillsOptions;
  readonly violations: readonly Violation[];
  readonly tally: Tallies;
  readonly edges: readonly Edge[];
  readonly kills: readonly Kill[];
  readonly people: number;
  readonly acknowledged: number;
  /** Acknowledged opt-outs: of email (and with it everything), and of texts. */
  readonly optOuts: Readonly<Record<"mail" | "text", number>>;
  readonly took: Readonly<Record<"mail" | "text", number>>;
  readonly seconds: number;
  /** The whole result as text; after violations also their rows and the product's output. */
  readonly report: string;
}

const MESSAGE_WITHIN_MS = 10_000;

/**
 * Kills the product repeatedly while people ask and emails and texts go out, lets it settle, and judges the
 * result: no acknowledged lead lost, no follow-up sent twice, and a ledger that is right about every step.
 */
export async function proveKills(options: KillsOptions): Promise<KillsResult> {
  const began = performance.now();
  const scene = await openScene(options);
  try {
    const world = await scene.end(await killAll(scene, options));
    return tell(options, world, (performance.now() - began) / 1000, scene.site.output());
  } finally {
    await scene.clear();
  }
}

async function killAll(
  { site, sink, texts }: Scene,
  { seed, kills, layout, cards }: KillsOptions,
): Promise<Kill[]> {
  const done: Kill[] = [];
  for (const planned of planKills(seed, kills, layout, cards)) {
    if (planned.since !== "start") await site.ready();
    if (planned.since === "mail") await nextOf(sink);
    if (planned.since === "text") await nextOf(texts);
    await sleep(planned.afterMs);
    const from = Date.now();
    const senders = await site.kill(planned);
    done.push({
      from,
      to: Date.now(),
      kind: planned.since === "start" ? `${planned.kind} while starting` : planned.kind,
      senders,
    });
    await site.begin();
  }
  return done;
}

/**
 * Waits for the next message, within a limit: a slow machine is ready long before it sends, and a kill meant
 * for emails or texts should hit one.
 */
async function nextOf(witness: { count(): number }): Promise<void> {
  const before = witness.count();
  for (
    const until = performance.now() + MESSAGE_WITHIN_MS;
    witness.count() === before && performance.now() < until;
  )
    await sleep(5);
}

function tell(options: KillsOptions, world: World, seconds: number, output: string): KillsResult {
  const result = resultOf(options, world, seconds);
  const { violations } = result;
  return {
    ...result,
    report: [
      summary(result),
      ...violations.map(inWords),
      ...(violations.length ? [`What the product wrote:\n${output.slice(-6_000)}`] : []),
    ].join("\n\n"),
  };
}

/** Judges the end of a run and counts what happened in it. */
export function resultOf(options: KillsOptions, world: World, seconds: number): Omit<KillsResult, "report"> {
  const { violations, tally } = judge(world);
  const edges = findEdges(world);
  return {
    options,
    violations,
    tally,
    edges,
    kills: world.kills,
    people: world.people.length,
    acknowledged: world.people.filter(({ submissions }) =>
      submissions.some(({ acknowledgedAt }) => acknowledgedAt !== undefined),
    ).length,
    optOuts: eachWay(
      (by) =>
        world.optOuts.filter((optOut) => optOut.by === by && optOut.acknowledgedAt !== undefined).length,
    ),
    took: eachWay((by) => world.took.filter((one) => one.by === by).length),
    seconds,
  };
}

const eachWay = <Value>(of: (by: "mail" | "text") => Value): Readonly<Record<"mail" | "text", Value>> => ({
  mail: of("mail"),
  text: of("text"),
});

/** Formats a violation with the first rows that show it. */
export function inWords({ rule, rows }: Violation): string {
  return [
    `BROKEN, ${rows.length} times: ${rule}`,
    ...rows.slice(0, 5).map((row) => `  ${JSON.stringify(row)}`),
  ].join("\n");
}

/** The figures of a run as Markdown tables. */
export function summary({
  options,
  tally,
  edges,
  kills,
  people,
  acknowledged,
  optOuts,
  took,
  seconds,
  violations,
}: Omit<KillsResult, "report">): string {
  const table = (head: string[], rows: (string | number)[][]) =>
    [head, head.map((_, index) => (index ? "---:" : "---")), ...rows]
      .map((cells) => `| ${cells.join(" | ")} |`)
      .join("\n");
  const kinds = [...Map.groupBy(kills, ({ kind }) => kind)].sort(([left], [right]) =>
    left.localeCompare(right),
  );
  const senders = kills.reduce((sum, one) => sum + one.senders, 0);
  return [
    `Seed ${options.seed}, layout ${options.layout}: ${kills.length} kills in ${seconds.toFixed(0)} s, ${violations.length ? `${violations.length} RULES BROKEN` : "every rule held"}.`,
    table(
      ["What", "Count"],
      [
        ["people who asked", people],
        ["acknowledged leads", acknowledged],
        ["acknowledged opt-outs", optOuts.mail],
        ["acknowledged STOPs", optOuts.text],
      ],
    ),
    table(
      ["What", "Mails", "Texts"],
      [
        ["accepted by the witness", took.mail, took.text],
        ["steps intended", ...both(tally, ({ intended }) => intended)],
        ["… accepted, and called sent", ...both(tally, ({ accepted }) => accepted)],
        [
          "… unknown (taken + not taken)",
          ...both(tally, ({ unknownTaken, unknownNotTaken }) => `${unknownTaken} + ${unknownNotTaken}`),
        ],
        ["… of these, the witness kept its answer back", ...both(tally, ({ unanswered }) => unanswered)],
        [
          "… other unknown allowed: killed senders × connections",
          senders * CONCURRENCY.mail,
          senders * CONCURRENCY.text,
        ],
        ["… failed", ...both(tally, ({ failed }) => failed)],
        ["… suppressed", ...both(tally, ({ suppressed }) => suppressed)],
        ["… waiting", ...both(tally, ({ waiting }) => waiting)],
      ],
    ),
    table(
      ["Killed", "Times"],
      kinds.map(([kind, all]) => [kind, all.length]),
    ),
    table(
      ["What kills found on its way", "Found", "By kills"],
      edges.map(({ name, found, kills: by }) => [name, found, by.size]),
    ),
  ].join("\n\n");
}

const both = (tally: Tallies, of: (one: Tally) => string | number) => [of(tally.mail), of(tally.text)];
