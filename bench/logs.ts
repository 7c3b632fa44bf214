import pg from "pg";
import { startServerPostgres } from "../e2e/harness/postgres.ts";
import { removeData, startProduct } from "../e2e/harness/product.ts";
import { openShop } from "../e2e/harness/visitor.ts";
import type { Figure } from "./figure.ts";
import { median, p95, words } from "./tools.ts";

const ENTRIES = 100_000;
const JOBS = 40;
const DAY_ENTRIES = 500;
const DAY_PHOTOS = 200;
const ROUNDS = 40;
const WARM = 8;
const SEARCH_MS = 100;
const DAY_MS = 300;

const BIG = "01900000-0000-7000-8000-0000000000b1";

const ASKED = [
  { name: "A search for a common word", path: "/account/logs?q=framing", limit: SEARCH_MS },
  {
    name: "A search for two words, one of them rare",
    path: "/account/logs?q=framing+gable",
    limit: SEARCH_MS,
  },
  { name: "A search for a person and the weather", path: "/account/logs?q=bench+rain", limit: SEARCH_MS },
  { name: "A search that finds nothing", path: "/account/logs?q=zebra", limit: SEARCH_MS },
  { name: "Days of all jobs", path: "/account/logs", limit: SEARCH_MS },
  { name: "A month with its gaps", path: "/account/logs?view=month", limit: SEARCH_MS },
  {
    name: `What a device asks for a job whose day has ${DAY_ENTRIES} entries and ${DAY_PHOTOS} photos`,
    path: `/account/sync/records?since=0&job=${BIG}`,
    limit: DAY_MS,
  },
] as const;

/** A business with years of daily logs: time from the request to the last byte, one request after another. */
export async function benchLogs(): Promise<Figure[]> {
  const postgres = await startServerPostgres();
  const product = await startProduct({
    DATABASE_URL: postgres.ownerUrl,
    SECRET: "l".repeat(40),
    LOG_LEVEL: "error",
  });
  const client = new pg.Client({ connectionString: postgres.ownerUrl });
  try {
    const { visitor } = await openShop(product, "bench@owner.test", "Bench Decks");
    const { account, user } = (await (await visitor.get("/account/field/me")).json()) as {
      account: string;
      user: string;
    };
    await client.connect();
    await fill(client, account, user);
    const cookie = visitor.cookies();
    const figures: Figure[] = [];
    for (const { name, path, limit } of ASKED) {
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
          what: `${name}, ${words(ENTRIES)} entries, ${which}, beside ${limit} ms`,
          ours: `${ours.toFixed(1)} ms`,
          limit: `${limit} ms`,
          ratio: limit / ours,
          aim: 1,
        });
    }
    return figures;
  } finally {
    await client.end();
    await product.stop();
    await postgres.remove();
    await removeData(product.dataDir);
  }
}

async function fill(client: pg.Client, account: string, user: string): Promise<void> {
  await client.query("insert into businesses_open_tools (tool, since) values ('logs', now())");
  await client.query(
    `insert into jobs (account_id, job_id, name, status, team, changed_at, starts_on)
     select $1, ('01900000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'Job ' || n, 'active', '{}', now(), '2020-01-01'
       from generate_series(1, ${JOBS}) n`,
    [account],
  );
  // Ten entries per day and job, spread evenly over the sentences.
  await client.query(
    `insert into logs_entries (account_id, id, job_id, date, company, weather, type, text, title, people, hours, tags, photos, author, written_at)
     select $1, gen_random_uuid(), ('01900000-0000-7000-8000-' || lpad((1 + n / 10 % ${JOBS})::text, 12, '0'))::uuid, d, $1,
            md5('w' || (n / 10 % ${JOBS}) || d)::uuid, case n % 10 when 0 then 'crew' else 'work' end, t, 'Work', case n % 10 when 0 then 4 end,
            case n % 10 when 0 then 32 end, '{}', '{}', $2, now()
       from generate_series(0, ${ENTRIES - 1}) n, lateral (select current_date - (n / ${10 * JOBS})::int as d) x,
            lateral (select (array['Framing crew set walls along line', 'Poured footings at grid', 'Delivered lumber and hardware to bay',
              'Framing inspection passed on floor', 'Roofers dried in slope', 'Set trusses over', 'Excavated trench for drain',
              'Electric rough-in of room', 'Hung drywall in unit', 'Cleaned up area'])[1 + n % 10] || ' ' || n
              || case when n % 997 = 0 then ' at the gable' else '' end as t) y`,
    [account, user],
  );
  await client.query(
    `insert into logs_days (account_id, id, job_id, date, company, state)
     select account_id, gen_random_uuid(), job_id, date, company, 'submitted' from logs_entries group by 1, 3, 4, 5`,
  );
  await client.query(
    `insert into logs_weathers (account_id, id, job_id, date, said)
     select distinct on (weather) account_id, weather, job_id, date, '{}'::jsonb from logs_entries`,
  );
  await client.query(
    `insert into worklist_items (account_id, id, kind, job_id, date, title, type, person, context, tags, photos, words)
     select account_id, id, 'logs.entry', job_id, date, title, type, author, weather, tags, photos, lower(text) from logs_entries
     union all
     select account_id, id, 'logs.weather', job_id, date, 'Weather', null, null, null, '{}', '{}',
            case when date::text like '%1' then 'rain in the morning' else 'clear' end
       from logs_weathers`,
  );
  const value = (said: string) =>
    `jsonb_build_object('values', jsonb_build_array(jsonb_build_object('value', ${said}, 'by', gen_random_uuid(), 'at', 1, 'author', '${user}')), 'gone', '[]'::jsonb)`;
  await client.query(
    `insert into sync_records (account_id, id, kind, job_id, revision, fields, removed)
     select $1, gen_random_uuid(), 'logs.entry', $2, 1000000 + n,
            jsonb_build_object('date', ${value("to_jsonb(current_date::text)")}, 'company', ${value("to_jsonb($1::uuid)")}, 'type', ${value(`'"work"'::jsonb`)},
              'text', ${value("to_jsonb('Flashing around the chimney is loose on the north side. Took photos, told the owner. ' || n)")})
            || case when n <= ${DAY_PHOTOS} then jsonb_build_object('photos.' || encode(sha256(n::text::bytea), 'hex'), ${value(`'{"type":"image/jpeg","at":1}'::jsonb`)}) else '{}'::jsonb end,
            false
       from generate_series(1, ${DAY_ENTRIES}) n`,
    [account, BIG],
  );
  await client.query("update sync_heads set count = 2000000 where account_id = $1", [account]);
  await client.query("analyze");
}
