import { afterAll, beforeAll, expect, it } from "vitest";
import type { BrowserContext, Page } from "playwright-core";
import { LAPTOP, logIn } from "./harness/browser.ts";
import { openTool, saveJob } from "./harness/field.ts";
import type { RunningProduct } from "./harness/product.ts";
import { looked, openToolJourney } from "./harness/tool-journey.ts";

// A job on one screen: who and where, six tools with what each has to say, one search, and the day on site;
// on a phone without a signal, and from a desk.

const WHO = { email: "foreman@screen.test", password: "correct plumb line 7" };
const TOOLS = ["Daily log", "Photos", "Checklists", "Change orders", "Estimates", "Safety"];

let product: RunningProduct;
let phone: BrowserContext;
let onPhone: Page;
let atDesk: Page;
let job: string;
let close = async (): Promise<void> => {};

const tools = () => onPhone.getByRole("navigation", { name: "Tools of this job" });
const tile = (name: string) => tools().getByRole("link", { name, exact: true });
const openJob = async () => {
  await onPhone.goto(`${product.url}/account/job/${job}`);
  await onPhone.getByRole("heading", { level: 1, name: "Hale kitchen" }).waitFor();
};

beforeAll(async () => {
  const journey = await openToolJourney("ChangeLog", WHO, "Hale Builders");
  ({ product, phone, onPhone, close } = journey);
  for (const name of ["BuildLog", "Checky", "ProofPix", "EstiMini", "SiteSafe"])
    await openTool(onPhone, product.url, name);
  const desk = await journey.browser.newContext({ viewport: LAPTOP });
  atDesk = await desk.newPage();
  await logIn(atDesk, product.url, WHO);
}, 120_000);

afterAll(() => close(), 60_000);

it("shows where the job is, how to reach the client, and the six tools one tap away", async () => {
  await onPhone.goto(`${product.url}/account/jobs/new`);
  await onPhone.getByLabel("Name", { exact: true }).fill("Hale kitchen");
  await onPhone.getByLabel("Address", { exact: true }).fill("14 Elm Street, Boise");
  const folds = onPhone.locator("main details:not([open]) > summary");
  // An open one no longer counts.
  while ((await folds.count()) > 0) await folds.first().click();
  await onPhone.getByLabel("Client’s name").fill("Sam Hale");
  await onPhone.getByLabel("Client’s phone").fill("(303) 555-0100");
  await onPhone.getByLabel("Client’s email").fill("sam@client.test");
  await onPhone.getByLabel("Status").selectOption("active");
  await onPhone.getByLabel("Contract sum").fill("48,000");
  job = await saveJob(onPhone, "Hale kitchen");
  expect(await onPhone.getByRole("link", { name: "14 Elm Street, Boise" }).getAttribute("href")).toContain(
    "google.com/maps",
  );
  for (const [name, way] of [
    ["Call Sam Hale", "tel:3035550100"],
    ["Text Sam Hale", "sms:3035550100"],
    ["Email Sam Hale", "mailto:sam@client.test"],
  ] as const)
    expect(await onPhone.getByRole("link", { name }).getAttribute("href")).toBe(way);
  for (const name of TOOLS) await tile(name).waitFor();
  await tools().getByText("No photos yet").waitFor();
  await tools().getByText("No changes yet").waitFor();
  // A log is expected on weekdays only.
  await tools()
    .getByText(/Today’s log not started|No entries yet/)
    .waitFor();
  await looked(onPhone, "job-screen-phone");
});

it("says what waits in words, without a signal", async () => {
  await phone.setOffline(true);
  await tile("Change orders").click();
  await onPhone.getByRole("button", { name: "New change without a photo" }).click();
  await onPhone.getByRole("heading", { level: 1, name: "Change", exact: true }).waitFor();
  await openJob();
  await tools().getByText("1 not sent").waitFor();
  expect(await tile("Change orders").getAttribute("href")).toBe(`/account/job/${job}/changes`);
});

it("finds records of the tools by their words, in the job and over all jobs, without a signal", async () => {
  await onPhone.goto(`${product.url}/account/jobs`);
  await onPhone.getByRole("searchbox", { name: "Search jobs" }).fill("extra potential");
  const found = onPhone.getByRole("region", { name: "In your jobs" });
  await found.getByText("Hale kitchen").waitFor();
  await looked(onPhone, "job-search-phone");
  await found.getByRole("link", { name: /Extra work/ }).click();
  await onPhone.getByRole("heading", { level: 1, name: "Change", exact: true }).waitFor();
  expect(new URL(onPhone.url()).pathname).toContain(`/account/job/${job}/changes/`);
});

it("gathers the day on site from all active jobs, without a signal", async () => {
  await onPhone.goto(`${product.url}/account/jobs`);
  await onPhone.getByRole("link", { name: /^Today on site/ }).click();
  await onPhone.getByRole("heading", { level: 1, name: "Today on site" }).waitFor();
  await onPhone.getByRole("link", { name: "Hale kitchen" }).waitFor();
  // On a weekend nothing waits.
  await onPhone.getByText(/Today’s log not started|Nothing waiting\./).waitFor();
  await looked(onPhone, "site-today-phone");
  await onPhone.getByRole("link", { name: "Hale kitchen" }).click();
  await tile("Safety").waitFor();
  expect(await onPhone.getByRole("heading", { level: 1 }).innerText()).toBe("Hale kitchen");
});

it("finds the same records from a desk with Ctrl K and from the search page", async () => {
  await phone.setOffline(false);
  await expect
    .poll(
      async () => {
        await atDesk.goto(`${product.url}/account/search?q=extra`);
        return atDesk.getByRole("list", { name: "Jobs and records" }).getByRole("link").allInnerTexts();
      },
      { timeout: 20_000 },
    )
    .toEqual([expect.stringContaining("Extra work")]);
  await atDesk.waitForFunction(() => "__reactRouterDataRouter" in window);
  const dialog = atDesk.getByRole("dialog", { name: "Go to" });
  await expect
    .poll(async () => (await atDesk.keyboard.press("Control+k"), dialog.isVisible()), { timeout: 15_000 })
    .toBe(true);
  await atDesk.keyboard.type("extra");
  const option = dialog.getByRole("option").filter({ hasText: "Change order, Hale kitchen" });
  await option.waitFor();
  expect(await option.getAttribute("href")).toContain(`/account/job/${job}/changes/`);
});
