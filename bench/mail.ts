import nodemailer from "nodemailer";
import pg from "pg";
import { setTimeout as sleep } from "node:timers/promises";
import { startServerPostgres } from "../e2e/harness/postgres.ts";
import { removeData, startProduct } from "../e2e/harness/product.ts";
import { startSink } from "../e2e/harness/smtp-sink.ts";
import { askForGuide, openShop } from "../e2e/harness/visitor.ts";
import type { Figure } from "./run.ts";
import { median, words } from "./tools.ts";

const MESSAGES = 3000;
const ROUNDS = 3;
// As many as our own mailer opens.
const CONNECTIONS = 10;

/**
 * Follow-ups per second from due ledger rows to `sent`, states and ledger included, beside the bare SMTP library sending messages of the
 * same content through as many pooled connections to the same sink.
 */
export async function benchMail(): Promise<Figure[]> {
  const sink = await startSink();
  const postgres = await startServerPostgres();
  const settings = { DATABASE_URL: postgres.ownerUrl, SECRET: "c".repeat(40), LOG_LEVEL: "error" };
  const first = await startProduct(settings);
  const shop = await openShop(first, "bench@owner.test", "Bench Decks");
  await askForGuide(first, shop.slug, { name: "Sample Person", email: "sample@client.test" });
  await first.stop();
  const client = new pg.Client({ connectionString: postgres.ownerUrl });
  await client.connect();
  try {
    const ours: number[] = [];
    const bare: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      bare.push(await bareRate(sink.url));
      ours.push(await ourRate(client, { ...settings, DATA_DIR: first.dataDir, SMTP_URL: sink.url }, round));
    }
    return [
      {
        what: "Follow-up mails per second, ledger included, beside the bare SMTP library",
        ours: words(median(ours)),
        limit: words(median(bare)),
        ratio: median(ours) / median(bare),
        aim: 0.7,
      },
    ];
  } finally {
    await client.end();
    await postgres.remove();
    await sink.stop();
    await removeData(first.dataDir);
  }
}

async function bareRate(url: string): Promise<number> {
  const transport = nodemailer.createTransport({
    url,
    pool: true,
    maxConnections: CONNECTIONS,
    maxMessages: Number.POSITIVE_INFINITY,
  } as never);
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
  await Promise.all(Array.from({ length: 50 }, (_, at) => send(at)));
  const began = performance.now();
  await Promise.all(Array.from({ length: MESSAGES }, (_, at) => send(at)));
  const seconds = (performance.now() - began) / 1000;
  transport.close();
  return MESSAGES / seconds;
}

// Leads whose follow-up is due now, put straight into the tables; the product then starts and drains them.
async function ourRate(client: pg.Client, settings: Record<string, string>, round: number): Promise<number> {
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
  const product = await startProduct(settings);
  const count = async () =>
    (
      await client.query<{ first: Date | null; last: Date | null; sent: number }>(
        `select min(claimed_at) as first, max(sent_at) as last, count(*) filter (where state = 'sent')::int as sent
         from mail_messages where recipient like 'due%-${round}@client.test'`,
      )
    ).rows[0]!;
  let state = await count();
  for (let look = 0; state.sent < MESSAGES && look < 600; look++) {
    await sleep(200);
    state = await count();
  }
  await product.stop();
  if (state.sent < MESSAGES) throw new Error(`only ${state.sent} of ${MESSAGES} follow-ups were sent`);
  const { rows } = await client.query<{ first: Date }>(
    `select min(created_at) as first from mail_messages where recipient like 'due%-${round}@client.test'`,
  );
  return MESSAGES / ((state.last!.getTime() - rows[0]!.first.getTime()) / 1000);
}
