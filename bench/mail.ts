import { generateKeyPairSync } from "node:crypto";
import nodemailer, { type Transporter } from "nodemailer";
import pg from "pg";
import { setTimeout as sleep } from "node:timers/promises";
import { startServerPostgres } from "../e2e/harness/postgres.ts";
import { removeData, startProduct } from "../e2e/harness/product.ts";
import { type SmtpSink, startSink } from "../e2e/harness/smtp-sink.ts";
import { askForGuide, openShop } from "../e2e/harness/visitor.ts";
import { queueDue } from "./due.ts";
import type { Figure } from "./figure.ts";
import { median, words } from "./tools.ts";

const MESSAGES = 3000;
const ROUNDS = 3;
// As many as our own mailer opens.
const CONNECTIONS = 10;
const DOMAIN = "bench.example";

/**
 * Follow-ups per second from due ledger rows to `sent`, with states and ledger, compared with the bare SMTP
 * library sending messages of the same content, signed with the same key, through as many pooled connections
 * to the same sink. Both send the same number first, so that this measures steady throughput and not warm-up.
 */
export async function benchMail(): Promise<Figure[]> {
  const sink = await startSink();
  const postgres = await startServerPostgres();
  const settings = { DATABASE_URL: postgres.ownerUrl, SECRET: "c".repeat(40), LOG_LEVEL: "error" };
  // Account emails go to the outbox, where the visitor reads them; the follow-ups then go to the sink.
  const first = await startProduct(settings);
  const shop = await openShop(first, "bench@owner.test", "Bench Decks");
  await askForGuide(first, shop.slug, { name: "Sample Person", email: "sample@client.test" });
  await first.stop();
  const dkim = {
    keySelector: "bench",
    privateKey: generateKeyPairSync("rsa", { modulusLength: 2048 })
      .privateKey.export({ type: "pkcs8", format: "pem" })
      .toString(),
  };
  const product = await startProduct({
    ...settings,
    DATA_DIR: first.dataDir,
    SMTP_URL: sink.url,
    MAIL_FROM: `Bench Decks <mail@${DOMAIN}>`,
    DKIM_KEY: dkim.privateKey,
    DKIM_SELECTOR: dkim.keySelector,
  });
  const client = new pg.Client({ connectionString: postgres.ownerUrl });
  await client.connect();
  try {
    const transport = bareTransport(sink.url, { domainName: DOMAIN, ...dkim });
    const ours: number[] = [];
    const bare: number[] = [];
    for (let round = 0; round <= ROUNDS; round++) {
      bare.push(await bareRate(transport));
      ours.push(await ourRate(client, sink, round));
    }
    transport.close();
    // The first round warmed up both.
    const [our, their] = [median(ours.slice(1)), median(bare.slice(1))];
    return [
      {
        what: "Follow-up emails per second, DKIM and ledger included, beside the bare SMTP library with the same key",
        ours: words(our),
        limit: words(their),
        ratio: our / their,
        aim: 0.7,
      },
    ];
  } finally {
    await client.end();
    await product.stop();
    await postgres.remove();
    await sink.stop();
    await removeData(product.dataDir);
  }
}

function bareTransport(
  url: string,
  dkim: { domainName: string; keySelector: string; privateKey: string },
): Transporter {
  return nodemailer.createTransport({
    url,
    pool: true,
    dkim,
    maxConnections: CONNECTIONS,
    maxMessages: Number.POSITIVE_INFINITY,
  } as never);
}

async function bareRate(transport: Transporter): Promise<number> {
  const text =
    "Hi Dana,\n\nTwo days ago I sent you a guide. Which part fits your situation best, and what did it leave open?\n\nBench Decks\n";
  const send = (at: number) =>
    transport.sendMail({
      from: `"Bench Decks" <mail@${DOMAIN}>`,
      to: `"Dana Ruiz" <bare${at}@client.test>`,
      subject: "Did the guide answer your question?",
      text: text.repeat(2),
      html: `<html><body>${`<p>${text}</p>`.repeat(3)}</body></html>`,
      headers: {
        "List-Unsubscribe": "<http://localhost:3000/u/x>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      },
    });
  const began = performance.now();
  await Promise.all(Array.from({ length: MESSAGES }, (_, at) => send(at)));
  const seconds = (performance.now() - began) / 1000;
  return MESSAGES / seconds;
}

// Inserts leads whose follow-up is due now into the tables of the running product, which finds and sends
// them.
async function ourRate(client: pg.Client, sink: SmtpSink, round: number): Promise<number> {
  const before = sink.count();
  await queueDue(client, MESSAGES, `${round}`);
  // Count at the sink: polling the database would be part of the measurement.
  for (let look = 0; sink.count() - before < MESSAGES && look < 1200; look++) await sleep(100);
  // The last outcomes are still being written to the ledger.
  await sleep(500);
  const { rows } = await client.query<{ first: Date; last: Date; sent: number }>(
    `select min(created_at) as first, max(sent_at) as last, count(*) filter (where state = 'sent')::int as sent
     from mail_messages where recipient like 'due%-${round}@client.test'`,
  );
  const { first, last, sent } = rows[0]!;
  if (sent < MESSAGES) throw new Error(`only ${sent} of ${MESSAGES} follow-ups were sent`);
  return MESSAGES / ((last.getTime() - first.getTime()) / 1000);
}
