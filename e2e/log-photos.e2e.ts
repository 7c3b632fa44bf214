import { rm } from "node:fs/promises";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { launchProfile, logIn, PHONE, picture } from "./harness/browser.ts";
import { addJob, chooseEntry, openBuildLog } from "./harness/field.ts";
import { limitStorage } from "./harness/full-device.ts";
import { photoOf } from "./harness/photos.ts";
import { freePort, removeData, type RunningProduct, startProduct, tempFolder } from "./harness/product.ts";
import { openShop } from "./harness/visitor.ts";

// Photos attached to entries: a delay, a delivery, something found after the day was submitted; and their
// locations.

const WHO = { email: "photos@logs.test", password: "correct plumb line 7" };

let product: RunningProduct;
let settings: { DATA_DIR: string; PORT: string; OPERATOR_EMAILS: string };
let profile: string;
let phone: BrowserContext;
let page: Page;
let job: string;

beforeAll(async () => {
  settings = {
    DATA_DIR: await tempFolder("log-photos"),
    PORT: String(await freePort()),
    OPERATOR_EMAILS: WHO.email,
  };
  profile = await tempFolder("log-photos-phone");
  product = await startProduct(settings);
  await openShop(product, WHO.email, "Hill Brothers");
  phone = await launchProfile(profile, { viewport: PHONE });
  await phone.grantPermissions(["geolocation"], { origin: product.url });
  await phone.setGeolocation({ latitude: 43.61501, longitude: -116.20231, accuracy: 8 });
  page = await phone.newPage();
  await logIn(page, product.url, WHO);
  await openBuildLog(page, product.url);
  job = await addJob(page, product.url, "Miller house");
  await page.goto(`${product.url}/account/job/${job}/logs`);
}, 120_000);

afterAll(async () => {
  await phone?.close();
  await product?.stop();
  await removeData(settings.DATA_DIR);
  await rm(profile, { recursive: true, force: true });
}, 60_000);

const entry = (words: string | RegExp) => page.locator(".log-entry").filter({ hasText: words });
const add = () => page.getByRole("region", { name: "Add to this day" });
const shot = async (size: number) => ({
  name: `${size}.jpg`,
  mimeType: "image/jpeg",
  buffer: await photoOf(size, 640, 480),
});
const photosOf = (words: string | RegExp) => entry(words).getByRole("button", { name: /^Open photo/ });

it("are of the delay that is being written, on the device before a word of it is, and become an entry with its words", async () => {
  await page.getByLabel("Save location with photos and notes").check();
  await phone.setOffline(true);
  await chooseEntry(page, "Delay");
  const form = page.locator(".log-form");
  await form.locator('input[capture][accept="image/*"]').setInputFiles(await shot(1));
  await form.getByText("Saved on this device.").waitFor();
  expect(await page.locator(".log-entry").count(), "no photo without its words").toBe(0);
  await form.locator("input[multiple]").setInputFiles([await shot(2)]);
  await form.getByRole("button", { name: /Open photo 2 of 2/ }).waitFor();
  await form.getByLabel("Hours lost").fill("2");
  await form.getByLabel("Caption of photo 1").fill("Water at footing 2");
  await picture(page, "log-photo-of-a-delay-phone");
  await form.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Delay saved.").waitFor();
  const delay = entry("Delay. Weather: 2 h lost");
  await delay.getByText("Photo 1: Water at footing 2").waitFor();
  expect(await photosOf("Delay").count()).toBe(2);
  expect(await page.locator(".log-entry").count(), "one entry, not one for each photo").toBe(1);
  await delay.getByRole("link", { name: "43.61501, -116.20231 ± 8 m" }).waitFor();
}, 60_000);

it("or come to an entry that is there; words say where they were written too", async () => {
  await chooseEntry(page, "Work");
  await page.getByLabel("Work: what happened").fill("Pumped the footings dry.");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await entry("Pumped").getByText("as reported by the device").waitFor();
  await entry("Pumped")
    .getByRole("button", { name: /^Change/ })
    .click();
  const form = page.locator(".log-form");
  await form.locator("input[multiple]").setInputFiles([await shot(3)]);
  await form.getByRole("button", { name: /Open photo 1 of 1/ }).waitFor();
  await form.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Change saved.").waitFor();
  expect(await photosOf("Pumped").count()).toBe(1);
}, 60_000);

it("taken after the day was handed in begin an entry of their own, and all of it is taken", async () => {
  const camera = add().locator(".shutter").first().locator('input[capture][accept="image/*"]');
  await camera.setInputFiles(await shot(4));
  const alone = page.locator(".log-entry").filter({ has: page.getByText("Photo", { exact: true }) });
  await alone.waitFor();
  await page.getByRole("button", { name: /^Submit log/ }).click();
  await page.getByText(/^Submitted by you/).waitFor();
  for (const size of [5, 6]) {
    await camera.setInputFiles(await shot(size));
    await expect.poll(() => page.getByRole("button", { name: /^Open photo/ }).count()).toBe(size);
  }
  expect(await alone.count()).toBe(1);
  const late = entry("2 photos").filter({ has: page.getByText("Late", { exact: true }) });
  expect(await late.getByRole("button", { name: /^Open photo/ }).count()).toBe(2);
  await phone.setOffline(false);
  await expect
    .poll(() => page.getByText("On this device", { exact: true }).count(), { timeout: 40_000 })
    .toBe(0);
  await expect.poll(() => page.getByText("Rejected").count()).toBe(0);
  await picture(page, "log-late-photos-phone");
}, 90_000);

it("that did not fit on the device hold the form they were taken in, until they are saved or left out", async () => {
  const liftLimit = await limitStorage(page, product.url, 1_000_000);
  await page.goto(`${product.url}/account/job/${job}/logs`);
  await chooseEntry(page, "Safety");
  const form = page.locator(".log-form");
  await form.getByLabel("Safety: what happened").fill("Guard rail is loose.");
  await form
    .locator('input[capture][accept="image/*"]')
    .setInputFiles({ name: "rail.jpg", mimeType: "image/jpeg", buffer: await photoOf(11, 4032, 3024) });
  await form.getByText("Not saved: this device is full.").waitFor();
  const stays = form.getByText("One photo isn’t saved yet.", { exact: false });
  await form.getByRole("button", { name: "Save", exact: true }).click();
  await stays.waitFor();
  await form.locator("summary").getByText("Cancel").click();
  await form.getByText("Discard what you wrote and its photos?").waitFor();
  await form.locator("summary").getByText("Keep writing").click();
  await page
    .getByRole("group", { name: "What to add" })
    .getByRole("button", { name: "Note", exact: true })
    .click();
  await form.getByText("Not saved: this device is full.").waitFor();
  await liftLimit();
  await form.getByRole("button", { name: "Try again" }).click();
  await form.getByRole("button", { name: "Open photo 1 of 1" }).waitFor();
  await form.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Safety saved.").waitFor();
  expect(await photosOf("Guard rail is loose.").count()).toBe(1);
}, 90_000);
