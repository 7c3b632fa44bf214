import { setTimeout as sleep } from "node:timers/promises";
import { startSink } from "../harness/smtp-sink.ts";
import { connectAs, setUpBusiness } from "./business.ts";
import { gatherCrowd, REFUSED_HOST } from "./captures.ts";
import { type Edge, findEdges } from "./edges.ts";
import { judge, type Tally, type Violation } from "./judge.ts";
import { watchOptOuts } from "./opt-outs.ts";
import { type Layout, planKills } from "./plan.ts";
import { CONCURRENCY, layOut, type Site } from "./site.ts";
import { countUnsettled, hurryRetries, type Kill, readStored, type World } from "./world.ts";

export interface KillsOptions {
  readonly kills: number;
  /** Decides what is killed when, who asks how, and where the mail server hesitates. What meets what is the machine's affair. */
  readonly seed: number;
  readonly layout: Layout;
  readonly capturesPerSecond: number;
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

/** Long enough that all connections are always busy, and every kill finds messages on their way. */
const HESITATION_MS = 250;
const DRAIN_MS = 120_000;
/** After everything was settled the mail server is watched for a little longer: nothing may come late. */
const QUIET_MS = 1_500;

/**
 * Kills the product again and again while people ask and mail goes out, lets it settle, and judges what is left: no acknowledged lead
 * lost, no follow-up sent twice, and a ledger that tells the truth about every step.
 */
export async function proveKills(options: KillsOptions): Promise<KillsResult> {
  const { seed, layout, capturesPerSecond } = options;
  const began = performance.now();
  const sink = await startSink();
  const behaviour = { headersOnly: true, refuseRecipient: { code: 550, text: "5.1.1 There is nobody of that name here", matching: REFUSED_HOST } };
  sink.behave({ ...behaviour, hesitate: { seed, mostMs: HESITATION_MS } });
  const site = await layOut(layout, {
    SMTP_URL: `${sink.url}?maxConnections=${CONCURRENCY}`,
    MAIL_FROM: "Plumbline <mail@plumbline.example>",
  });
  const stops: (() => Promise<unknown>)[] = [() => sink.stop(), () => site.remove()];
  try {
    await site.begin();
    stops.push(() => site.stop());
    await site.ready();
    const { slug } = await setUpBusiness(site.connection(), site.dataDir);
    const crowd = gatherCrowd({ url: site.url, slug, seed, perSecond: capturesPerSecond });
    const optOuts = watchOptOuts({ url: site.url, sink, seed });

    const kills = await killAll(site, options);
    await site.ready();
    await Promise.all([crowd.stop(), optOuts.stop()]);
    sink.behave(behaviour);
    const stored = await drain(site);
    stops.pop();
    const codes = await site.stop();
    const world: World = {
      people: crowd.people,
      optOuts: optOuts.all,
      surprises: [
        ...crowd.surprises,
        ...optOuts.surprises,
        ...codes.filter((code) => code !== 0).map((code) => ({ email: "", what: `a process ended with ${code} on SIGTERM` })),
      ],
      stored,
      accepted: await sink.accepted(),
      events: await sink.events(),
      kills,
      concurrency: CONCURRENCY,
    };
    return tell(options, world, (performance.now() - began) / 1000, site.output());
  } finally {
    for (const stop of stops.reverse()) await stop().catch(() => {});
  }
}

async function killAll(site: Site, { seed, kills, layout }: KillsOptions): Promise<Kill[]> {
  const done: Kill[] = [];
  for (const planned of planKills(seed, kills, layout)) {
    if (planned.since === "ready") await site.ready();
    await sleep(planned.afterMs);
    const from = Date.now();
    const senders = await site.kill(planned);
    done.push({ from, to: Date.now(), kind: planned.since === "start" ? `${planned.kind} while starting` : planned.kind, senders });
    await site.begin();
  }
  return done;
}

async function drain(site: Site) {
  const client = await connectAs(site.connection());
  try {
    const until = performance.now() + DRAIN_MS;
    // What has not ended by then is read as it is, and judged.
    while ((await countUnsettled(client)) > 0 && performance.now() < until) {
      await hurryRetries(client);
      await sleep(250);
    }
    await sleep(QUIET_MS);
    return await readStored(client);
  } finally {
    await client.end();
  }
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
  return { ...result, report: [summary(result), ...violations.map(inWords), ...(violations.length ? [`What the product wrote:\n${output.slice(-6_000)}`] : [])].join("\n\n") };
}

function inWords({ rule, rows }: Violation): string {
  return [`BROKEN, ${rows.length} times: ${rule}`, ...rows.slice(0, 5).map((row) => `  ${JSON.stringify(row)}`)].join("\n");
}

/** The figures of a run as Markdown tables. */
export function summary({ options, tally, edges, kills, people, acknowledged, optOuts, accepted, seconds, violations }: Omit<KillsResult, "report">): string {
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
    table(["Killed", "Times"], kinds.map(([kind, all]) => [kind, all.length])),
    table(["What kills found on its way", "Found", "By kills"], edges.map(({ name, found, kills: by }) => [name, found, by.size])),
  ].join("\n\n");
}
