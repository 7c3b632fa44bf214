import { enrollLeads } from "#trade/sequences/enrollment/enroll.server.ts";
import { newId } from "#platform/db/ids.ts";
import { useDatabase, withAccount } from "#platform/db/scope.server.ts";
import { type BenchDatabase, FIVE_STEPS, startBenchDatabases } from "./database.ts";
import type { Figure } from "./figure.ts";
import { median, words } from "./tools.ts";

const LEADS = 100_000;
/** An import's batch size for one transaction. */
const BATCH = 1000;
const ROUNDS = 3;
const MEGABYTE = 2 ** 20;
const LIMITS = { seconds: 60, megabytes: 64, slower: 1.5 } as const;

/**
 * A hundred thousand leads enrolled in a sequence of five steps, a thousand per transaction, as an import
 * does it; compared with one `insert ... select` of the same rows into tables with the same indexes. Memory
 * is this process's: after the first thousand, and the peak until the last.
 */
export async function benchEnrol(): Promise<Figure[]> {
  const server = await startBenchDatabases();
  const bench = server.databases[0]!;
  useDatabase(bench.database);
  try {
    const { accountId, pageId } = await openAccount(bench);
    const rounds: Enrolled[] = [];
    const bare: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      await bench.owner.query("truncate sequences_enrolments, sequences_steps");
      rounds.push(await enrol(accountId, pageId));
      bare.push(await insertBare(bench));
    }
    const rows = LEADS * (1 + FIVE_STEPS.length);
    const seconds = median(rounds.map((one) => one.seconds));
    const least = median(bare);
    const growth = Math.max(...rounds.map((one) => one.peak - one.before));
    const [{ before }, { after }] = [rounds[0]!, rounds.at(-1)!];
    const slower = median(rounds.map((one) => one.slower));
    const what = `${words(LEADS)} leads enrolled in ${FIVE_STEPS.length} steps (${words(BATCH)} in a transaction, ${server.version})`;
    return [
      {
        what: `${what}, beside ${LIMITS.seconds} s`,
        ours: `${seconds.toFixed(1)} s`,
        limit: `${LIMITS.seconds} s`,
        ratio: LIMITS.seconds / seconds,
        aim: 1,
      },
      {
        what: `Rows per second of it, beside one bare insert of the same rows`,
        ours: words(rows / seconds),
        limit: words(rows / least),
        ratio: least / seconds,
        aim: undefined,
      },
      {
        what: `Time of its last tenth, beside ${LIMITS.slower} times its first`,
        ours: slower.toFixed(2),
        limit: LIMITS.slower.toFixed(2),
        ratio: LIMITS.slower / slower,
        aim: 1,
      },
      {
        what: `Memory of the process meanwhile, peak over what it has after the first ${words(BATCH)} (${before.toFixed(0)} MB; ${after.toFixed(0)} MB after ${words(ROUNDS * LEADS)})`,
        ours: `${growth.toFixed(0)} MB`,
        limit: `${LIMITS.megabytes} MB`,
        ratio: LIMITS.megabytes / growth,
        aim: 1,
      },
    ];
  } finally {
    await server.remove();
  }
}

interface Enrolled {
  readonly seconds: number;
  /** Time of the last tenth divided by that of the first. */
  readonly slower: number;
  /** Resident memory in MB: after the first thousand, at peak, and at the end. */
  readonly before: number;
  readonly peak: number;
  readonly after: number;
}

async function openAccount({ owner }: BenchDatabase): Promise<{ accountId: string; pageId: string }> {
  const [accountId, pageId] = [newId(), newId()];
  const at = Temporal.Now.instant().toString();
  await owner.query(
    "insert into businesses_accounts (account_id, name, zone, created_at) values ($1, 'Bench Decks', 'America/Denver', $2)",
    [accountId, at],
  );
  await owner.query(
    "insert into sequences (account_id, id, name, page_id, steps, created_at) values ($1, $2, 'Nine questions', $3, $4, $5)",
    [accountId, newId(), pageId, JSON.stringify(FIVE_STEPS), at],
  );
  await owner.query("create table bare_enrolments (like sequences_enrolments including all)");
  await owner.query("create table bare_steps (like sequences_steps including all)");
  return { accountId, pageId };
}

async function enrol(accountId: string, pageId: string): Promise<Enrolled> {
  const times: number[] = [];
  let before = 0;
  let peak = 0;
  const look = () => (peak = Math.max(peak, process.memoryUsage.rss()));
  const timer = setInterval(look, 20);
  for (let at = 0; at < LEADS; at += BATCH) {
    const captures = Array.from({ length: BATCH }, () => ({ leadId: newId(), pageId }));
    const began = performance.now();
    await withAccount(accountId, (ctx) => enrollLeads(ctx, captures));
    times.push((performance.now() - began) / 1000);
    before ||= process.memoryUsage.rss();
    look();
  }
  clearInterval(timer);
  const tenth = times.length / 10;
  return {
    seconds: sum(times),
    slower: sum(times.slice(-tenth)) / sum(times.slice(0, tenth)),
    before: before / MEGABYTE,
    peak: peak / MEGABYTE,
    after: process.memoryUsage.rss() / MEGABYTE,
  };
}

/** Seconds that the database alone takes to insert the same rows. */
async function insertBare({ owner }: BenchDatabase): Promise<number> {
  await owner.query("truncate bare_enrolments, bare_steps");
  const began = performance.now();
  await owner.query("begin");
  const enrolments = await owner.query("insert into bare_enrolments select * from sequences_enrolments");
  const steps = await owner.query("insert into bare_steps select * from sequences_steps");
  await owner.query("commit");
  if (enrolments.rowCount !== LEADS || steps.rowCount !== LEADS * FIVE_STEPS.length)
    throw new Error(`${enrolments.rowCount} enrolments and ${steps.rowCount} steps were made`);
  return (performance.now() - began) / 1000;
}

const sum = (values: readonly number[]) => values.reduce((total, one) => total + one, 0);
