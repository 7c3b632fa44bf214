import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { removeData, startProduct } from "../e2e/harness/product.ts";
import { startServerPostgres } from "../e2e/harness/postgres.ts";
import { startSink } from "../e2e/harness/smtp-sink.ts";
import { openShop } from "../e2e/harness/visitor.ts";
import type { Figure } from "./figure.ts";
import { p95, median, words } from "./tools.ts";

const PER_SECOND = 100;
const SECONDS = 30;
/** The first requests meet a cold process. */
const WARM_UP_SECONDS = 5;
const WITHIN_MS = 2000;

/**
 * From a client's form post until the mail server has the whole gift email, while a hundred clients a second
 * arrive. They arrive by the clock, whether or not earlier ones were answered, and all count toward the
 * median: one client without an email fails the run.
 */
export async function benchLatency(): Promise<Figure[]> {
  const sink = await startSink();
  sink.behave({ headersOnly: true });
  const postgres = await startServerPostgres();
  const settings = { DATABASE_URL: postgres.ownerUrl, SECRET: "e".repeat(40), LOG_LEVEL: "error" };
  const first = await startProduct(settings);
  const shop = await openShop(first, "bench@owner.test", "Bench Decks");
  await first.stop();
  const product = await startProduct({ ...settings, DATA_DIR: first.dataDir, SMTP_URL: sink.url });
  try {
    const posted = await arrivals(`${product.url}/p/${shop.slug}`);
    for (let look = 0; sink.count() < posted.size && look < 1200; look++) await sleep(100);
    const waits: number[] = [];
    const from = Math.min(...posted.values()) + WARM_UP_SECONDS * 1000;
    for (const mail of await sink.accepted()) {
      const at = posted.get(mail.to[0] ?? "");
      if (at === undefined) continue;
      posted.delete(mail.to[0]!);
      if (at >= from) waits.push(Date.parse(mail.at) - at);
    }
    if (posted.size) throw new Error(`${posted.size} clients got no mail`);
    const middle = median(waits);
    return [
      {
        what: `From the posted form to the mail server's having the first mail, median of ${words(waits.length)} while ${PER_SECOND} clients a second arrive (p95 ${words(p95(waits))} ms), beside ${WITHIN_MS / 1000} s`,
        ours: `${words(middle)} ms`,
        limit: `${words(WITHIN_MS)} ms`,
        ratio: WITHIN_MS / middle,
        aim: 1,
      },
    ];
  } finally {
    await product.stop();
    await postgres.remove();
    await sink.stop();
    await removeData(product.dataDir);
  }
}

/**
 * Posts the form for each arriving client.
 * @returns when each posted, by address, in milliseconds since 1970
 */
async function arrivals(url: string): Promise<Map<string, number>> {
  const posted = new Map<string, number>();
  const answers: Promise<void>[] = [];
  const began = performance.now();
  for (let client = 0; client < PER_SECOND * (WARM_UP_SECONDS + SECONDS); client++) {
    const wait = began + (client * 1000) / PER_SECOND - performance.now();
    if (wait > 0) await sleep(wait);
    const email = `client${client}@client.test`;
    posted.set(email, Date.now());
    answers.push(capture(url, email));
  }
  await Promise.all(answers);
  return posted;
}

async function capture(url: string, email: string): Promise<void> {
  const body = new URLSearchParams({
    name: "Dana Ruiz",
    email,
    consent: "yes",
    source: "{}",
    submission: randomUUID(),
  });
  const answer = await fetch(url, {
    method: "POST",
    body,
    redirect: "manual",
    headers: { "Sec-Fetch-Site": "same-origin" },
  });
  await answer.arrayBuffer();
  if (answer.status !== 303) throw new Error(`a capture was answered ${answer.status}`);
}
