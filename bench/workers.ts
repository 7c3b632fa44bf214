import pg from "pg";
import { setTimeout as sleep } from "node:timers/promises";
import { startServerPostgres } from "../e2e/harness/postgres.ts";
import { removeData, type RunningProduct, startProduct } from "../e2e/harness/product.ts";
import { type SmtpSink, startSink } from "../e2e/harness/smtp-sink.ts";
import { askForGuide, openShop } from "../e2e/harness/visitor.ts";
import { queueDue } from "./due.ts";
import type { Figure } from "./figure.ts";
import { median, words } from "./tools.ts";

const MESSAGES = 3000;
const ROUNDS = 3;
/** Milliseconds per message, like a good mail server across the country. */
const LATENCY_MS = 20;

/**
 * Follow-ups per second with one, two and four worker processes on one database, to a mail server that takes
 * 20 ms per message. Everything due is inserted before they start, and nothing may be sent twice.
 */
export async function benchWorkers(): Promise<Figure[]> {
  const sink = await startSink();
  sink.behave({ delayMs: LATENCY_MS, headersOnly: true });
  const postgres = await startServerPostgres();
  const settings = { DATABASE_URL: postgres.ownerUrl, SECRET: "f".repeat(40), LOG_LEVEL: "error" };
  const first = await startProduct(settings);
  const shop = await openShop(first, "bench@owner.test", "Bench Decks");
  await askForGuide(first, shop.slug, { name: "Sample Person", email: "sample@client.test" });
  await first.stop();
  const client = new pg.Client({ connectionString: postgres.ownerUrl });
  await client.connect();
  try {
    const rates = new Map<number, number[]>([1, 2, 4].map((count) => [count, []]));
    for (let round = 0; round < ROUNDS; round++)
      for (const [count, measured] of rates) {
        const workers = await Promise.all(
          Array.from({ length: count }, () =>
            startProduct({ ...settings, ROLE: "worker", SMTP_URL: sink.url }),
          ),
        );
        measured.push(await drain(client, sink, `${round}-${count}`));
        await stopAll(workers);
      }
    await noneTwice(sink);
    const [one, two, four] = [1, 2, 4].map((count) => median(rates.get(count)!)) as [number, number, number];
    const what = `Follow-ups per second, a mail server that takes ${LATENCY_MS} ms a message`;
    return [
      {
        what: `${what}: two workers beside 1.6 times one`,
        ours: words(two),
        limit: words(1.6 * one),
        ratio: two / (1.6 * one),
        aim: 1,
      },
      {
        what: `${what}: four workers beside two`,
        ours: words(four),
        limit: words(two),
        ratio: four / two,
        aim: 1,
      },
    ];
  } finally {
    await client.end();
    await postgres.remove();
    await sink.stop();
    await removeData(first.dataDir);
  }
}

async function stopAll(workers: readonly RunningProduct[]): Promise<void> {
  for (const worker of workers) {
    await worker.stop();
    await removeData(worker.dataDir);
  }
}

/** Messages per second between the mail server's first and last. */
async function drain(client: pg.Client, sink: SmtpSink, round: string): Promise<number> {
  // Warm up pools and query plans: this compares steady throughput.
  await queueDue(client, MESSAGES / 10, `warm-${round}`);
  await untilAccepted(sink, sink.count() + MESSAGES / 10);
  const before = sink.count();
  await queueDue(client, MESSAGES, round);
  await untilAccepted(sink, before + MESSAGES);
  const times = (await sink.accepted())
    .filter(({ to }) => to[0]!.endsWith(`-${round}@client.test`) && !to[0]!.includes("warm"))
    .map(({ at }) => Date.parse(at));
  if (times.length < MESSAGES) throw new Error(`${times.length} of ${MESSAGES} follow-ups arrived`);
  return MESSAGES / ((Math.max(...times) - Math.min(...times)) / 1000);
}

async function untilAccepted(sink: SmtpSink, count: number): Promise<void> {
  for (let look = 0; sink.count() < count; look++) {
    if (look > 6000) throw new Error(`${count - sink.count()} follow-ups were not sent`);
    await sleep(20);
  }
}

async function noneTwice(sink: SmtpSink): Promise<void> {
  const seen = new Set<string>();
  for (const { to } of await sink.accepted()) {
    if (seen.has(to[0]!)) throw new Error(`${to[0]} got a follow-up twice`);
    seen.add(to[0]!);
  }
}
