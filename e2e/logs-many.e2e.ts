import { createHash } from "node:crypto";
import { rm } from "node:fs/promises";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { launchProfile, logIn, PHONE, picture, signInAs } from "./harness/browser.ts";
import { addJob, openBuildLog } from "./harness/field.ts";
import { mailTo } from "./harness/mails.ts";
import { photoOf } from "./harness/photos.ts";
import { freePort, removeData, type RunningProduct, startProduct, tempFolder } from "./harness/product.ts";
import { openShop, registerOwner } from "./harness/visitor.ts";

// Extremes: a whole library of photos chosen at once without a signal, and a phone that reconnects to a
// business which has removed its owner meanwhile.

const WHO = { email: "many@logs.test", password: "correct plumb line 7" };
/** The long form, e2e/prove/many-photos.prove.ts, uses more. */
const PHOTOS = Number(process.env["MANY_PHOTOS"] ?? 40);
const IN_ONE = 30;

let product: RunningProduct;
let settings: { DATA_DIR: string; PORT: string; OPERATOR_EMAILS: string };
let profile: string;
let phone: BrowserContext;
let job: string;
const log = () => `${product.url}/account/job/${job}/logs`;

beforeAll(async () => {
  settings = {
    DATA_DIR: await tempFolder("many"),
    PORT: String(await freePort()),
    OPERATOR_EMAILS: WHO.email,
  };
  profile = await tempFolder("many-phone");
  product = await startProduct(settings);
  await openShop(product, WHO.email, "Hill Brothers");
  phone = await launchProfile(profile, { viewport: PHONE });
  const page = await phone.newPage();
  await logIn(page, product.url, WHO);
  await openBuildLog(page, product.url);
  job = await addJob(page, product.url, "Miller house");
  await page.close();
}, 120_000);

afterAll(async () => {
  await phone?.close();
  await product?.stop();
  await removeData(settings.DATA_DIR);
  await rm(profile, { recursive: true, force: true });
}, 60_000);

const photosIn = (page: Page) =>
  page
    .locator(".log-entry")
    .evaluateAll((all) => all.map((one) => one.querySelectorAll(".photos > li").length));

/** Hashes of the originals on this device, read without the app. */
const originalsHere = (page: Page) =>
  page.evaluate(async () => {
    const me = JSON.parse(localStorage.getItem("field-me")!) as { account: string; user: string };
    const opened = indexedDB.open(`plumbline-${me.account}-${me.user}`);
    await new Promise((resolve, reject) => {
      opened.addEventListener("success", resolve);
      opened.addEventListener("error", reject);
    });
    const asked = opened.result.transaction("bytes").objectStore("bytes").getAllKeys();
    await new Promise((resolve) => asked.addEventListener("success", resolve));
    opened.result.close();
    return asked.result as string[];
  });

it(`keeps ${PHOTOS} photos that were chosen at once without a signal, in as many entries as they take, and sends all of them`, async () => {
  const buffers = await Promise.all(Array.from({ length: PHOTOS }, (_, seed) => photoOf(seed, 48, 36)));
  const hashes = buffers.map((bytes) => createHash("sha256").update(bytes).digest("hex")).toSorted();
  expect(new Set(hashes).size).toBe(PHOTOS);
  let page = await phone.newPage();
  await page.goto(log());
  await page.evaluate(async () => Boolean((await navigator.serviceWorker.ready).active));
  await page.goto(log());
  await page.getByText("Nothing yet. Start with a photo.").waitFor();
  await phone.setOffline(true);
  await page
    .getByLabel("Gallery")
    .setInputFiles(buffers.map((buffer, at) => ({ name: `site-${at}.jpg`, mimeType: "image/jpeg", buffer })));
  await page.getByText(/^Saving \d+ photos/).waitFor();
  await page.getByText(`${PHOTOS} saved on this device.`, { exact: false }).waitFor({ timeout: 240_000 });
  const each = [...Array.from({ length: Math.floor(PHOTOS / IN_ONE) }, () => IN_ONE), PHOTOS % IN_ONE].filter(
    Boolean,
  );
  await expect.poll(() => photosIn(page), { timeout: 30_000 }).toEqual(each);
  expect((await originalsHere(page)).toSorted()).toEqual(hashes);
  await expect.poll(() => page.getByRole("alert").count()).toBe(0);

  // Still no signal: everything is stored on the device, even if the page is lost.
  await page.reload();
  await expect.poll(() => photosIn(page), { timeout: 60_000 }).toEqual(each);
  expect((await originalsHere(page)).toSorted()).toEqual(hashes);
  await page.locator(".log-entry img").first().scrollIntoViewIfNeeded();
  await picture(page, "log-many-phone");
  await page.close();

  await phone.setOffline(false);
  page = await phone.newPage();
  await page.goto(log());
  await page.getByText("All sent", { exact: false }).first().waitFor({ timeout: 240_000 });
  const held = await page.evaluate(async (asked) => {
    const { account } = JSON.parse(localStorage.getItem("field-me")!) as { account: string };
    const found: string[] = [];
    for (let at = 0; at < asked.length; at += 50) {
      const answer = await fetch("/account/media/receipts", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ account, hashes: asked.slice(at, at + 50) }),
      });
      found.push(...((await answer.json()) as { held: string[] }).held);
    }
    return found.toSorted();
  }, hashes);
  expect(held).toEqual(hashes);
  expect(await photosIn(page)).toEqual(each);
  await page.close();
}, 600_000);

it("says what was not sent of somebody who was taken off the business meanwhile, keeps it, and sends it once they are back", async () => {
  const guest = await registerOwner(product, "late@logs.test");
  const folder = await tempFolder("late-phone");
  const theirs = await launchProfile(folder, { viewport: PHONE });
  const desk = await phone.newPage();
  const invite = async () => {
    await desk.goto(`${product.url}/account/settings/people`);
    await desk.getByLabel("Their email").fill(guest.email);
    await desk.getByRole("radio", { name: /^Guest/ }).check();
    await desk.getByLabel("Job, for a guest").selectOption(job);
    await desk
      .getByRole("button", { name: /Invite|Send/ })
      .first()
      .click();
    await desk.waitForLoadState("networkidle");
  };
  const join = async (page: Page, known: string | null) => {
    const shape = /\/join\/[\w-]{46}/;
    let path = "";
    await expect
      .poll(async () => (path = shape.exec(await mailTo(product, guest.email, shape))![0]) !== known, {
        timeout: 20_000,
      })
      .toBe(true);
    await page.goto(product.url + path);
    await page.getByRole("button", { name: /Join|Accept/ }).click();
    await page.waitForLoadState("networkidle");
    return path;
  };
  try {
    await signInAs(theirs, product.url, guest.visitor);
    const page = await theirs.newPage();
    await invite();
    const first = await join(page, null);
    await page.goto(log());
    await page.evaluate(async () => Boolean((await navigator.serviceWorker.ready).active));
    await page.goto(log());
    await page.getByText("Nothing yet. Start with a photo.").waitFor();
    await theirs.setOffline(true);
    await page.getByRole("button", { name: "Note", exact: true }).click();
    await page.getByRole("textbox", { name: "Note", exact: true }).fill("Panel is set, two breakers short.");
    await page
      .getByRole("region", { name: "Add to this day" })
      .getByRole("button", { name: "Save", exact: true })
      .click();
    await page.locator(".log-entry").getByText("Panel is set").waitFor();

    await desk.goto(`${product.url}/account/settings/people`);
    await desk.getByRole("link", { name: new RegExp(guest.email) }).click();
    await desk.getByRole("button", { name: "Remove this person" }).click();
    await desk.getByText("Removed from the business.").waitFor();

    await theirs.setOffline(false);
    await page.goto(`${product.url}/account/jobs`);
    await page.getByText("1 change or photo for Hill Brothers was not sent").waitFor({ timeout: 20_000 });
    await picture(page, "log-removed-phone");
    await desk.goto(log());
    await desk.getByText("entries", { exact: false }).first().waitFor();
    expect(await desk.getByText("Panel is set").count()).toBe(0);

    await invite();
    await join(page, first);
    await page.goto(log());
    await page.locator(".log-entry").getByText("Panel is set").waitFor();
    await page.getByText("All sent", { exact: false }).first().waitFor({ timeout: 30_000 });
    await desk.goto(log());
    await desk.getByRole("navigation", { name: "Whose log" }).getByRole("link").nth(1).click();
    await desk.getByText("Panel is set, two breakers short.").waitFor({ timeout: 20_000 });
  } finally {
    await desk.close();
    await theirs.close();
    await rm(folder, { recursive: true, force: true });
  }
}, 180_000);
