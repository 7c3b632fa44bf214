import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { startServerPostgres } from "../e2e/harness/postgres.ts";
import { removeData, type RunningProduct, startProduct } from "../e2e/harness/product.ts";
import { startSink } from "../e2e/harness/smtp-sink.ts";
import { openShop } from "../e2e/harness/visitor.ts";
import { liftPace } from "./due.ts";
import type { Figure } from "./run.ts";
import { words } from "./tools.ts";

const LEADS = 100_000;
const BATCH = 10_000;
/** A mail at once, then nine steps that send nothing. */
const STEPS = [
  {
    kind: "mail",
    delay: { amount: 0, unit: "minutes" },
    subject: "One thing before you decide",
    body: "Hi {{first_name}},\n\nDid it help?",
  },
  ...Array.from({ length: 9 }, () => ({ kind: "wait", delay: { amount: 0, unit: "minutes" } })),
];
const MOST_GROWTH_MB = 64;
const MOST_SECONDS = 3600;

/**
 * Memory of a worker while it decides a million steps, a hundred thousand of them mails to a mail server: the most it has from the second
 * tenth on, beside what it has at the end of the first, when its pools and caches are full.
 */
export async function benchMemory(): Promise<Figure[]> {
  const sink = await startSink();
  sink.behave({ headersOnly: true });
  const postgres = await startServerPostgres();
  const settings = { DATABASE_URL: postgres.ownerUrl, SECRET: "a".repeat(40), LOG_LEVEL: "error" };
  const first = await startProduct(settings);
  await openShop(first, "bench@owner.test", "Bench Decks");
  await first.stop();
  const client = new pg.Client({ connectionString: postgres.ownerUrl });
  await client.connect();
  const worker = await startProduct({ ...settings, DATA_DIR: first.dataDir, ROLE: "worker", SMTP_URL: sink.url });
  try {
    await client.query("update sequences set steps = $1", [JSON.stringify(STEPS)]);
    await liftPace(client);
    const began = performance.now();
    let before = 0;
    let peak = 0;
    for (let batch = 0; batch * BATCH < LEADS; batch++) {
      const most = await decideBatch(client, worker, batch);
      if (batch === 0) before = megabytesOf(worker);
      else peak = Math.max(peak, most);
    }
    const seconds = (performance.now() - began) / 1000;
    if (sink.count() < LEADS) throw new Error(`${sink.count()} of ${LEADS} mails were sent`);
    const growth = Math.max(1, peak - before);
    return [
      {
        what: `Memory of a worker over ${words(LEADS * STEPS.length)} steps (${words(LEADS)} of them mails; ${words((LEADS * STEPS.length) / seconds)} steps/s): the most it has beyond its first tenth (${before.toFixed(0)} MB)`,
        ours: `${growth.toFixed(0)} MB`,
        limit: `${MOST_GROWTH_MB} MB`,
        ratio: MOST_GROWTH_MB / growth,
        aim: 1,
      },
    ];
  } finally {
    await client.end();
    await worker.stop();
    await postgres.remove();
    await sink.stop();
    await removeData(first.dataDir);
  }
}

/** Enrols people whose steps are all due, and waits until each is decided and mailed. @returns the most memory meanwhile, in megabytes */
async function decideBatch(client: pg.Client, worker: RunningProduct, batch: number): Promise<number> {
  await client.query(
    `with made as (
       insert into leads (account_id, id, name, email, created_at)
       select s.account_id, gen_random_uuid(), 'Dana Ruiz', 'memory' || n || '-' || $2 || '@client.test', s.created_at
         from sequences s, generate_series(1, $3::int) n
       returning account_id, id
     ), enrolled as (
       insert into sequences_enrolments (account_id, id, sequence_id, lead_id, started_at)
       select made.account_id, gen_random_uuid(), s.id, made.id, $1 from made join sequences s using (account_id)
       returning account_id, id
     )
     insert into sequences_steps (account_id, enrolment_id, step, state, due_at)
     select account_id, id, step, 'waiting', $1 from enrolled, generate_series(0, $4::int - 1) step`,
    [new Date().toISOString(), String(batch), BATCH, STEPS.length],
  );
  let most = 0;
  for (const until = performance.now() + MOST_SECONDS * 1000; performance.now() < until; await sleep(500)) {
    most = Math.max(most, megabytesOf(worker));
    const { rows } = await client.query<{ open: boolean }>(
      `select exists (select from sequences_steps where state = 'waiting')
           or exists (select from mail_messages where state in ('queued', 'claimed', 'committing')) as open`,
    );
    if (!rows[0]!.open) return most;
  }
  throw new Error("the worker did not come to an end");
}

function megabytesOf({ process: { pid } }: RunningProduct): number {
  return Number(/^VmRSS:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))![1]) / 1024;
}
