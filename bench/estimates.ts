import { launchBrowser, PHONE, signInAs } from "../e2e/harness/browser.ts";
import { startServerPostgres } from "../e2e/harness/postgres.ts";
import { removeData, type RunningProduct, startProduct } from "../e2e/harness/product.ts";
import { openShop, type Visitor } from "../e2e/harness/visitor.ts";
import { newId } from "../src/platform/db/ids.ts";
import { newJob, typeKeys } from "./device.ts";
import type { Figure } from "./figure.ts";
import { beside, median, p95, timesOf, words } from "./tools.ts";

const SLOWER = 4;
const LINES = { typed: 200, printed: 50 };
const LISTED = 20_000;
const LIMITS = { keyMs: 50, pdfMs: 120, listMs: 100 };
/** Fields of one command. */
const FIELDS_AT_ONCE = 50;

/**
 * Estimates: a key typed among 200 lines on a slow phone, the PDF of 50 lines over HTTP, and the office's
 * list and search of 20,000.
 */
export async function benchEstimates(): Promise<Figure[]> {
  const postgres = await startServerPostgres();
  const product = await startProduct({
    DATABASE_URL: postgres.ownerUrl,
    SECRET: "e".repeat(40),
    LOG_LEVEL: "error",
  });
  try {
    const { visitor } = await openShop(product, "bench@owner.test", "Bench Decks");
    await postgres.sql("insert into businesses_open_tools (tool, since) values ('estimates', now())");
    const long = await estimateOf(visitor, LINES.typed);
    const short = await estimateOf(visitor, LINES.printed);
    const keys = await keysAmongLines(product, visitor, long);
    const pdf = await timesOf(product, visitor, `/account/estimates/${short.record}/pdf`);
    const { account } = (await (await visitor.get("/account/field/me")).json()) as { account: string };
    // As written and sent: the list reads how long each has been in its state.
    await postgres.sql(
      `with made as (insert into worklist_items (account_id, id, kind, job_id, date, number, title, type, state, cents, tags, photos, words)
       select $1::uuid, gen_random_uuid(), 'estimates.estimate', $2::uuid, current_date - n % 700, 'EST-2026-' || n, 'Deck stairs ' || n, s, s,
              50000 + n, '{}', '{}', lower('Deck stairs ' || n || case when n % 997 = 0 then ' gable' else '' end)
         from generate_series(1, ${LISTED}) n,
              lateral (select (array['draft','sent','viewed','approved','declined'])[1 + n % 5] as s) x
         returning id, number, state)
       insert into estimates_estimates (account_id, id, job_id, number, state, state_at, version)
       select $1::uuid, id, $2::uuid, 'B' || number, state, now() - interval '3 days', 1 from made`,
      [account, short.job],
    );
    await postgres.sql("analyze");
    const list = await timesOf(product, visitor, "/account/estimates");
    const search = await timesOf(product, visitor, "/account/estimates?q=stairs+gable");
    return [
      beside(
        `An estimate of ${LINES.typed} lines, processor ${SLOWER} times slower: a key is typed, median of ${keys.length} (slowest ${words(Math.max(...keys))} ms)`,
        median(keys),
        LIMITS.keyMs,
      ),
      beside(`PDF of ${LINES.printed} lines over HTTP, median`, median(pdf), LIMITS.pdfMs),
      beside(`The list of ${words(LISTED)} estimates, median`, median(list), LIMITS.listMs),
      beside(`The list of ${words(LISTED)} estimates, p95`, p95(list), LIMITS.listMs),
      beside(`A search for two words in ${words(LISTED)} estimates, median`, median(search), LIMITS.listMs),
    ];
  } finally {
    await product.stop();
    await removeData(product.dataDir);
    await postgres.remove();
  }
}

/** Writes an estimate as a device would. */
async function estimateOf(visitor: Visitor, lines: number): Promise<{ job: string; record: string }> {
  const { job, send } = await newJob(visitor);
  const record = newId();
  const fields = Array.from({ length: lines }, (_, at) => [
    `lines.${newId()}`,
    {
      ...{ place: at + 1, section: `Part ${Math.floor(at / 10) + 1}`, text: `Step ${at + 1}: set treads` },
      ...{
        quantity: 2500,
        unit: "ft",
        cents: 1250,
        cost: 900,
        isTaxable: true,
        isOptional: false,
        option: 0,
      },
    },
  ]);
  await send([{ kind: "estimates.estimate", record, sets: { title: "Deck stairs" }, media: [] }]);
  for (let at = 0; at < fields.length; at += FIELDS_AT_ONCE)
    await send([
      {
        kind: "estimates.estimate",
        record,
        sets: Object.fromEntries(fields.slice(at, at + FIELDS_AT_ONCE)) as object,
        media: [],
      },
    ]);
  return { job, record };
}

async function keysAmongLines(
  product: RunningProduct,
  visitor: Visitor,
  { job, record }: { job: string; record: string },
): Promise<number[]> {
  const browser = await launchBrowser();
  try {
    const context = await browser.newContext({ viewport: PHONE, deviceScaleFactor: 2, hasTouch: true });
    await signInAs(context, product.url, visitor);
    const page = await context.newPage();
    await page.goto(`${product.url}/account/job/${job}/estimates/${record}`);
    await page.waitForFunction(
      (count) => document.querySelectorAll(".estimate-lines > li").length >= count,
      LINES.typed,
      { timeout: 120_000 },
    );
    await page.waitForTimeout(2_000);
    const way = await context.newCDPSession(page);
    await way.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
    await page.getByLabel("Description", { exact: true }).focus();
    return await typeKeys(page, "Step 12: haul away the old treads.");
  } finally {
    await browser.close();
  }
}
