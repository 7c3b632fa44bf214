import { execFileSync } from "node:child_process";
import type { Browser } from "playwright-core";
import { launchBrowser, PHONE, signInAs } from "../e2e/harness/browser.ts";
import { pdfOf } from "../e2e/harness/pdfs.ts";
import { type ServerPostgres, startServerPostgres } from "../e2e/harness/postgres.ts";
import { removeData, type RunningProduct, startProduct } from "../e2e/harness/product.ts";
import { openShop, type Visitor } from "../e2e/harness/visitor.ts";
import { newId } from "../src/platform/db/ids.ts";
import { newJob } from "./device.ts";
import type { Figure } from "./figure.ts";
import { beside, median, needPackages, p95, timesOf, words } from "./tools.ts";

const SHEETS = 2_000;
/** Distinct words of a sheet, as in those of makers. */
const WORDS = 900;
const VOCABULARY = 20_000;
const LIMIT_MS = 100;
const ROUNDS = 9;
/** 3G as browsers' tools have it. */
const NETWORK = { offline: false, latency: 300, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const SHARED = 12;
const SHEET_BYTES = 100_000;
const OPEN_MS = 2_000;

const SEARCHES = [
  ["a word of one sheet", "needle1234"],
  ["a word that most have", "common"],
  ["three words", "common word1 sheet"],
] as const;

/** A library of 2,000 sheets, searched at the office and on a phone, and a poster's list opened on 3G. */
export async function benchSafetyLibrary(): Promise<Figure[]> {
  needPackages({ pdftotext: "poppler-utils" });
  const postgres = await startServerPostgres();
  const product = await startProduct({
    DATABASE_URL: postgres.ownerUrl,
    SECRET: "l".repeat(40),
    LOG_LEVEL: "error",
  });
  const browser = await launchBrowser();
  try {
    const { visitor } = await openShop(product, "bench@owner.test", "Bench Decks");
    await postgres.sql("insert into businesses_open_tools (tool, since) values ('safety', now())");
    const shared = await openShared(product, browser, visitor, (await newJob(visitor)).job);
    const { job } = await newJob(visitor);
    await fill(postgres, job);
    const figures: Figure[] = [];
    const of = `${words(SHEETS)} sheets of ${WORDS} words`;
    for (const [what, query] of SEARCHES) {
      const took = await timesOf(product, visitor, `/account/safety/library?q=${encodeURIComponent(query)}`);
      figures.push(
        beside(`${of}: the office searches for ${what}, median`, median(took), LIMIT_MS),
        beside(`${of}: the office searches for ${what}, p95`, p95(took), LIMIT_MS),
      );
    }
    const typed = await onPhone(product, browser, visitor, job);
    figures.push(
      beside(
        `${of} on one phone: a word inside is typed, and the list stands, median`,
        median(typed),
        LIMIT_MS,
      ),
      beside(
        `A poster’s code opens the list of ${SHARED} sheets on 3G (1.6 Mbit/s, 300 ms), nothing stored, and a sheet of ${SHEET_BYTES / 1000} KB after it (the list alone ${words(median(shared.map(({ list }) => list)))} ms), median`,
        median(shared.map(({ list, sheet }) => list + sheet)),
        OPEN_MS,
      ),
    );
    return figures;
  } finally {
    await browser.close();
    await product.stop();
    await removeData(product.dataDir);
    await postgres.remove();
  }
}

/** Sheets as uploads leave them, and a job's records of them. */
async function fill({ sql }: ServerPostgres, job: string): Promise<void> {
  await sql(
    `create table bench_sheets as
       select gen_random_uuid() as id, gen_random_uuid() as record, n, 'Sheet ' || n as name,
              'common needle' || n || ' ' || (select string_agg('word' || (n * 7919 + i * 37) % $3, ' ') from generate_series(1, $2) i) as words
         from generate_series(1, $1) n`,
    [SHEETS, WORDS, VOCABULARY],
  );
  await sql(
    `insert into safety_sheets (account_id, id, name, type, maker, language, version, added_at, words)
     select j.account_id, s.id, s.name, 'sds', 'Maker ' || n % 40, 'en', 1, now(), ' sheet ' || n || ' ' || s.words
       from bench_sheets s, jobs j where j.job_id = $1`,
    [job],
  );
  await sql(
    `insert into safety_sheet_versions (account_id, sheet_id, version, sha256, file, file_name, bytes, pages, has_text, words, added_at)
     select j.account_id, s.id, 1, md5(s.id::text) || md5(s.id::text), s.id::text, 'sheet.pdf', 1000, 12, true, s.words, now()
       from bench_sheets s, jobs j where j.job_id = $1`,
    [job],
  );
  await sql(
    `insert into sync_records (account_id, id, kind, job_id, revision, fields, removed)
     select j.account_id, s.record, 'safety.sheet', j.job_id, h.count + n, jsonb_object_agg(f.name, jsonb_build_object('values',
              jsonb_build_array(jsonb_build_object('value', f.value, 'by', s.record, 'at', 0, 'author', null)), 'gone', '[]'::jsonb)), false
       from bench_sheets s join jobs j on j.job_id = $1 join sync_heads h on h.account_id = j.account_id,
            lateral (values ('sheet', to_jsonb(s.id)), ('name', to_jsonb(s.name)), ('type', '"sds"'), ('hasText', 'true'),
              ('words.0', to_jsonb(s.words))) f (name, value)
      group by j.account_id, s.record, j.job_id, h.count, n`,
    [job],
  );
  await sql(
    "update sync_heads set count = count + $2 where account_id = (select account_id from jobs where job_id = $1)",
    [job, SHEETS],
  );
  await sql("drop table bench_sheets");
  await sql("vacuum analyze");
}

/** @returns milliseconds from a typed word to the row that has it */
async function onPhone(
  product: RunningProduct,
  browser: Browser,
  visitor: Visitor,
  job: string,
): Promise<number[]> {
  const context = await browser.newContext({ viewport: PHONE });
  await signInAs(context, product.url, visitor);
  const page = await context.newPage();
  await page.goto(`${product.url}/account/job/${job}/safety/library`);
  await page.getByText(`Show all ${SHEETS} sheets`).waitFor({ timeout: 120_000 });
  const took: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    took.push(
      await page.evaluate(
        (word) =>
          new Promise<number>((resolve) => {
            const field = document.querySelector<HTMLInputElement>("input[name=find]")!;
            const since = performance.now();
            const watcher = new MutationObserver(() => {
              if (document.querySelectorAll(".talk-list > li").length !== 1) return;
              watcher.disconnect();
              requestAnimationFrame(() => resolve(performance.now() - since));
            });
            watcher.observe(document.body, { childList: true, subtree: true });
            Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!.set!.call(field, word);
            field.dispatchEvent(new Event("input", { bubbles: true }));
          }),
        `needle${1_200 + round}`,
      ),
    );
    await page.getByLabel("Find a sheet").fill("");
    await page.getByText(`Show all ${SHEETS} sheets`).waitFor();
  }
  await context.close();
  return took;
}

/** @returns milliseconds until a poster's list stands, and then for a sheet of it */
async function openShared(product: RunningProduct, browser: Browser, visitor: Visitor, job: string) {
  for (let at = 0; at < SHARED; at++) {
    const pdf = pdfOf([{ width: 600, height: 800, text: `Sheet ${at} of many words` }]);
    const form = new FormData();
    const fields = { form: newId(), name: `Shared ${at}`, type: "sds", language: "en", job };
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    const whole = Buffer.concat([pdf, Buffer.alloc(SHEET_BYTES - pdf.length, "%")]);
    form.append("files", new File([new Uint8Array(whole)], "sheet.pdf"));
    const answer = await visitor.send("/account/safety/library/new", {
      ...{ method: "POST", body: form, headers: { "Sec-Fetch-Site": "same-origin" } },
    });
    if (answer.status !== 303)
      throw new Error(`the library answered ${answer.status}: ${await answer.text()}`);
  }
  const poster = await visitor.get(`/account/safety/library/poster.pdf?job=${job}`);
  const text = execFileSync("pdftotext", ["-", "-"], { input: Buffer.from(await poster.arrayBuffer()) });
  const token = /\/s\/([\w-]{46})/.exec(text.toString())![1]!;
  const took: { list: number; sheet: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const context = await browser.newContext({ viewport: PHONE });
    const page = await context.newPage();
    const network = await context.newCDPSession(page);
    await network.send("Network.enable");
    await network.send("Network.emulateNetworkConditions", NETWORK);
    // As the code has it: its page is one redirect away.
    await page.goto(`${product.url}/s/${token}`, { waitUntil: "commit" });
    await page.locator(".talk-list > li").first().waitFor();
    took.push(
      await page.evaluate(async () => {
        const [paint] = performance.getEntriesByName("first-contentful-paint");
        const list = paint?.startTime ?? performance.now();
        // As a tap on a link does: what still loads makes room.
        window.stop();
        const since = performance.now();
        const answer = await fetch(document.querySelector<HTMLAnchorElement>(".talk-list a")!.href);
        await answer.arrayBuffer();
        return { list, sheet: performance.now() - since };
      }),
    );
    await context.close();
  }
  return took;
}
