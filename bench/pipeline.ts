import pg from "pg";
import { startServerPostgres } from "../e2e/harness/postgres.ts";
import { removeData, startProduct } from "../e2e/harness/product.ts";
import { openShop } from "../e2e/harness/visitor.ts";
import { fillTwoYears } from "./dashboard.ts";
import type { Figure } from "./figure.ts";
import { median, p95, words } from "./tools.ts";

const ROUNDS = 40;
const WARM = 8;
const LIMIT_MS = 150;

/**
 * The screens that list all leads, for a business with two years of data (bench/dashboard.ts): time from the
 * request to the last byte, one request after another.
 */
export async function benchPipeline(): Promise<Figure[]> {
  const postgres = await startServerPostgres();
  const settings = { DATABASE_URL: postgres.ownerUrl, SECRET: "d".repeat(40), LOG_LEVEL: "error" };
  const first = await startProduct(settings);
  const client = new pg.Client({ connectionString: postgres.ownerUrl });
  const shop = await openShop(first, "bench@owner.test", "Bench Decks");
  await first.stop();
  await client.connect();
  await fillTwoYears(client);
  await fillPipeline(client);
  const { rows } = await client.query<{ id: string; ledger: string; leads: string }>(
    `select (select id from leads where outcome = 'won' order by created_at desc limit 1) as id,
            (select count(*) from sequences_steps) as ledger, (select count(*) from leads) as leads`,
  );
  const { id, ledger, leads } = rows[0]!;
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
    for (const { name, path } of [
      { name: "Pipeline by stage", path: "/account/pipeline" },
      { name: "Where leads come from, 90 days", path: "/account/pipeline/brought?days=90" },
      { name: "Where leads come from, a year", path: "/account/pipeline/brought?days=365" },
      { name: "A lead's page", path: `/account/leads/${id}` },
    ]) {
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
          what: `${name}, ${words(Number(leads))} leads and ${words(Number(ledger))} rows of the ledger, ${which}, beside ${LIMIT_MS} ms`,
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

/**
 * Adds what the pipeline shows: values, appointments, stages set by hand, and lead sources, some with several
 * touches.
 */
async function fillPipeline(client: pg.Client): Promise<void> {
  await client.query(`
    with numbered as (select account_id, id, row_number() over (order by created_at) as n from leads)
    update leads l set value_cents = case when n % 3 > 0 then (n % 900) * 1000 end,
           booked_at = case when n % 20 = 3 then l.created_at + interval '2 days' end,
           stage = case when n % 31 = 5 then 'talking' end, stage_at = case when n % 31 = 5 then l.created_at + interval '3 days' end
      from numbered where numbered.account_id = l.account_id and numbered.id = l.id`);
  await client.query(`
    with numbered as (select account_id, id, row_number() over (order by at) as n from leads_touches)
    update leads_touches t set source = case n % 5
             when 0 then jsonb_build_object('gclid', md5(n::text))
             when 1 then jsonb_build_object('utm_source', 'card', 'utm_campaign', 'mailing ' || n % 40)
             when 2 then jsonb_build_object('referrer', 'site' || n % 60 || '.example')
             when 3 then jsonb_build_object('page', 'decks.example/contact')
             else '{}' end
      from numbered where numbered.account_id = t.account_id and numbered.id = t.id`);
  await client.query(`
    insert into leads_touches (account_id, id, lead_id, page_id, at, source)
    select account_id, gen_random_uuid(), lead_id, page_id, at + interval '9 days', '{"referrer": "late.example"}' from leads_touches
     where random() < 0.2`);
  await client.query("vacuum analyze");
}
