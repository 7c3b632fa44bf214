import { rm } from "node:fs/promises";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startWeatherServer, type WeatherServer } from "#platform/weather/testing/weather-server.ts";
import { launchBrowser, launchProfile, LAPTOP, logIn, PHONE } from "./harness/browser.ts";
import { addJob, chooseEntry, joinOnPhone, openTool, saveJob } from "./harness/field.ts";
import { photoOf } from "./harness/photos.ts";
import { removeData, type RunningProduct, startProduct, tempFolder } from "./harness/product.ts";
import { looked } from "./harness/tool-journey.ts";
import { openShop, registerOwner } from "./harness/visitor.ts";

// From one tool to the next: a failed safety item to its fix, a photo to a line of an estimate, a day of rain
// to a claim pack.

const OWNER = { email: "owner@short-threads.test", password: "correct plumb line 7" };
const FAILS = "Rails, rungs and steps are whole";

let sources: WeatherServer;
let product: RunningProduct;
let browser: Browser;
let folders: string[];
let phone: BrowserContext;
let other: BrowserContext;
/** The owner's phone, and a coworker's. */
let page: Page;
let coworker: Page;
let job: string;

beforeAll(async () => {
  sources = await startWeatherServer();
  product = await startProduct({
    ...{ OPERATOR_EMAILS: OWNER.email, NWS_URL: sources.url, OPEN_METEO_URL: sources.url },
    OPEN_METEO_API_KEY: "plan-key-123",
  });
  folders = await Promise.all([tempFolder("phone"), tempFolder("coworker")]);
  browser = await launchBrowser();
  await openShop(product, OWNER.email, "Hale Builders");
  phone = await launchProfile(folders[0]!, { viewport: PHONE });
  page = await phone.newPage();
  await logIn(page, product.url, OWNER);
  for (const tool of ["SiteSafe", "ChangeLog", "EstiMini", "BuildLog"])
    await openTool(page, product.url, tool);
  job = await addJob(page, product.url, "Hale kitchen", "14 Elm Street, Boise");
  const ana = await registerOwner(product, "ana@short-threads.test");
  [other, coworker] = await joinOnPhone(product, page, { job: null, guest: ana, folder: folders[1]! });
}, 180_000);

afterAll(async () => {
  await Promise.all([phone?.close(), other?.close(), browser?.close()]);
  await product?.stop();
  await sources?.close();
  if (product) await removeData(product.dataDir);
  await Promise.all((folders ?? []).map((folder) => rm(folder, { recursive: true, force: true })));
}, 60_000);

const go = (on: Page, path: string) => on.goto(`${product.url}/account/job/${job}/${path}`);
const press = (on: Page, name: string) => on.getByRole("button", { name, exact: true }).click();
const photo = async (seed: number) => ({
  ...{ name: "photo.jpg", mimeType: "image/jpeg", buffer: await photoOf(seed, 800, 600) },
});

it("a failed safety item is an action with its photo and text, and the inspection shows that it is fixed", async () => {
  await go(page, "safety/inspections");
  await page.getByRole("button", { name: /^Show all/ }).click();
  await page.locator(".checklist-pick", { hasText: "Ladders" }).click();
  const failed = page.locator(".check").filter({ hasText: FAILS }).first();
  await failed.getByRole("button", { name: "Fail", exact: true }).click();
  await failed.getByRole("button", { name: /^Note or photo/ }).click();
  await failed
    .locator("input[type=file]")
    .first()
    .setInputFiles(await photo(3));
  await failed.locator(".photos img").waitFor();
  const inspection = page.url();
  await failed.getByRole("link", { name: /^(Action|PL-\d+): Open/ }).click();
  await page.getByRole("heading", { name: FAILS }).waitFor();
  await page.locator(".photos img").first().waitFor();

  await go(coworker, "safety/actions");
  await coworker.locator(".issue-row").getByRole("link", { name: FAILS }).click({ timeout: 60_000 });
  await press(coworker, "It’s fixed");
  await coworker
    .locator("input[type=file]")
    .first()
    .setInputFiles(await photo(8));
  await coworker.locator(".photos img").first().waitFor();
  await coworker.getByLabel("What you did").fill("New ladder");
  await press(coworker, "Ready for review");
  await coworker.locator(".issue-state").getByText("Ready for review").waitFor();

  await page.locator(".issue-state").getByText("Ready for review").waitFor({ timeout: 60_000 });
  await press(page, "Accept and close");
  await page.locator(".issue-state").getByText("Closed").waitFor();
  await page.goto(inspection);
  await failed.getByRole("link", { name: /: Closed$/ }).waitFor();
  expect(await failed.locator(".photos img").count()).toBe(1);
}, 120_000);

it("a photo is a change in two taps, and its price is a line of the next estimate", async () => {
  await go(page, "");
  await page.getByLabel("Gallery").setInputFiles(await photo(5));
  await page.getByLabel("Caption for these photos").fill("Rotten sill under the window");
  await press(page, "Save note");
  await page
    .getByRole("button", { name: /^Open photo 1 of 1/ })
    .last()
    .click();
  await page.getByRole("dialog").getByRole("button", { name: "This is extra work" }).click();
  await expect.poll(() => page.getByLabel("What it is").inputValue()).toBe("Rotten sill under the window");
  await press(page, "Save");
  await page.getByRole("link", { name: "Markup, tax, and allowances of this job" }).click();
  await page.getByLabel("Labor", { exact: true }).fill("20");
  await press(page, "Save");
  await page.getByText("Saved. Changes that weren’t sent yet follow.").waitFor();
  await go(page, "changes");
  await page.getByRole("link", { name: /Rotten sill/ }).click();
  await page.getByLabel("Description", { exact: true }).fill("Replace the sill");
  await page.getByLabel("Quantity").fill("6");
  await page.getByLabel("Unit", { exact: true }).fill("hr");
  await page.getByLabel("Unit cost").fill("50");
  await page.getByLabel("Kind of cost").selectOption("Labor");
  await press(page, "Add line");
  await page.locator(".estimate-bar").getByText("$360.00", { exact: true }).waitFor();

  await go(page, "estimates");
  await press(page, "New estimate");
  await page.getByText("Lines of a change", { exact: true }).click();
  await page.getByRole("button", { name: /Rotten sill under the window/ }).click();
  await page.getByText("1 line added.").waitFor();
  await page
    .locator("button.estimate-line", { hasText: "Replace the sill" })
    .getByText("6 hr × $60")
    .waitFor();
  await page.locator(".estimate-bar").getByText("$360", { exact: true }).waitFor();
  await looked(page, "thread-estimate-from-change-phone");
  // A tap too much is undone.
  await page.getByRole("button", { name: /Rotten sill under the window/ }).click();
  await page.locator(".estimate-bar").getByText("$720", { exact: true }).waitFor();
  await press(page, "Undo");
  await page.locator(".estimate-bar").getByText("$360", { exact: true }).waitFor();
  expect(await page.locator("button.estimate-line", { hasText: "Replace the sill" }).count()).toBe(1);
}, 120_000);

it("a locked day of measured rain is in the claim pack with its reading and what it cost", async () => {
  // A zone where it is about noon: a day needs some hours before it has weather.
  const ahead = 12 - Temporal.Now.zonedDateTimeISO("UTC").hour;
  const zone = `Etc/GMT${ahead > 0 ? "-" : "+"}${Math.abs(ahead)}`;
  sources.model = (field) =>
    field === "rain" ? 3 : field === "temperature_2m" ? 8 : field === "weather_code" ? 63 : 0;
  await page.goto(`${product.url}/account/jobs/new`);
  await page.getByLabel("Name", { exact: true }).fill("Alder Street Roof");
  await page.getByText("Location and time zone").click();
  await page.getByLabel("Coordinates").fill("43.6150, -116.2023");
  await page.getByLabel("Time zone").fill(zone);
  const roof = await saveJob(page, "Alder Street Roof");
  await page.goto(`${product.url}/account/job/${roof}/logs`);
  await page.getByText("Nothing yet. Start with a photo.").waitFor();
  await chooseEntry(page, "Delay");
  await page.getByLabel("Hours lost").fill("8");
  await page.getByLabel("This delay is on the critical path").check();
  await press(page, "Save");
  await page.locator(".log-entry").filter({ hasText: "8 h lost, on the critical path" }).waitFor();
  const weather = page.getByRole("region", { name: "Weather" });
  await weather.getByText(/rain/i).first().waitFor({ timeout: 60_000 });
  await page.getByRole("button", { name: /^Submit log/ }).click();
  await page.locator("summary").getByText("Lock this day for good").click();
  await press(page, "Lock it for good");
  await page.getByText(/^Locked by you/).waitFor();
  await page.getByRole("link", { name: "Weather and delays" }).click();
  await page.locator("#days").getByText("Day lost", { exact: true }).waitFor();
  await looked(page, "thread-weather-days-phone");
  await page.getByRole("link", { name: "Make the claim pack" }).click();
  await press(page, "Create report");
  await page.getByRole("heading", { level: 1, name: /Weather claim pack/ }).waitFor({ timeout: 60_000 });
  await page.getByRole("link", { name: "Open the PDF" }).waitFor({ timeout: 60_000 });
  const pdf = await page.request.get(`${page.url().split("?")[0]!}/pdf`);
  expect(pdf.headers()["content-type"]).toBe("application/pdf");
  await looked(page, "thread-claim-pack-desk", LAPTOP);
}, 120_000);
