import type { Page } from "playwright-core";
import { launchBrowser, PHONE, signInAs } from "../e2e/harness/browser.ts";
import { photoOf } from "../e2e/harness/photos.ts";
import { type ServerPostgres, startServerPostgres } from "../e2e/harness/postgres.ts";
import { removeData, type RunningProduct, startProduct } from "../e2e/harness/product.ts";
import { openShop, type Visitor } from "../e2e/harness/visitor.ts";
import { newId } from "../src/platform/db/ids.ts";
import { termsId } from "../src/tools/changes/rules/terms.ts";
import { newJob } from "./device.ts";
import type { Figure } from "./figure.ts";
import { beside, median, p95, timesOf, words } from "./tools.ts";

const SLOWER = 4;
const PHOTOS = 9;
const LINES = 5;
const CHANGES = { open: 500, printed: 200 };
const JOBS = 2_000;
const CHANGES_PER_JOB = 4;
const COMMANDS_AT_ONCE = 50;
const LIMITS = { photoMs: 300, openMs: 300, pdfMs: 400, radarMs: 150 };

/**
 * Change orders: from a photo to the saved change on a slow phone without a signal; what a device and the
 * office ask the server for on a job of 500 changes; the change log of 200 as a PDF; and what isn't approved
 * on 2,000 jobs, on Today and in the office.
 */
export async function benchChanges(): Promise<Figure[]> {
  const postgres = await startServerPostgres();
  const product = await startProduct({
    DATABASE_URL: postgres.ownerUrl,
    SECRET: "c".repeat(40),
    LOG_LEVEL: "error",
  });
  try {
    const { visitor } = await openShop(product, "bench@owner.test", "Bench Decks");
    await postgres.sql("insert into businesses_open_tools (tool, since) values ('changes', now())");
    const big = await jobWith(visitor, CHANGES.open);
    const logged = await jobWith(visitor, CHANGES.printed);
    await approve(postgres, logged.job);
    const taps = await photosToChanges(product, visitor, big.job);
    const [device, list, one] = [
      await timesOf(product, visitor, `/account/sync/records?since=0&job=${big.job}`),
      await timesOf(product, visitor, `/account/changes?job=${big.job}`),
      await timesOf(product, visitor, `/account/changes/${big.change}`),
    ];
    const pdf = await timesOf(product, visitor, `/account/changes/log/${logged.job}`);
    const alone = await timesOf(product, visitor, "/account/dashboard");
    await manyJobs(postgres, big.change);
    const today = await timesOf(product, visitor, "/account/dashboard");
    const office = await timesOf(product, visitor, "/account/changes");
    const both = (what: string, took: number[], limit: number) => [
      beside(`${what}, median`, median(took), limit),
      beside(`${what}, p95`, p95(took), limit),
    ];
    const onJob = `A job of ${CHANGES.open} changes`;
    const onJobs = `${words(JOBS)} jobs with ${words(JOBS * CHANGES_PER_JOB)} changes`;
    return [
      ...(["saved", "shown"] as const).map((when) => {
        const took = taps.map((one) => one[when]);
        const figure = beside(
          `A photo becomes extra work with 2 taps: from the second until it is ${when}, ${onJob.toLowerCase()}, no signal, processor ${SLOWER} times slower, median of ${took.length} (slowest ${words(Math.max(...took))} ms)`,
          median(took),
          LIMITS.photoMs,
        );
        // The limit is on saving it.
        return when === "saved" ? figure : { ...figure, aim: undefined };
      }),
      ...both(`${onJob}: what a device asks for`, device, LIMITS.openMs),
      ...both(`${onJob}: the office’s list`, list, LIMITS.openMs),
      ...both(`${onJob}: one of them in the office`, one, LIMITS.openMs),
      ...both(`The change log of ${CHANGES.printed} changes as a PDF over HTTP`, pdf, LIMITS.pdfMs),
      ...both(
        `Today, with what isn’t approved on ${onJobs} (median without them ${median(alone).toFixed(1)} ms)`,
        today,
        LIMITS.radarMs,
      ),
      ...both(`The office’s list, with what isn’t approved on ${onJobs}`, office, LIMITS.radarMs),
    ];
  } finally {
    await product.stop();
    await removeData(product.dataDir);
    await postgres.remove();
  }
}

/** Writes changes as a device would. @returns their job, and the last of them */
async function jobWith(visitor: Visitor, count: number): Promise<{ job: string; change: string }> {
  const { job, send } = await newJob(visitor);
  const changeOf = (at: number) => ({
    ...{ kind: "changes.change", record: newId(), media: [] },
    sets: {
      ...{ title: `Move opening ${at + 1}`, description: "Eight inches to the left, header reframed." },
      ...{ reason: "client", days: at % 4, knownAt: new Date().toISOString() },
      ...Object.fromEntries(
        Array.from({ length: LINES }, (_, place) => [
          `lines.${newId()}`,
          {
            ...{ place: place + 1, category: place % 2 ? "material" : "labor", text: `Part ${place + 1}` },
            ...{ quantity: 2500, unit: "hr", cents: 6_500, isFixed: false, isTaxable: place % 2 === 1 },
          },
        ]),
      ),
    },
  });
  const all = Array.from({ length: count }, (_, at) => changeOf(at));
  for (let at = 0; at < count; at += COMMANDS_AT_ONCE) await send(all.slice(at, at + COMMANDS_AT_ONCE));
  return { job, change: all.at(-1)!.record };
}

/** Most of a job's changes are approved; every fifth waits. */
async function approve({ sql }: ServerPostgres, job: string): Promise<void> {
  await sql("update jobs set contract_cents = 4800000, finishes_on = current_date + 60 where job_id = $1", [
    job,
  ]);
  await sql(
    `with numbered as (select id, row_number() over (order by pco) n from changes_changes where job_id = $1)
     update changes_changes c
        set state = case when n % 5 = 0 then 'sent' else 'approved' end, version = 1, cents = written_cents, days = written_days,
            cor = 'COR-' || lpad(n::text, 3, '0'), co = case when n % 5 = 0 then null else 'CO-' || lpad(n::text, 3, '0') end,
            sent_at = now(), approved_at = case when n % 5 = 0 then null else now() + n * interval '1 minute' end
       from numbered where numbered.id = c.id and c.job_id = $1`,
    [job],
  );
}

/** Copies a change to many jobs that have terms of their own. */
async function manyJobs({ sql }: ServerPostgres, change: string): Promise<void> {
  const jobs = Array.from({ length: JOBS }, newId);
  await sql(
    `insert into jobs (account_id, job_id, name, status, team, changed_at, starts_on, contract_cents)
     select account_id, job, 'Job ' || n, 'active', '{}', now() - n * interval '1 hour', current_date - 90, 4800000
       from changes_changes, unnest($2::uuid[]) with ordinality as t (job, n) where id = $1`,
    [change, jobs],
  );
  await sql(
    `insert into sync_records (account_id, id, kind, job_id, revision, fields, removed)
     select account_id, terms, 'changes.terms', job, 1000000 + n, jsonb_build_object('noticeDays', fields->'days' || '{"values": [{"value": 21, "by": "0", "at": 1, "author": null}]}'),
            false
       from sync_records, unnest($2::uuid[], $3::uuid[]) with ordinality as t (job, terms, n) where id = $1`,
    [change, jobs, jobs.map(termsId)],
  );
  const copies = jobs.flatMap((job) =>
    Array.from({ length: CHANGES_PER_JOB }, () => [job, newId()] as const),
  );
  const columns = [change, copies.map(([job]) => job), copies.map(([, id]) => id)];
  const copied = "unnest($2::uuid[], $3::uuid[]) with ordinality as t (job, copy, n) where id = $1";
  const state = "(array['draft', 'sent', 'viewed', 'approved', 'declined', 'asked'])[1 + n % 6]";
  await sql(
    `insert into sync_records (account_id, id, kind, job_id, revision, fields, removed)
     select account_id, copy, kind, job, 2000000 + n, fields, false from sync_records, ${copied}`,
    columns,
  );
  await sql(
    `insert into worklist_items (account_id, id, kind, job_id, date, number, title, type, state, cents, tags, photos, words)
     select account_id, copy, kind, job, current_date - n::int % 300, 'PCO-' || n, title, ${state}, ${state}, 50000 + n, '{}', '{}', words
       from worklist_items, ${copied}`,
    columns,
  );
  await sql(
    `insert into changes_changes (account_id, id, job_id, pco, state, state_at, version, days, written_cents, written_days, created_at)
     select account_id, copy, job, 'PCO-' || n, ${state}, now() - n % 50 * interval '1 day', 0, 0, written_cents, 2, now() - n % 60 * interval '1 day'
       from changes_changes, ${copied}`,
    columns,
  );
  await sql("update sync_heads set count = 3000000");
  await sql("analyze");
}

/** Saves photos, and makes a change of each with two taps: on the photo, and on "This is extra work". */
async function photosToChanges(
  product: RunningProduct,
  visitor: Visitor,
  job: string,
): Promise<Awaited<ReturnType<typeof untilSaved>>[]> {
  const browser = await launchBrowser();
  try {
    const context = await browser.newContext({ viewport: PHONE, deviceScaleFactor: 2, hasTouch: true });
    await signInAs(context, product.url, visitor);
    const page = await context.newPage();
    // The device has the job's changes once it lists them.
    await page.goto(`${product.url}/account/job/${job}/changes`);
    await page.waitForFunction(
      (count) => document.querySelectorAll(".estimate-list > li").length >= count,
      CHANGES.open,
      { timeout: 120_000 },
    );
    await page.evaluate(async () => Boolean((await navigator.serviceWorker.ready).active));
    await context.setOffline(true);
    const way = await context.newCDPSession(page);
    const took: Awaited<ReturnType<typeof untilSaved>>[] = [];
    for (let round = 0; round < PHOTOS; round++) {
      await page.goto(`${product.url}/account/job/${job}`);
      await page.getByLabel("Gallery").setInputFiles({
        ...{ name: `wall-${round}.jpg`, mimeType: "image/jpeg" },
        buffer: await photoOf(round, 1600, 1200),
      });
      await page.getByLabel("Caption for these photos").fill(`Opening ${round}: eight inches to the left.`);
      await page.getByRole("button", { name: "Save note" }).click();
      await page.getByText("Note saved.").waitFor();
      await way.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
      // The one in the history: the box under the camera is empty again.
      await page
        .getByRole("button", { name: /^Open photo 1 of 1/ })
        .last()
        .tap();
      took.push(await untilSaved(page));
      await way.send("Emulation.setCPUThrottlingRate", { rate: 1 });
      await page.getByText("Not sent. Gets its number when it’s uploaded").waitFor();
    }
    return took;
  } finally {
    await browser.close();
  }
}

/**
 * Taps "This is extra work".
 * @returns milliseconds until the change is saved on the device, which its address says, and until the frame
 * that shows it
 */
async function untilSaved(page: Page): Promise<{ saved: number; shown: number }> {
  const act = page.getByRole("dialog").getByRole("button", { name: "This is extra work" });
  await act.waitFor();
  const listening = await page.evaluateHandle(() => ({
    took: new Promise<{ saved: number; shown: number }>((resolve) => {
      const watch = ({ timeStamp }: PointerEvent) => {
        const since = () => performance.now() - timeStamp;
        const { pushState } = history;
        let saved = 0;
        history.pushState = (...all) => {
          saved ||= since();
          pushState.apply(history, all);
        };
        const look = () =>
          document.querySelector<HTMLInputElement>("main input[name=title]")?.value.startsWith("Opening")
            ? requestAnimationFrame(() => setTimeout(() => resolve({ saved, shown: since() })))
            : requestAnimationFrame(look);
        look();
      };
      addEventListener("pointerdown", watch, { once: true, capture: true });
    }),
  }));
  await act.tap();
  return listening.evaluate(({ took }) => took);
}
