import { setTimeout as sleep } from "node:timers/promises";
import { isOwn } from "./business.ts";
import { inWords, resultOf } from "./kills.ts";
import type { LoadAccount } from "./scale-load.ts";
import { openScene } from "./scene.ts";
import type { Violation } from "./judge.ts";
import { judgeWrites } from "./soak-judge.ts";
import { type Sample, startLoad } from "./soak-load.ts";
import { trendOf, watchMemory } from "./soak-memory.ts";
import { planSoak, type SoakKill } from "./soak-plan.ts";
import type { SoakResult } from "./soak-report.ts";
import { openAccounts, readWrites } from "./soak-stored.ts";
import type { Kill, World } from "./world.ts";

export interface SoakOptions {
  readonly minutes: number;
  readonly seed: number;
  /** Ends the load early, with everything judged. */
  readonly stop: AbortSignal;
}

const ACCOUNTS = 4;
const LEADS_PER_SECOND = 0.7;
/** Beside the load, for the start and the end of a run. */
const MORE_MINUTES = 15;
/** What a site calls its processes, and what a report calls them. A's live on, see soak-plan.ts. */
const NAMES = {
  ...{ front: "web A", left: "worker A", back: "web B", right: "worker B" },
  ...{ PgBouncer: "PgBouncer", PostgreSQL: "PostgreSQL" },
} as const;
const SPARED: readonly string[] = [NAMES.front, NAMES.left];

/**
 * Two web processes, two workers, PgBouncer and PostgreSQL under a mixed load, one of them killed every
 * minute or two. Judges what is stored, what the mail server accepted, and the memory of those that lived.
 */
export async function proveSoak(
  options: SoakOptions,
): Promise<SoakResult & { readonly output: string; readonly words: string }> {
  const { minutes, seed, stop } = options;
  let accounts: LoadAccount[] = [];
  const scene = await openScene({
    ...{ seed, layout: "pooled", capturesPerSecond: LEADS_PER_SECOND, minutes: minutes + MORE_MINUTES },
    async prepare(site, sink) {
      accounts = await openAccounts(site, sink, ACCOUNTS);
    },
  });
  try {
    const { site, sink } = scene;
    const from = Date.now();
    const pids = () =>
      Object.fromEntries(
        Object.entries(site.pids()).map(([name, pid]) => [NAMES[name as keyof typeof NAMES], pid]),
      );
    const memory = watchMemory(pids);
    const load = await startLoad(accounts, { url: site.url, seed });
    const done: Kill[] = [];
    /** Processes that ended although nobody killed them. */
    const ended: { who: string; at: number; what: string }[] = [];
    const isReady = () =>
      site.ready().catch((error: Error) => {
        ended.push({ who: "", at: Date.now(), what: error.message.slice(0, 3_000) });
      });
    for (const planned of planSoak(seed, minutes)) {
      if (!(await waitUntil(from + planned.atMs, stop))) break;
      await isReady();
      const [before, began] = [pids(), Date.now()];
      const senders = await site.kill(planned);
      const kind = kindOf(planned);
      done.push({ from: began, to: Date.now(), kind, senders });
      console.log(
        `${((began - from) / 60_000).toFixed(1)} min: killed ${kind}; ${load.samples.length} requests, ${load.troubles.length} tried again, ${load.surprises.length} surprises; MB ${lately(memory.samples)}`,
      );
      await site.begin();
      for (const [who, pid] of Object.entries(pids()))
        if (pid !== before[who] && !kind.endsWith(who)) ended.push({ who, at: began, what: kind });
    }
    await waitUntil(from + minutes * 60_000, stop);
    await isReady();
    const to = Date.now();
    await load.stop();
    await memory.stop();
    let unsound: Violation[] = [];
    const world = await scene.end(done, async () => {
      unsound = judgeWrites(load.written, await readWrites(site, accounts, from));
    });
    const output = site.output();
    const leads = resultOf(
      { kills: done.length, seed, layout: "pooled", capturesPerSecond: LEADS_PER_SECOND },
      world,
      (to - from) / 1000,
    );
    const own = (await sink.accepted()).filter((mail) => mail.to.some(isOwn));
    const trends = Object.values(NAMES).flatMap((name) => trendOf(memory.samples, name) ?? []);
    const violations = [
      ...leads.violations,
      ...unsound,
      {
        rule: "a request gets its answer, or 503 or none, and works within two minutes",
        rows: load.surprises,
      },
      { rule: "a process ends only when it is killed", rows: ended },
    ].filter(({ rows }) => rows.length > 0);
    return {
      ...{ seed, minutes, ran: (to - from) / 60_000, from, to, kills: done, trends, violations, output },
      ...{ written: load.written, troubles: load.troubles, leads },
      samples: [...load.samples, ...requestsFor(world)],
      own: { accepted: own.length, copies: own.length - new Set(own.map((mail) => mail.messageId)).size },
      words: violations.map(inWords).join("\n\n"),
    };
  } finally {
    await scene.clear();
  }
}

/** Those that must not grow: the first web process and the first worker. */
export const sparedOf = ({ trends }: SoakResult) => trends.filter(({ name }) => SPARED.includes(name));

/** What was killed, in the words of NAMES where it is one process. */
function kindOf({ kind, which }: SoakKill): string {
  if (kind === "pooler") return NAMES.PgBouncer;
  if (kind === "database") return NAMES.PostgreSQL;
  return `${kind} ${which === 0 ? "A" : "B"}`;
}

/** @returns false if it was stopped before */
async function waitUntil(at: number, stop: AbortSignal): Promise<boolean> {
  await sleep(Math.max(0, at - Date.now()), undefined, { signal: stop }).catch(() => {});
  return !stop.aborted;
}

const lately = (samples: readonly { readonly name: string; readonly mb: number }[]): string =>
  [...new Map(samples.slice(-12).map(({ name, mb }) => [name, mb.toFixed(0)]))]
    .map((one) => one.join(" "))
    .join(", ");

const requestsFor = ({ people }: World): Sample[] =>
  people.flatMap(({ submissions }) =>
    submissions.flatMap(({ attempts }) =>
      attempts.flatMap(({ from, to, answer }) =>
        answer === 303 ? [{ what: "client: ask for the guide", at: to, took: to - from }] : [],
      ),
    ),
  );
