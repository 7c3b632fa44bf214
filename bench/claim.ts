import type pg from "pg";
import { accountsWithDueSteps } from "#trade/sequences/sending/send-due.server.ts";
import { claimDueSteps } from "#trade/sequences/sending/due-steps.server.ts";
import { useDatabase, withAccount } from "#platform/db/scope.server.ts";
import { type BenchDatabase, FIVE_STEPS, startBenchDatabases } from "./database.ts";
import type { Figure } from "./figure.ts";
import { median, p95, words } from "./tools.ts";

/** Numbers of sleeping steps. `SIZES=10000,200000` is a quick run. */
const SIZES = (process.env["SIZES"] ?? "10000,1000000,10000000").split(",").map(Number);
const ACCOUNTS = 2000;
const DUE_ACCOUNTS = 20;
/** The most that one claim takes. */
const DUE_EACH = 100;
const ROUNDS = 200;
const WARM_UP = 20;
/** The slowest size may cost at most this many times the fastest. */
const SPREAD = 1.5;

/** Milliseconds, one number per round. */
interface Times {
  readonly found: number[];
  readonly none: number[];
  readonly claimed: number[];
}

const STAGES = {
  found: `Finding the ${DUE_ACCOUNTS} accounts of ${words(ACCOUNTS)} with due steps (${words(DUE_ACCOUNTS * DUE_EACH)} of them)`,
  none: "Finding that no account has due steps",
  claimed: `Claiming an account's ${DUE_EACH} due steps`,
} as const satisfies Record<keyof Times, string>;

/**
 * The two stages of claiming due steps, by the worker's functions and role, with very different numbers of
 * steps that sleep for months: steps that aren't due must not slow the claim down. At every size the same 20
 * accounts have the same 100 due steps each, created over time among the others, so that they are scattered
 * in the table. Each size has its own database, and they are measured in turns, so that other work on the
 * machine slows all of them down equally.
 */
export async function benchClaim(): Promise<Figure[]> {
  const server = await startBenchDatabases(SIZES.length);
  try {
    const now = Temporal.Now.instant();
    const sizes: Size[] = [];
    for (const [at, asleep] of SIZES.entries()) {
      const bench = server.databases[at]!;
      await fill(bench.owner, asleep, now);
      sizes.push({ asleep, bench, times: { found: [], none: [], claimed: [] } });
    }
    for (let round = 0; round < WARM_UP + ROUNDS; round++) {
      for (const { bench, times } of sizes)
        await measure(bench, now, round, round < WARM_UP ? { found: [], none: [], claimed: [] } : times);
    }
    return (["found", "none", "claimed"] as const).flatMap((stage) => {
      const limit = SPREAD * Math.min(...sizes.map(({ times }) => median(times[stage])));
      return sizes.map(({ asleep, times }) => ({
        what: `${STAGES[stage]} while ${words(asleep)} sleep, median (p95 ${p95(times[stage]).toFixed(2)} ms, ${server.version}), beside ${SPREAD} times the cheapest of the sizes`,
        ours: `${median(times[stage]).toFixed(2)} ms`,
        limit: `${limit.toFixed(2)} ms`,
        ratio: limit / median(times[stage]),
        aim: 1,
      }));
    });
  } finally {
    await server.remove();
  }
}

interface Size {
  readonly asleep: number;
  readonly bench: BenchDatabase;
  readonly times: Times;
}

async function measure(
  { database }: BenchDatabase,
  now: Temporal.Instant,
  round: number,
  times: Times,
): Promise<void> {
  const early = now.subtract({ hours: 48 });
  useDatabase(database, { now: () => early });
  await timed(times.none, async () => expectCount((await accountsWithDueSteps(100)).length, 0));
  useDatabase(database, { now: () => now });
  await timed(times.found, async () => expectCount((await accountsWithDueSteps(100)).length, DUE_ACCOUNTS));
  // A claim is a lock until its transaction ends, and nothing is decided here, so the next round finds the
  // same steps.
  await withAccount(accountId(round % DUE_ACCOUNTS), async (ctx) => {
    // Connect first; connecting isn't measured.
    await ctx.db.execute("select 1");
    await timed(times.claimed, async () => expectCount((await claimDueSteps(ctx)).length, DUE_EACH));
  });
}

async function timed(into: number[], work: () => Promise<void>): Promise<void> {
  const began = performance.now();
  await work();
  into.push(performance.now() - began);
}

function expectCount(found: number, expected: number): void {
  if (found !== expected) throw new Error(`${found} found where there are ${expected}`);
}

/** Ids in creation order, like ours. */
const madeId = (kind: string, number: string) =>
  `('01990000-${kind}-7000-8000-' || lpad(to_hex(${number}), 12, '0'))::uuid`;
const accountId = (number: number) => `01990000-000a-7000-8000-${number.toString(16).padStart(12, "0")}`;

/**
 * Accounts with a sequence of five steps each, `size` steps that wait between a day and half a year, and the
 * due ones. Every lead's gift was sent; a lead with a due step has the following three asleep, every other
 * lead all four.
 */
async function fill(owner: pg.Client, size: number, now: Temporal.Instant): Promise<void> {
  const due = DUE_ACCOUNTS * DUE_EACH;
  const others = Math.floor((size - 3 * due) / 4);
  if (others < 0) throw new Error(`there are ${3 * due} steps asleep at least, not ${size}`);
  const at = now.toString();
  await owner.query(
    `insert into businesses_accounts (account_id, name, zone, created_at)
     select ${madeId("000a", "n")}, 'Bench Decks', 'America/Denver', $1 from generate_series(0, ${ACCOUNTS - 1}) n`,
    [at],
  );
  await owner.query(
    `insert into sequences (account_id, id, name, page_id, steps, created_at)
     select account_id, account_id, 'Nine questions', account_id, $1, created_at from businesses_accounts`,
    [JSON.stringify(FIVE_STEPS)],
  );
  await owner.query(
    `create temporary table people as
     select ${madeId("000a", "account")} as account_id, ${madeId("000e", "row_number() over (order by place)")} as id, is_due
       from (select n % ${DUE_ACCOUNTS} as account, n::float8 / ${due} as place, true as is_due from generate_series(0, ${due - 1}) n
             union all
             select n % ${ACCOUNTS}, n::float8 / ${others}, false from generate_series(0, ${others - 1}) n) made
      order by place`,
  );
  await owner.query(
    `insert into sequences_enrolments (account_id, id, sequence_id, lead_id, started_at)
     select account_id, id, account_id, id, $1 from people`,
    [at],
  );
  const indexes = await withoutIndexes(owner);
  await owner.query(
    `insert into sequences_steps (account_id, enrolment_id, step, state, due_at, message_id, decided_at)
     select account_id, id, step,
            case when step = 0 then 'handed' else 'waiting' end,
            case when step = 0 then $1::timestamptz - interval '3 days'
                 when step = 1 and is_due then $1::timestamptz - random() * interval '1 day'
                 else $1::timestamptz + interval '1 day' + (random() * 150 + 7 * step) * interval '1 day' end,
            case when step = 0 then id end,
            case when step = 0 then $1::timestamptz - interval '3 days' end
       from people, generate_series(0, 4) step`,
    [at],
  );
  await indexes.restore();
  await owner.query(
    `insert into mail_messages (account_id, id, kind, state, from_name, from_address, recipient_name, recipient, subject, text, headers,
                                attachments, message_id_header, created_at, attempts, next_attempt_at, sent_at)
     select account_id, id, 'transactional', 'sent', 'Bench Decks', 'mail@bench.test', 'Dana Ruiz', id || '@client.test', 'Here is your guide',
            repeat('As promised. ', 40), '{}', '[]', id, $1::timestamptz - interval '3 days', 1, $1, $1::timestamptz - interval '3 days'
       from people where is_due`,
    [at],
  );
  await owner.query("drop table people");
  // As autovacuum leaves the tables.
  await owner.query(
    "vacuum analyze businesses_accounts, sequences, sequences_enrolments, sequences_steps, mail_messages",
  );
  const { rows } = await owner.query<{ asleep: number }>(
    "select count(*)::int as asleep from sequences_steps where state = 'waiting' and due_at > $1",
    [at],
  );
  expectCount(rows[0]!.asleep, size);
}

/**
 * Drops the ledger's indexes, except its key, during a bulk insert of millions of rows: rebuilding them
 * afterwards is faster.
 */
async function withoutIndexes(owner: pg.Client): Promise<{ restore(): Promise<void> }> {
  const { rows } = await owner.query<{ name: string; made: string }>(
    "select indexname as name, indexdef as made from pg_indexes where tablename = 'sequences_steps' and indexdef not like '%UNIQUE%'",
  );
  for (const { name } of rows) await owner.query(`drop index ${name}`);
  return {
    async restore() {
      await owner.query("set maintenance_work_mem = '512MB'");
      for (const { made } of rows) await owner.query(made);
    },
  };
}
