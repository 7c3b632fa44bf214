import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { newId } from "../src/platform/db/ids.ts";
import { LAPTOP, launchBrowser, PHONE, picture, settled, signInAs } from "./harness/browser.ts";
import { removeData, type RunningProduct, startProduct } from "./harness/product.ts";
import { openShop, type Shop } from "./harness/visitor.ts";

// The lists of an account on a desk: ten names fit on a screen, columns sort, and the list stays beside what
// was opened from it.

const NAMES = ["Ada", "Ben", "Cleo", "Dov", "Eve", "Finn", "Gus", "Hana", "Ines", "Jo"].map(
  (name) => `${name} Featherstonehaugh`,
);

let product: RunningProduct;
let browser: Browser;
let context: BrowserContext;
let shop: Shop;
let jobs: readonly string[];

beforeAll(async () => {
  [product, browser] = await Promise.all([
    startProduct({ OPERATOR_EMAILS: "owner@lists.test" }),
    launchBrowser(),
  ]);
  shop = await openShop(product, "owner@lists.test", "Summit Deck");
  context = await browser.newContext({ viewport: LAPTOP });
  await signInAs(context, product.url, shop.visitor);
  await importPeople();
  jobs = await openJobs();
  for (const job of jobs) {
    const report = { form: newId(), job, from: "2026-11-02", to: "2026-11-06", photos: "4" };
    await done(shop.visitor.post("/account/reports/new", report));
  }
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  if (product) await removeData(product.dataDir);
});

/** Asserts that a form was accepted. */
async function done(answer: Promise<Response>): Promise<void> {
  const { status } = await answer;
  if (status !== 303) throw new Error(`The form was answered with ${status}.`);
}

async function importPeople(): Promise<void> {
  const rows = NAMES.map((name, at) => `${name},${at}.featherstonehaugh@a-rather-long-domain.test`);
  const list = new FormData();
  list.append("file", new File([["Name,Email", ...rows].join("\n")], "list.csv"));
  const { headers } = await shop.visitor.send("/account/leads/import", {
    method: "POST",
    body: list,
    headers: { "Sec-Fetch-Site": "same-origin" },
  });
  const page = await context.newPage();
  await page.goto(product.url + headers.get("location")!);
  await page.getByLabel(/^Everyone in this file agreed/).check();
  await page.getByLabel("Where are these people from?").fill("Home show");
  await page.getByRole("button", { name: /^Import 10/ }).click();
  await page.getByText("Imported.").waitFor({ timeout: 30_000 });
  await page.goto(`${product.url}/account/leads`);
  const leads = await page
    .locator("tbody th a")
    .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).pathname));
  for (const lead of leads) await done(shop.visitor.post(lead, { do: "replied" }));
  await page.close();
}

async function openJobs(): Promise<string[]> {
  const ids = NAMES.map(() => newId());
  const commands = ids.map((job, at) => ({
    id: newId(),
    kind: "jobs.job",
    record: job,
    job,
    sets: {
      name: `${NAMES[at]!.split(" ")[0]} porch`,
      clientName: NAMES.at(-at - 1)!,
      address: `${at + 1} Featherstonehaugh Street, Colorado Springs, CO`,
      status: "active",
    },
    replaces: {},
    capturedAt: Date.now(),
    skew: 0,
    zone: "America/Denver",
    media: [],
  }));
  const headers = { "Content-Type": "application/json", "Sec-Fetch-Site": "same-origin" };
  const body = JSON.stringify({ version: 1, device: newId(), commands });
  await shop.visitor.send("/account/sync/commands", { method: "POST", headers, body });
  return ids;
}

it.each([
  ["leads", "/account/leads", "tbody tr"],
  ["inbox", "/account/inbox?show=all", ".inbox-person"],
  ["reports", "/account/reports", "tbody tr"],
  ["jobs", "/account/jobs", ".jobs[data-columns] > li"],
])("shows ten names of the %s on one screen of a desk", async (name, path, row) => {
  const page = await context.newPage();
  await page.goto(product.url + path);
  await page
    .locator(row)
    .nth(NAMES.length - 1)
    .waitFor();
  await settled(page);
  const bottom = await page
    .locator(row)
    .nth(NAMES.length - 1)
    .evaluate((one) => one.getBoundingClientRect().bottom);
  await picture(page, `ten-${name}`);
  expect(bottom).toBeLessThanOrEqual(LAPTOP.height);
  await page.close();
});

const beside = (page: Page) => page.getByRole("navigation", { name: /: list$/ });
const titles = (page: Page) => beside(page).locator("li b").allTextContents();

it("keeps the list's order beside a lead, through an action, and on the way back", async () => {
  const page = await context.newPage();
  await page.goto(`${product.url}/account/leads`);
  await page.getByRole("link", { name: "Name" }).click();
  await page.locator('th[aria-sort="ascending"]').waitFor();
  await page.getByRole("link", { name: NAMES[2]!, exact: true }).click();
  await page.getByRole("heading", { level: 1, name: NAMES[2]! }).waitFor();
  expect(await titles(page)).toEqual(NAMES);
  expect(await beside(page).locator("[aria-current]").textContent()).toContain(NAMES[2]!);
  await beside(page).getByRole("link", { name: NAMES[3]! }).click();
  await page.getByRole("heading", { level: 1, name: NAMES[3]! }).waitFor();
  await page.locator('textarea[name="note"]').fill("Called");
  await page.getByRole("button", { name: "Save note" }).click();
  await page.getByText("Note saved.").first().waitFor();
  expect(await titles(page)).toEqual(NAMES);
  await picture(page, "lead-with-its-list");
  // The next page has its own history, and nothing that was typed on the one before.
  await page.locator('textarea[name="note"]').fill("Not for the next one");
  await page.locator('input[name="value"]').fill("4200");
  await beside(page).getByRole("link", { name: NAMES[4]! }).click();
  await page.getByRole("heading", { level: 1, name: NAMES[4]! }).waitFor();
  expect(await page.locator('textarea[name="note"]').inputValue()).toBe("");
  expect(await page.locator('input[name="value"]').inputValue()).toBe("");
  const story = () => page.locator("#story .timeline-step").allInnerTexts();
  const shown = await story();
  await page.reload();
  expect(await story()).toEqual(shown);
  await page.goBack();
  await page.getByRole("heading", { level: 1, name: NAMES[3]! }).waitFor();
  await beside(page).getByRole("link", { name: "Leads" }).click();
  await page.locator('th[aria-sort="ascending"]').waitFor();
  // A phone and a laptop with less room have the link instead.
  await page.goBack();
  await page.setViewportSize(PHONE);
  await page.getByRole("heading", { level: 1, name: NAMES[3]! }).waitFor();
  await expect.poll(() => beside(page).isVisible()).toBe(false);
  await page.locator(".list-beside-back").getByRole("link", { name: "Leads" }).click();
  await page.locator("tbody tr").first().waitFor();
  expect(new URL(page.url()).searchParams.get("sort")).toBe("name");
  await page.close();
});

it("opens reports beside each other without a script", async () => {
  const plain = await browser.newContext({ viewport: LAPTOP, javaScriptEnabled: false });
  await signInAs(plain, product.url, shop.visitor);
  const page = await plain.newPage();
  await page.goto(`${product.url}/account/reports`);
  await page.getByRole("link", { name: "Report", exact: true }).click();
  await page.locator('th[aria-sort="ascending"]').waitFor();
  await page.locator("tbody th a").first().click();
  await beside(page).locator("[aria-current]").waitFor();
  expect(await titles(page)).toEqual(NAMES.map((name) => `${name.split(" ")[0]} porch`));
  await beside(page).getByRole("link", { name: "Ben porch" }).click();
  await page.locator("[aria-current] b", { hasText: "Ben porch" }).waitFor();
  await plain.close();
});

it("sorts jobs by client, and has the open ones beside a job on a wide desk alone", async () => {
  const page = await context.newPage();
  await page.goto(`${product.url}/account/jobs`);
  const shown = page.locator(".jobs[data-columns] .job-name");
  await shown.nth(NAMES.length - 1).waitFor();
  await page.getByRole("button", { name: /^Client/ }).click();
  await expect.poll(() => shown.first().textContent()).toBe("Jo porch");
  await page.getByRole("button", { name: /^Client/ }).click();
  await expect.poll(() => shown.first().textContent()).toBe("Ada porch");
  await page.goto(`${product.url}/account/job/${jobs[1]}`);
  await beside(page)
    .getByRole("link", { name: /^Cleo porch/ })
    .click();
  await page.getByRole("heading", { level: 1, name: "Cleo porch" }).waitFor();
  await page.setViewportSize({ width: 1024, height: 768 });
  await beside(page).waitFor({ state: "detached" });
  await page.getByRole("link", { name: "All jobs" }).click();
  await shown.first().waitFor();
  await page.close();
});
