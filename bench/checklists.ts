import { type ServerPostgres, startServerPostgres } from "../e2e/harness/postgres.ts";
import { removeData, startProduct } from "../e2e/harness/product.ts";
import { openShop } from "../e2e/harness/visitor.ts";
import { newJob } from "./device.ts";
import type { Figure } from "./figure.ts";
import { beside, median, p95, timesOf, words } from "./tools.ts";

const RUNS = 10_000;
/** As many as our own lists have. */
const ITEMS = 30;
const LISTS = 40;
const PEOPLE = 12;
const SCHEDULES = 300;
const ISSUES = 10_000;
const FIRMS = 60;
const LIMIT_MS = 100;

const VIEWS = [
  ["what fails often, of all months", "/account/checklists/fails?months=all"],
  ["what fails often, of 3 months", "/account/checklists/fails"],
  ["what fails often of one list", "/account/checklists/fails?months=all&list=list-7"],
  ["the list with its counts", "/account/checklists"],
  [`${SCHEDULES} schedules, with what is overdue`, "/account/checklists/schedules"],
] as const;

/** What fails often in 10,000 checklists and issues of a year, the list of them, and 300 schedules. */
export async function benchChecklists(): Promise<Figure[]> {
  const postgres = await startServerPostgres();
  const product = await startProduct({
    DATABASE_URL: postgres.ownerUrl,
    SECRET: "c".repeat(40),
    LOG_LEVEL: "error",
  });
  try {
    const { visitor } = await openShop(product, "bench@owner.test", "Bench Decks");
    await postgres.sql("insert into businesses_open_tools (tool, since) values ('checklists', now())");
    const { job } = await newJob(visitor);
    await fill(postgres, job);
    const figures: Figure[] = [];
    for (const [what, path] of VIEWS) {
      const took = await timesOf(product, visitor, path);
      const of = `${words(RUNS)} checklists of ${ITEMS} items: ${what}`;
      figures.push(
        beside(`${of}, median`, median(took), LIMIT_MS),
        beside(`${of}, p95`, p95(took), LIMIT_MS),
      );
    }
    return figures;
  } finally {
    await product.stop();
    await removeData(product.dataDir);
    await postgres.remove();
  }
}

async function fill({ sql }: ServerPostgres, job: string): Promise<void> {
  await sql(
    `insert into identity_users (id, email, email_verified, name, created_at, updated_at)
     select gen_random_uuid(), 'crew' || n || '@bench.test', true, 'Crew' || n || ' Member', now(), now() from generate_series(1, $1) n`,
    [PEOPLE],
  );
  await sql(
    `with person as (select id, row_number() over (order by email) - 1 as at from identity_users where email like 'crew%'),
          run as (select n, gen_random_uuid() as id, 'list-' || n % $3 as list, now() - (n % 365) * interval '1 day' - n * interval '1 second' as at
                    from generate_series(1, $2) n)
     insert into checklists_marks (account_id, answer, run, job_id, list, item, month, failed, person)
     select j.account_id, gen_random_uuid(), run.id, j.job_id, list, 'item-' || i, to_char(run.at, 'YYYY-MM'),
            (n * 31 + i * 17) % 23 = 0, person.id
       from run cross join generate_series(1, $4) i join person on person.at = n % $5
       cross join (select account_id, job_id from jobs where job_id = $1) j`,
    [job, RUNS, LISTS, ITEMS, PEOPLE],
  );
  await sql(
    `insert into checklists_tallies (account_id, list, item, month, title, words, marked, failed)
     select account_id, list, item, month, 'The list ' || list, item || ' of the list, as it is written',
            count(*), count(*) filter (where failed)
       from checklists_marks group by account_id, list, item, month`,
  );
  await sql(
    `insert into worklist_items (account_id, id, kind, job_id, date, title, type, tags, photos, words)
     select account_id, gen_random_uuid(), 'checklists.run', job_id, current_date - n % 365, 'List ' || n,
            (array['open', 'finished', 'approved'])[1 + n % 3], '{}', '{}', 'list ' || n
       from jobs, generate_series(1, $2) n where job_id = $1`,
    [job, RUNS],
  );
  await sql(
    `with schedule as (
       select account_id, job_id, gen_random_uuid() as id, n from jobs, generate_series(1, $2) n where job_id = $1),
     item as (
       insert into worklist_items (account_id, id, kind, job_id, date, title, type, tags, photos, words)
       select account_id, id, 'checklists.schedule', job_id, current_date, 'Check ' || n, 'on', '{}', '{}', 'check' from schedule)
     insert into sync_records (account_id, id, kind, job_id, revision, fields, removed)
     select account_id, id, 'checklists.schedule', job_id, 1000000 + n, jsonb_object_agg(name, jsonb_build_object('values',
              jsonb_build_array(jsonb_build_object('value', value, 'by', id, 'at', floor(extract(epoch from now() - interval '30 days') * 1000), 'author', null)), 'gone', '[]'::jsonb)), false
       from schedule, lateral (values ('title', to_jsonb('Check ' || n)), ('list', '"crane"'::jsonb), ('from', '"2026-01-05"'::jsonb),
              ('rhythm', '{"every": 1, "unit": "day", "weekdays": []}'::jsonb)) f (name, value)
      group by account_id, id, job_id, n`,
    [job, SCHEDULES],
  );
  await sql(
    `with firm as (select account_id, gen_random_uuid() as id, n from jobs, generate_series(1, $3) n where job_id = $1),
     record as (
       insert into sync_records (account_id, id, kind, job_id, revision, fields, removed)
       select account_id, id, 'issues.firm', null, 2000000 + n, jsonb_build_object('name', jsonb_build_object('values',
                jsonb_build_array(jsonb_build_object('value', 'Firm ' || n, 'by', id, 'at', 0, 'author', null)), 'gone', '[]'::jsonb)), false
         from firm)
     insert into issues_issues (account_id, id, job_id, state, state_at, firm_id, created_at, fixed_at, refusals)
     select account_id, gen_random_uuid(), $1, 'ready', now(), id, now() - i % 365 * interval '1 day',
            now() - (i % 365 - i % 9) * interval '1 day', (i % 11 = 0)::int
       from generate_series(1, $2) i join firm on firm.n = 1 + i % $3`,
    [job, ISSUES, FIRMS],
  );
  await sql("vacuum analyze");
}
