import { readFile } from "node:fs/promises";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { FIGURES, INJURY, injuryAt, PLACE } from "../checks/safety/firm-year.ts";
import { parseCsv, validateCases, validateSummary } from "../checks/safety/ita/validate.ts";
import { newId } from "../src/platform/db/ids.ts";
import { LAPTOP, launchBrowser, PHONE, signInAs } from "./harness/browser.ts";
import { mailTo } from "./harness/mails.ts";
import { startServerPostgres, type ServerPostgres } from "./harness/postgres.ts";
import { removeData, type RunningProduct, startProduct } from "./harness/product.ts";
import { looked } from "./harness/tool-journey.ts";
import { openShop, type Owner, registerOwner, type Shop } from "./harness/visitor.ts";

// The office of a made-up roofing contractor makes OSHA’s forms of last year from its injuries:
// establishment, figures, certification, and the files for OSHA. A manager and a guest get nothing.

const YEAR = Temporal.Now.plainDateISO().year - 1;
const CASES = 30;

let postgres: ServerPostgres;
let product: RunningProduct;
let shop: Shop;
let manager: Owner;
let guest: Owner;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  postgres = await startServerPostgres();
  product = await startProduct({ DATABASE_URL: postgres.ownerUrl, SECRET: "f".repeat(40) });
  shop = await openShop(product, "rosa@forms.test", "Peña Roofing");
  await postgres.sql("insert into businesses_open_tools (tool, since) values ('safety', now())");
  const job = newId();
  await written("jobs.job", job, job, { name: "Job 14", status: "active" });
  for (let at = 0; at < CASES; at++) await written(INJURY, newId(), job, injuryAt(YEAR, at));
  [manager, guest] = [
    await registerOwner(product, "manager@forms.test"),
    await registerOwner(product, "guest@forms.test"),
  ];
  await shop.visitor.post("/account/settings/people", {
    ...{ intent: "invite", email: manager.email, role: "manager" },
  });
  await manager.visitor.post(
    /\/join\/[\w-]{46}/.exec(await mailTo(product, manager.email, /\/join\/([\w-]{46})/))![0],
  );
  const [of] = await postgres.sql<{ account: string; person: string }>(
    "select (select account_id from leads_slugs where slug = $1) as account, (select id from identity_users where email = $2) as person",
    [shop.slug, guest.email],
  );
  await postgres.sql(
    "insert into businesses_members (account_id, user_id, role, job_id, created_at) values ($1, $2, 'guest', $3, now())",
    [of!.account, of!.person, job],
  );
  browser = await launchBrowser();
  const context = await browser.newContext({ viewport: LAPTOP, acceptDownloads: true });
  await signInAs(context, product.url, shop.visitor);
  page = await context.newPage();
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await postgres?.remove();
  await removeData(product.dataDir);
});

/** As a device of the owner sends it. */
async function written(kind: string, record: string, job: string, sets: object): Promise<void> {
  const command = { id: newId(), kind, record, job, sets, replaces: {}, media: [], skew: 0, zone: "UTC" };
  const answer = await shop.visitor.send("/account/sync/commands", {
    method: "POST",
    headers: { "Sec-Fetch-Site": "same-origin", "Content-Type": "application/json" },
    body: JSON.stringify({
      ...{ version: 1, device: newId(), commands: [{ ...command, capturedAt: Date.now() }] },
    }),
  });
  expect(await answer.json()).toMatchObject({ outcomes: [{ is: "held" }] });
}

const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
const forms = (query = "") => page.goto(`${product.url}/account/safety/forms${query}`);

async function drawn(): Promise<void> {
  const pad = page.locator(".signature-pad canvas");
  await pad.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await pad.boundingBox())!;
  await page.mouse.move(x + 0.2 * width, y + 0.6 * height);
  await page.mouse.down();
  for (const [right, down] of [
    [0.3, 0.3],
    [0.5, 0.7],
    [0.8, 0.4],
  ] as const)
    await page.mouse.move(x + right * width, y + down * height, { steps: 4 });
  await page.mouse.up();
  await page.getByText("Signature drawn.").waitFor();
}

async function downloaded(name: RegExp): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name }).click()]);
  return readFile(await file.path(), "utf8");
}

it("asks for the establishment, and says beside the field what is wrong", async () => {
  await forms();
  await page.getByRole("link", { name: "Add your establishment" }).click();
  for (const [label, value] of [
    ["Name of the establishment", PLACE.name],
    ["Legal name of the company", PLACE.company],
    ["EIN", "12"],
    ["Street", PLACE.street],
    ["City", PLACE.city],
    ["State", PLACE.state],
    ["ZIP code", PLACE.zip],
    ["Industry", PLACE.industry],
    ["NAICS code", PLACE.naics],
  ] as const)
    await page.getByLabel(label, { exact: true }).fill(value);
  await press("Save");
  await page.getByText("Enter the 9 digits of the EIN").first().waitFor();
  expect(await page.getByLabel("City", { exact: true }).inputValue()).toBe(PLACE.city);
  await looked(page, "forms-establishment-refused", LAPTOP);
  await page.setViewportSize(LAPTOP);
  await page.getByLabel("EIN", { exact: true }).fill(PLACE.ein);
  await press("Save");
  await page.getByText("Saved.", { exact: true }).waitFor();
});

it("has a line for each case, and takes the year’s figures", async () => {
  await forms(`?year=${YEAR}`);
  await expect
    .poll(
      async () => {
        await page.reload();
        return page.locator("#log tbody th", { hasText: "INC-" }).count();
      },
      { timeout: 20_000 },
    )
    .toBe(CASES);
  await page.getByText("Fix this before you download the file:").first().waitFor();
  for (const [label, value] of [
    [`Hours worked in ${YEAR}`, FIGURES.hours],
    ["Average employees", FIGURES.averageEmployees],
    [`People who worked here at any time of ${YEAR}`, FIGURES.headcount],
    [`Most people in the company at the same time in ${YEAR - 1}`, FIGURES.mostInCompany],
  ] as const)
    await page.getByLabel(label, { exact: true }).fill(value);
  await page.locator("#figures").getByRole("button", { name: "Save" }).click();
  await page.getByText("(30 recordable cases × 200,000) ÷ 190,000 hours = 31.58").waitFor();
  await looked(page, "forms-year", LAPTOP);
  await looked(page, "forms-year-phone", PHONE);
  await page.setViewportSize(LAPTOP);
});

it("is certified by hand, and becomes files that OSHA accepts", async () => {
  await page.getByLabel("Name", { exact: true }).fill("Rosa Peña");
  await page.getByLabel("Title", { exact: true }).fill("President");
  await page.getByLabel("Phone", { exact: true }).fill("512-555-0100");
  await page.getByRole("checkbox", { name: /^I certify/ }).check();
  await press("Certify form 300A");
  await page.getByText("Draw your signature in the box.").first().waitFor();
  await drawn();
  await press("Certify form 300A");
  await page.getByText(/by Rosa Peña, President/).waitFor();
  await looked(page, "forms-certified", LAPTOP);
  await page.setViewportSize(LAPTOP);
  expect(validateSummary(await downloaded(/^Download \(CSV\) Form 300A/))).toEqual([]);
  const cases = await downloaded(/^Download \(CSV\) Cases/);
  expect(validateCases(cases)).toEqual([]);
  expect(parseCsv(cases)).toHaveLength(CASES + 1);
  await page.goto(`${product.url}/account/safety/forms/prequalification`);
  await page.getByLabel(`EMR ${YEAR}`, { exact: true }).fill("0.87");
  await press("Save");
  await page.getByText("Saved.", { exact: true }).waitFor();
  await looked(page, "forms-prequalification", LAPTOP);
});

it("asks for no amendment because a case goes on counting", async () => {
  const [{ job_id: job }] = (await postgres.sql<{ job_id: string }>(
    "select job_id from sync_records where kind = 'jobs.job'",
  )) as [{ job_id: string }];
  const from = Temporal.Now.plainDateISO("UTC").subtract({ days: 20 }).toString();
  const spell = { kind: "away", from, to: null, expectedTo: null };
  await written(INJURY, newId(), job, { ...injuryAt(YEAR, 1), "spells.a": spell });
  await forms(`?year=${YEAR}`);
  await page.getByText("The numbers changed since then.").waitFor();
  await page.getByLabel("Why it changed").fill("A case was entered late");
  await page.getByRole("checkbox", { name: /^I certify/ }).check();
  await drawn();
  await press("Certify form 300A");
  await page.getByText(/^Amended, version 2/).waitFor();
  // As if 12 days had passed.
  await postgres.sql(`update safety_certificates set form = jsonb_set(jsonb_set(form, '{totals,daysAway}',
      to_jsonb((form #>> '{totals,daysAway}')::int - 12)), '{open}', (select jsonb_object_agg(key,
      jsonb_set(value, '{daysAway}', to_jsonb((value ->> 'daysAway')::int - 12))) from jsonb_each(form -> 'open')))
    where version = 2`);
  await page.reload();
  await page.getByText("Some days are still being counted.").waitFor();
  expect(await page.getByRole("button", { name: "Certify form 300A" }).count()).toBe(0);
  await looked(page, "forms-still-counting", LAPTOP);
  await looked(page, "forms-still-counting-phone", PHONE);
  await page.setViewportSize(LAPTOP);
}, 60_000);

it("a manager and a guest get nothing", async () => {
  const [{ id }] = (await postgres.sql<{ id: string }>("select id from safety_establishments")) as [
    { id: string },
  ];
  for (const { visitor } of [manager, guest])
    for (const path of [
      ...[`?year=${YEAR}`, ".data", "/establishments", "/prequalification", "/prequalification.pdf"],
      ...["300.pdf", "300a.pdf", "301.pdf", "privacy-cases.pdf", "ita-300a.csv", "ita-cases.csv"].map(
        (file) => `/establishments/${id}/files/${file}?year=${YEAR}`,
      ),
    ]) {
      const answer = await visitor.get(`/account/safety/forms${path}`);
      const text = await answer.text();
      expect([path, path === ".data" || answer.status === 403]).toEqual([path, true]);
      for (const secret of ["Núñez", "Utility knife", "INC-", PLACE.ein])
        expect(text, path).not.toContain(secret);
    }
});
