import type { Browser, Page } from "playwright-core";
import { launchBrowser, PHONE, signInAs } from "../e2e/harness/browser.ts";
import { type ServerPostgres, startServerPostgres } from "../e2e/harness/postgres.ts";
import { removeData, type RunningProduct, startProduct } from "../e2e/harness/product.ts";
import { openShop, type Visitor } from "../e2e/harness/visitor.ts";
import { newId } from "../src/platform/db/ids.ts";
import { newJob, typeKeys } from "./device.ts";
import type { Figure } from "./figure.ts";
import { slowDown } from "./frames.ts";
import { beside, median, p95, timesOf, words } from "./tools.ts";

const ISSUES = 10_000;
const LIMIT_MS = 100;
const SLOWER = 4;
const ROUNDS = 5;
/** Filters of the device's list that are shown with these issues. */
const SHOWS = ["Overdue", "With subs", "To review", "Closed", "All", "Open"] as const;

/**
 * 10,000 issues of one job: filtered and searched on a phone that has them, and over HTTP by the office and
 * another program.
 */
export async function benchIssues(): Promise<Figure[]> {
  const postgres = await startServerPostgres();
  const settings = { DATABASE_URL: postgres.ownerUrl, SECRET: "i".repeat(40), LOG_LEVEL: "error" };
  const product = await startProduct(settings);
  const browser = await launchBrowser();
  try {
    const { visitor } = await openShop(product, "bench@owner.test", "Bench Decks");
    await postgres.sql("insert into businesses_open_tools (tool, since) values ('checklists', now())");
    const { job } = await newJob(visitor);
    await fill(postgres, job);
    const { filters, keys, slowFilters, slowKeys, opened } = await onPhone(browser, product, {
      visitor,
      job,
    });
    const key = await newKey(visitor);
    const viaApi = await timesOf(product, visitor, `/api/v1/issues?state=closed&jobId=${job}`, {
      Authorization: `Bearer ${key}`,
    });
    const office = await timesOf(product, visitor, `/account/checklists/report?job=${job}`);
    const what = `${words(ISSUES)} issues of a job`;
    const slower = `processor ${SLOWER} times slower`;
    return [
      beside(
        `${what} on a phone (opened within ${words(opened)} ms, ${slower}): from a tap on a filter until the first screen of them is drawn, median of ${filters.length} (p95 ${words(p95(filters))} ms; ${slower} ${words(median(slowFilters))} ms)`,
        median(filters),
        LIMIT_MS,
      ),
      beside(
        `${what} on a phone: a key typed into Find until what it finds is drawn, median of ${keys.length} (p95 ${words(p95(keys))} ms; ${slower} ${words(median(slowKeys))} ms)`,
        median(keys),
        LIMIT_MS,
      ),
      beside(
        `${what}: the closed ones over the API, a page, median (p95 ${words(p95(viaApi))} ms)`,
        median(viaApi),
        LIMIT_MS,
      ),
      beside(
        `${what}: the office’s form of their list, with every place, trade and sub to filter by, median (p95 ${words(p95(office))} ms)`,
        median(office),
        LIMIT_MS,
      ),
    ];
  } finally {
    await browser.close();
    await product.stop();
    await removeData(product.dataDir);
    await postgres.remove();
  }
}

/** Inserts the issues as applied commands would have left them. */
async function fill({ sql }: ServerPostgres, job: string): Promise<void> {
  await sql(
    `create table bench_issues as
     select gen_random_uuid() as id, gen_random_uuid() as command, j.account_id, j.job_id, h.count + n as revision, n, u.id as person,
            now() - (n % 90) * interval '1 day' as at,
            (array['open', 'open', 'working', 'ready', 'refused', 'closed'])[1 + n % 6] as state,
            jsonb_strip_nulls(jsonb_build_object(
              'title', 'Flashing is loose at window ' || n, 'priority', 'normal', 'number', 'PL-' || lpad(n::text, 3, '0'),
              'details', case when n % 3 = 0 then 'The north side lifts in the wind. Seal it and fasten it again.' end,
              'where', 'Unit ' || n % 400, 'trade', (array['Roofing', 'Siding', 'Windows', 'Paint', 'Drywall'])[1 + n % 5],
              'state', (array['open', 'open', 'working', 'ready', 'refused', 'closed'])[1 + n % 6],
              'due', (current_date + n % 60 - 30)::text,
              'assignee', case when n % 4 > 0 then jsonb_build_object('kind', 'firm', 'id', md5('firm ' || n % 40)::uuid, 'name', 'Firm ' || n % 40) end)) as sets
       from jobs j join sync_heads h on h.account_id = j.account_id cross join (select id from identity_users limit 1) u
      cross join generate_series(1, $2) n where j.job_id = $1`,
    [job, ISSUES],
  );
  await sql(
    `insert into sync_records (account_id, id, kind, job_id, revision, fields, removed)
     select account_id, id, 'issues.issue', job_id, revision,
            (select jsonb_object_agg(key, jsonb_build_object('values', jsonb_build_array(jsonb_build_object(
               'value', value, 'by', command, 'at', floor(extract(epoch from at) * 1000), 'author', person)), 'gone', '[]'::jsonb))
               from jsonb_each(sets)), false
       from bench_issues`,
  );
  await sql(
    `insert into sync_commands (account_id, id, kind, record_id, job_id, number, author_id, captured_at, skew, zone, received_at, sets, replaces, media, hash)
     select account_id, command, 'issues.issue', id, job_id, revision, person, at, 0, 'UTC', at, sets, '{}', '{}', '' from bench_issues`,
  );
  await sql(
    `insert into issues_issues (account_id, id, job_id, number, state, state_at, firm_id, due, created_at)
     select account_id, id, job_id, sets ->> 'number', state, at, (sets #>> '{assignee,id}')::uuid, sets ->> 'due', at from bench_issues`,
  );
  await sql(
    `insert into worklist_items (account_id, id, kind, job_id, date, number, title, type, state, person, tags, photos, words)
     select account_id, id, 'issues.issue', job_id, at::date, sets ->> 'number', sets ->> 'title', state, state, person, '{}', '{}',
            lower(concat_ws(' ', sets ->> 'number', sets ->> 'title', sets ->> 'where', sets ->> 'trade'))
       from bench_issues`,
  );
  await sql("update sync_heads set count = count + $1", [ISSUES]);
  await sql("drop table bench_issues");
  await sql("vacuum analyze");
}

async function onPhone(
  browser: Browser,
  product: RunningProduct,
  { visitor, job }: { readonly visitor: Visitor; readonly job: string },
) {
  const context = await browser.newContext({ viewport: PHONE, deviceScaleFactor: 2, hasTouch: true });
  await signInAs(context, product.url, visitor);
  const page = await context.newPage();
  await page.goto(`${product.url}/account/job/${job}/checklists/issues`);
  await page.getByRole("button", { name: `All ${ISSUES}`, exact: true }).waitFor({ timeout: 240_000 });
  await page.evaluate(async () => Boolean((await navigator.serviceWorker.ready).active));
  await context.setOffline(true);
  const filters = await filter(page);
  const keys = await find(page);
  await slowDown(page, SLOWER);
  const slowFilters = await filter(page);
  const slowKeys = await find(page);
  await page.reload({ waitUntil: "commit" });
  const opened = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const look = () =>
          document.querySelector(".issue-row")
            ? requestAnimationFrame(() => setTimeout(() => resolve(performance.now())))
            : requestAnimationFrame(look);
        look();
      }),
  );
  await context.close();
  return { filters, keys, slowFilters, slowKeys, opened };
}

/** Taps each filter. @returns milliseconds from the tap to the frame with its issues */
async function filter(page: Page): Promise<number[]> {
  const took: number[] = [];
  for (let round = 0; round < ROUNDS; round++)
    for (const show of SHOWS) {
      const button = page.locator(".issue-shows button").filter({ hasText: new RegExp(`^${show} `) });
      took.push(
        await button.evaluate(
          (tapped) =>
            new Promise<number>((resolve) => {
              const look = () => {
                if (tapped.getAttribute("aria-pressed") !== "true") return void requestAnimationFrame(look);
                // Drawn means the next frame, not the moment they are in the document.
                requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)));
              };
              const began = performance.now();
              (tapped as HTMLElement).click();
              look();
            }),
        ),
      );
      await page.waitForTimeout(200);
    }
  return took;
}

/** Types what finds few of them, and deletes it again. @returns milliseconds per key, to the frame */
async function find(page: Page): Promise<number[]> {
  const field = page.getByRole("searchbox", { name: "Find" });
  await field.focus();
  const took = await typeKeys(page, "window 4711");
  await page.waitForTimeout(1_000);
  const found = await page.locator(".issue-row").count();
  if (found !== 1 && found !== 0) throw new Error(`${found} issues were found`);
  await field.fill("");
  return took;
}

/** @returns a key of another program that reads issues */
async function newKey(visitor: Visitor): Promise<string> {
  const made = await visitor.post("/account/settings/api", {
    ...{ id: newId(), intent: "make", name: "Bench", "scope-issues-read": "yes" },
  });
  const key = /pl_[\w-]{48}/.exec(await made.text())?.[0];
  if (!key) throw new Error(`making a key answered ${made.status}`);
  return key;
}
