import pg from "pg";
import { startServerPostgres } from "../e2e/harness/postgres.ts";
import { removeData, startProduct } from "../e2e/harness/product.ts";
import { openShop } from "../e2e/harness/visitor.ts";
import type { Figure } from "./figure.ts";
import { median, p95, words } from "./tools.ts";

const LEADS = 50_000;
/** Two runs of five steps each: 500,000 rows in the ledger. */
const RUNS = 2;
const STEPS = 5;
const ROUNDS = 60;
const WARM = 10;
const LIMIT_MS = 150;

const SCREENS = [
  { name: "Today", path: "/account/dashboard" },
  { name: "Today, all that goes out", path: "/account/dashboard?all=ahead" },
  { name: "What an open page asks every five seconds", path: "/account/pulse" },
] as const;

/**
 * A business with two years of data: time from the request to the last byte, one request after another. About
 * 2,000 emails are planned for today, 900 went out, 300 calls are due, 4,000 people have replied.
 */
export async function benchDashboard(): Promise<Figure[]> {
  const postgres = await startServerPostgres();
  const settings = { DATABASE_URL: postgres.ownerUrl, SECRET: "d".repeat(40), LOG_LEVEL: "error" };
  const first = await startProduct(settings);
  const client = new pg.Client({ connectionString: postgres.ownerUrl });
  const shop = await openShop(first, "bench@owner.test", "Bench Decks");
  await first.stop();
  await client.connect();
  await fillTwoYears(client);
  // Only the web: a worker would send the planned emails.
  const product = await startProduct({
    ...settings,
    DATA_DIR: first.dataDir,
    PORT: String(first.port),
    ROLE: "web",
  });
  try {
    const cookie = shop.visitor.cookies();
    const figures: Figure[] = [];
    for (const { name, path } of SCREENS) {
      const took: number[] = [];
      for (let round = -WARM; round < ROUNDS; round++) {
        const began = performance.now();
        const answer = await fetch(product.url + path, { headers: { Cookie: cookie } });
        const text = await answer.text();
        if (answer.status !== 200 || !text) throw new Error(`${path} answered ${answer.status}`);
        if (round >= 0) took.push(performance.now() - began);
      }
      for (const [which, ours] of [
        ["median", median(took)],
        ["p95", p95(took)],
      ] as const)
        figures.push({
          what: `${name}, ${words(LEADS)} leads and ${words(LEADS * RUNS * STEPS)} rows of the ledger, ${which}, beside ${LIMIT_MS} ms`,
          ours: `${ours.toFixed(1)} ms`,
          limit: `${LIMIT_MS} ms`,
          ratio: LIMIT_MS / ours,
          aim: 1,
        });
    }
    return figures;
  } finally {
    await client.end();
    await product.stop();
    await removeData(product.dataDir);
    await postgres.remove();
  }
}

/** Fills the tables of the only business with two years of data. */
export async function fillTwoYears(client: pg.Client): Promise<void> {
  const account = `(select account_id from leads_pages limit 1)`;
  const sequence = `(select id from sequences where retired_at is null limit 1)`;
  // A typical five steps: the gift, emails, a call.
  const body =
    "A few days ago I sent you the guide. Which part fits your situation best, and what did it leave open? ".repeat(
      8,
    );
  const mail = (days: number) => ({
    kind: "mail",
    delay: { amount: days, unit: "days" },
    subject: `Day ${days}`,
    body,
  });
  const steps = [
    { kind: "gift", subject: "9 questions", body },
    mail(2),
    mail(5),
    { kind: "call", delay: { amount: 7, unit: "days" }, say: body.slice(0, 300) },
    mail(14),
  ];
  await client.query("update sequences set steps = $1", [JSON.stringify(steps)]);
  await client.query(`
    insert into leads (account_id, id, name, email, phone, created_at, replied_at, outcome, outcome_at)
    select ${account}, gen_random_uuid(), 'Client Number ' || n, 'client' || n || '@bench.test', '+1303' || lpad(n::text, 7, '0'),
           now() - n * interval '20 minutes', case when n % 12 = 0 then now() - n * interval '15 minutes' end,
           case when n % 25 = 0 then 'won' when n % 9 = 0 then 'lost' end, case when n % 25 = 0 or n % 9 = 0 then now() end
      from generate_series(1, ${LEADS}) n`);
  await client.query(`
    insert into leads_touches (account_id, id, lead_id, page_id, at, source, answers)
    select account_id, gen_random_uuid(), id, (select id from leads_pages limit 1), created_at, '{}',
           json_build_object('phone', phone, 'need', 'A new deck behind the house')::jsonb from leads`);
  await client.query(`
    insert into leads_replies (account_id, id, lead_id, via, at, subject, body, waiting)
    select account_id, gen_random_uuid(), id, 'mail', replied_at, 'Re: 9 questions', 'Could you come by on Thursday?', random() < 0.2
      from leads where replied_at is not null`);
  await client.query(`
    insert into sequences_enrolments (account_id, id, sequence_id, lead_id, run, started_at)
    select account_id, gen_random_uuid(), ${sequence}, id, run, created_at from leads, generate_series(1, ${RUNS}) run`);
  // Of every 50 enrollments one has an email planned today, one got one today, some wait for later days, and
  // the rest are long finished.
  await client.query(`
    insert into sequences_steps (account_id, enrolment_id, step, state, due_at, message_id, decided_at, done_at, reason)
    select account_id, id, step,
           case when step < 2 then 'handed' when step = 3 and n % 300 = 7 then 'task' when step = 3 and n % 50 > 1 then 'done'
                when n % 50 = 0 and step = 2 then 'waiting' when n % 50 < 8 then 'waiting' when n % 50 < 12 then 'not_sent' else 'handed' end,
           case when n % 50 = 0 and step = 2 then now() + interval '30 seconds' when n % 50 < 8 and step >= 2 then now() + (step + n % 40) * interval '1 day'
                else started_at + step * interval '3 days' end,
           gen_random_uuid(),
           case when n % 50 = 1 and step = 1 then now() else started_at + step * interval '3 days' end, null,
           case when n % 50 between 8 and 11 and step >= 2 then 'they replied' end
      from (select *, row_number() over () as n from sequences_enrolments where started_at < now()) e, generate_series(0, ${STEPS - 1}) step
    on conflict do nothing`);
  await client.query(
    `
    insert into mail_messages (account_id, id, kind, state, via, from_name, from_address, recipient_name, recipient, subject, text, headers,
                               attachments, message_id_header, unsubscribe_url, about_id, created_at, attempts, next_attempt_at, sent_at)
    select s.account_id, s.message_id, 'followup', 'sent', 'smtp', 'Bench', 'a@bench.test', l.name, l.email, 'Day 2', 'Hi.', '{}', '[]',
           '<' || s.message_id || '@bench.test>', 'http://localhost/u/x', l.id, s.decided_at, 1, s.decided_at,
           case when row_number() over () % 300 = 0 then now() else s.decided_at end
      from sequences_steps s join sequences_enrolments e on e.account_id = s.account_id and e.id = s.enrolment_id
      join leads l on l.account_id = e.account_id and l.id = e.lead_id where s.state = 'handed'`,
  );
  await client.query("vacuum analyze");
}
