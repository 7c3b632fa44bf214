import { once } from "node:events";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { startServerPostgres } from "../e2e/harness/postgres.ts";
import { freePort, removeData, type RunningProduct, startProduct } from "../e2e/harness/product.ts";
import { startSink } from "../e2e/harness/smtp-sink.ts";
import { openShop } from "../e2e/harness/visitor.ts";
import { removePace } from "./due.ts";
import type { Figure } from "./figure.ts";
import { words } from "./tools.ts";

const LEADS = 100_000;
const BATCH = 10_000;
/** One email right away, then nine steps that send nothing. */
const STEPS = [
  {
    kind: "mail",
    delay: { amount: 0, unit: "minutes" },
    subject: "One thing before you decide",
    body: "Hi {{first_name}},\n\nDid it help?",
  },
  ...Array.from({ length: 9 }, () => ({ kind: "wait", delay: { amount: 0, unit: "minutes" } })),
];
const MOST_GROWTH_MB = 16;
const MOST_RESIDENT_MB = 512;
const MOST_SECONDS = 3600;

/**
 * Memory of a worker while it decides a million steps, a hundred thousand of them emails to a mail server:
 * what remains after garbage collection, at the end of the first tenth, when pools and caches are full, and
 * at the end of every other tenth; and the peak resident memory, which includes garbage not collected yet.
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
  const inspector = await freePort();
  const options = `--inspect=127.0.0.1:${inspector}`;
  const worker = await startProduct({
    ...settings,
    DATA_DIR: first.dataDir,
    ROLE: "worker",
    SMTP_URL: sink.url,
    NODE_OPTIONS: options,
  });
  try {
    await using debuggee = await openInspector(inspector);
    await client.query("update sequences set steps = $1", [JSON.stringify(STEPS)]);
    await removePace(client);
    const began = performance.now();
    const held: number[] = [];
    let peak = 0;
    for (let batch = 0; batch * BATCH < LEADS; batch++) {
      peak = Math.max(peak, await decideBatch(client, worker, batch));
      held.push(await debuggee.held());
    }
    const seconds = (performance.now() - began) / 1000;
    if (sink.count() < LEADS) throw new Error(`${sink.count()} of ${LEADS} mails were sent`);
    const [before = 0, ...later] = held;
    const growth = Math.max(0.1, Math.max(...later) - before);
    return [
      {
        what: `What a worker holds over ${words(LEADS * STEPS.length)} steps (${words(LEADS)} of them mails; ${words((LEADS * STEPS.length) / seconds)} steps/s), garbage collected: the most at the end of a tenth beyond the first one (${held.map((one) => one.toFixed(1)).join(", ")} MB)`,
        ours: `${growth.toFixed(1)} MB`,
        limit: `${MOST_GROWTH_MB} MB`,
        ratio: MOST_GROWTH_MB / growth,
        aim: 1,
      },
      {
        what: "The most it takes from the machine meanwhile, garbage and all",
        ours: `${peak.toFixed(0)} MB`,
        limit: `${MOST_RESIDENT_MB} MB`,
        ratio: MOST_RESIDENT_MB / peak,
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

/**
 * Enrolls people whose steps are all due, and waits until each is decided and emailed.
 * @returns peak memory meanwhile, in MB
 */
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

/**
 * Measures a process's heap and buffers in MB after garbage collection, through its inspector. Dispose before
 * stopping the process.
 */
async function openInspector(port: number): Promise<AsyncDisposable & { held(): Promise<number> }> {
  const [target] = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as {
    webSocketDebuggerUrl: string;
  }[];
  const socket = new WebSocket(target!.webSocketDebuggerUrl);
  await once(socket, "open");
  let last = 0;
  const call = async (method: string): Promise<{ usedSize: number; backingStorageSize: number }> => {
    const id = ++last;
    socket.send(JSON.stringify({ id, method }));
    for (;;) {
      const [event] = (await once(socket, "message")) as [MessageEvent<string>];
      const answer = JSON.parse(event.data) as {
        id?: number;
        result: { usedSize: number; backingStorageSize: number };
      };
      if (answer.id === id) return answer.result;
    }
  };
  return {
    async held() {
      await call("HeapProfiler.enable");
      await call("HeapProfiler.collectGarbage");
      const { usedSize, backingStorageSize } = await call("Runtime.getHeapUsage");
      return (usedSize + backingStorageSize) / 2 ** 20;
    },
    // A process that is asked to end waits until its inspector disconnects.
    async [Symbol.asyncDispose]() {
      const closed = once(socket, "close");
      socket.close();
      await closed;
    },
  };
}

function megabytesOf({ process: { pid } }: RunningProduct): number {
  return Number(/^VmRSS:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))![1]) / 1024;
}
