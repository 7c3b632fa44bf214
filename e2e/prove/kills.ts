import { setTimeout as sleep } from "node:timers/promises";
import type { SmtpSink } from "../harness/smtp-sink.ts";
import { type Edge, findEdges } from "./edges.ts";
import { judge, type Tally, type Violation } from "./judge.ts";
import { type KillKind, type Layout, planKills } from "./plan.ts";
import { openScene, type Scene } from "./scene.ts";
import { CONCURRENCY } from "./site.ts";
import type { Kill, World } from "./world.ts";

export interface KillsOptions {
  readonly kills: number;
  /** Decides what is killed when, who asks how, and where the mail server hesitates. What meets what is the machine's affair. */
  readonly seed: number;
  readonly layout: Layout;
  readonly capturesPerSecond: number;
  /** Kinds to draw from, to look into one of them. */
  readonly cards?: readonly KillKind[] | undefined;
}

/** What a run found. */
export interface KillsResult {
  readonly options: KillsOptions;
  readonly violations: readonly Violation[];
  readonly tally: Tally;
  readonly edges: readonly Edge[];
  readonly kills: readonly Kill[];
  readonly people: number;
  readonly acknowledged: number;
  readonly optOuts: number;
  readonly accepted: number;
  readonly seconds: number;
  /** All of it in words; with violations, the rows that show them and what the product wrote. */
  readonly report: string;
}

const MAIL_WITHIN_MS = 10_000;

/**
 * Kills the product again and again while people ask and mail goes out, lets it settle, and judges what is left: no acknowledged lead
 * lost, no follow-up sent twice, and a ledger that tells the truth about every step.
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

async function killAll({ site, sink }: Scene, { seed, kills, layout, cards }: KillsOptions): Promise<Kill[]> {
  const done: Kill[] = [];
  for (const planned of planKills(seed, kills, layout, cards)) {
    if (planned.since !== "start") await site.ready();
    if (planned.since === "mail") await nextMail(sink);
    await sleep(planned.afterMs);
    const from = Date.now();
    const senders = await site.kill(planned);
    done.push({ from, to: Date.now(), kind: planned.since === "start" ? `${planned.kind} while starting` : planned.kind, senders });
    await site.begin();
  }
  return done;
}

/** A slow machine is ready long before it mails; a kill meant for mail waits for it, but not for ever. */
async function nextMail(sink: SmtpSink): Promise<void> {
  const before = sink.count();
  for (const until = performance.now() + MAIL_WITHIN_MS; sink.count() === before && performance.now() < until;) await sleep(5);
}

function tell(options: KillsOptions, world: World, seconds: number, output: string): KillsResult {
  const { violations, tally } = judge(world);
  const edges = findEdges(world);
  const result = {
    options,
    violations,
    tally,
    edges,
    kills: world.kills,
    people: world.people.length,
    acknowledged: world.people.filter(({ submissions }) => submissions.some(({ acknowledgedAt }) => acknowledgedAt !== undefined)).length,
    optOuts: world.optOuts.filter(({ acknowledgedAt }) => acknowledgedAt !== undefined).length,
    accepted: world.accepted.length,
    seconds,
  };
  return {
    ...result,
    report: [
      summary(result),
      ...violations.map(inWords),
      ...(violations.length ? [`What the product wrote:\n${output.slice(-6_000)}`] : []),
    ].join("\n\n"),
  };
}

/** A violation and the first rows that show it. */
export function inWords({ rule, rows }: Violation): string {
  return [`BROKEN, ${rows.length} times: ${rule}`, ...rows.slice(0, 5).map((row) => `  ${JSON.stringify(row)}`)].join("\n");
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
  accepted,
  seconds,
  violations,
}: Omit<KillsResult, "report">): string {
  const table = (head: string[], rows: (string | number)[][]) =>
    [head, head.map((_, index) => (index ? "---:" : "---")), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
  const kinds = [...Map.groupBy(kills, ({ kind }) => kind)].sort(([left], [right]) => left.localeCompare(right));
  return [
    `Seed ${options.seed}, layout ${options.layout}: ${kills.length} kills in ${seconds.toFixed(0)} s, ${violations.length ? `${violations.length} RULES BROKEN` : "every rule held"}.`,
    table(
      ["What", "Count"],
      [
        ["people who asked", people],
        ["acknowledged leads", acknowledged],
        ["acknowledged opt-outs", optOuts],
        ["mails accepted by the sink", accepted],
        ["steps intended", tally.intended],
        ["… accepted, and called sent", tally.accepted],
        ["… unknown (taken by the sink + not taken)", `${tally.unknownTaken} + ${tally.unknownNotTaken}`],
        ["… unknown allowed: killed senders × connections", kills.reduce((sum, { senders }) => sum + senders, 0) * CONCURRENCY],
        ["… failed", tally.failed],
        ["… suppressed", tally.suppressed],
        ["… waiting", tally.waiting],
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
