import nodemailer, { type Transporter } from "nodemailer";
import pg from "pg";
import { setTimeout as sleep } from "node:timers/promises";
import { startServerPostgres } from "../e2e/harness/postgres.ts";
import { removeData, startProduct } from "../e2e/harness/product.ts";
import { type SmtpSink, startSink } from "../e2e/harness/smtp-sink.ts";
import { askForGuide, openShop } from "../e2e/harness/visitor.ts";
import type { Figure } from "./run.ts";
import { median, words } from "./tools.ts";

const MESSAGES = 3000;
const ROUNDS = 3;
// As many as our own mailer opens.
const CONNECTIONS = 10;

/**
 * Follow-ups per second from due ledger rows to `sent`, states and ledger included, beside the bare SMTP library sending messages of the
 * same content through as many pooled connections to the same sink. Both have sent as many before: what is measured is steady throughput,
 * not how fast a process warms up.
 */
export async function benchMail(): Promise<Figure[]> {
  const sink = await startSink();
  const postgres = await startServerPostgres();
  const settings = { DATABASE_URL: postgres.ownerUrl, SECRET: "c".repeat(40), LOG_LEVEL: "error" };
  // Mail for people comes into the outbox, where a visitor finds it; the follow-ups then go to the sink.
  const first = await startProduct(settings);
  const shop = await openShop(first, "bench@owner.test", "Bench Decks");
  await askForGuide(first, shop.slug, { name: "Sample Person", email: "sample@client.test" });
  await first.stop();
  const product = await startProduct({ ...settings, DATA_DIR: first.dataDir, SMTP_URL: sink.url });
  const client = new pg.Client({ connectionString: postgres.ownerUrl });
  await client.connect();
  try {
    const transport = bareTransport(sink.url);
    const ours: number[] = [];
    const bare: number[] = [];
    for (let round = 0; round <= ROUNDS; round++) {
      bare.push(await bareRate(transport));
      ours.push(await ourRate(client, sink, round));
    }
    transport.close();
    // The first round warmed both up.
    const [our, their] = [median(ours.slice(1)), median(bare.slice(1))];
    return [
      {
        what: "Follow-up mails per second, ledger included, beside the bare SMTP library",
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

function bareTransport(url: string): Transporter {
  return nodemailer.createTransport({
    url,
    pool: true,
    maxConnections: CONNECTIONS,
    maxMessages: Number.POSITIVE_INFINITY,
  } as never);
}

async function bareRate(transport: Transporter): Promise<number> {
  const text =
    "Hi Dana,\n\nTwo days ago I sent you a guide. Which part fits your situation best, and what did it leave open?\n\nBench Decks\n";
  const send = (at: number) =>
    transport.sendMail({
      from: '"Bench Decks" <mail@localhost>',
      to: `"Dana Ruiz" <bare${at}@client.test>`,
      subject: "Did the guide answer your question?",
      text: text.repeat(2),
      html: `<html><body>${`<p>${text}</p>`.repeat(3)}</body></html>`,
      headers: { "List-Unsubscribe": "<http://localhost:3000/u/x>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" },
    });
  const began = performance.now();
  await Promise.all(Array.from({ length: MESSAGES }, (_, at) => send(at)));
  const seconds = (performance.now() - began) / 1000;
  return MESSAGES / seconds;
}

// Leads whose follow-up is due now, put straight into the tables of the running product, which finds and drains them.
async function ourRate(client: pg.Client, sink: SmtpSink, round: number): Promise<number> {
  const before = sink.count();
  // A follow-up after days waits for a working day; one after minutes is the same mail at any hour.
  await client.query(`update sequences set steps = jsonb_set(steps, '{1,delay}', '{"amount": 0, "unit": "minutes"}')`);
  await client.query(
    `with made as (
       insert into leads (account_id, id, name, email, created_at)
       select s.account_id, gen_random_uuid(), 'Dana Ruiz', 'due' || n || '-${round}@client.test', s.created_at from sequences s, generate_series(1, ${MESSAGES}) n
       returning account_id, id
     ), enrolled as (
       insert into sequences_enrolments (account_id, id, sequence_id, lead_id, started_at)
       select made.account_id, gen_random_uuid(), s.id, made.id, s.created_at from made join sequences s using (account_id)
       returning account_id, id
     )
     insert into sequences_steps (account_id, enrolment_id, step, state, due_at)
     select account_id, id, 1, 'waiting', $1 from enrolled`,
    [new Date().toISOString()],
  );
  // The sink counts: asking the database all the time would be part of what is measured.
  for (let look = 0; sink.count() - before < MESSAGES && look < 1200; look++) await sleep(100);
  // The last outcomes are on their way into the ledger.
  await sleep(500);
  const { rows } = await client.query<{ first: Date; last: Date; sent: number }>(
    `select min(created_at) as first, max(sent_at) as last, count(*) filter (where state = 'sent')::int as sent
     from mail_messages where recipient like 'due%-${round}@client.test'`,
  );
  const { first, last, sent } = rows[0]!;
  if (sent < MESSAGES) throw new Error(`only ${sent} of ${MESSAGES} follow-ups were sent`);
  return MESSAGES / ((last.getTime() - first.getTime()) / 1000);
}
