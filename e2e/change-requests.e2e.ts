import { rm } from "node:fs/promises";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { LAPTOP, PHONE } from "./harness/browser.ts";
import { addJob, joinOnPhone } from "./harness/field.ts";
import { mailTo } from "./harness/mails.ts";
import { photoOf } from "./harness/photos.ts";
import { type RunningProduct, tempFolder } from "./harness/product.ts";
import { looked, openToolJourney } from "./harness/tool-journey.ts";
import { type Owner, registerOwner } from "./harness/visitor.ts";

// A sub asks for extra work with a price and photos in a dead zone; only the people who run the job see it.

const WHO = { email: "builder@requests.test", password: "correct plumb line 7" };

let product: RunningProduct;
let page: Page;
let ray: BrowserContext;
let rays: Page;
let rival: BrowserContext;
let rivals: Page;
let job: string;
let close = async (): Promise<void> => {};
const profiles: string[] = [];

beforeAll(async () => {
  ({ product, onPhone: page, close } = await openToolJourney("ChangeLog", WHO, "Hale Builders"));
  job = await addJob(page, product.url, "Hale kitchen", "14 Elm Street, Boise");
  [ray, rays] = await joined(await registerOwner(product, "ray@subs.test"));
  [rival, rivals] = await joined(await registerOwner(product, "rival@subs.test"));
}, 180_000);

afterAll(async () => {
  await Promise.all([ray?.close(), rival?.close()]);
  await close();
  for (const one of profiles) await rm(one, { recursive: true, force: true });
}, 60_000);

async function joined(guest: Owner): Promise<[BrowserContext, Page]> {
  const folder = await tempFolder("request-phone");
  profiles.push(folder);
  return joinOnPhone(product, page, { job, guest, folder });
}

/** All records that a phone stores, as JSON. */
const wordsOnDevice = (on: Page) =>
  on.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener("success", () => resolve(request.result));
        request.addEventListener("error", () => reject(request.error!));
      });
    const found = (await indexedDB.databases()).find(({ name }) => name?.startsWith("plumbline-"));
    if (!found?.name) return "";
    const database = await done(indexedDB.open(found.name));
    try {
      return JSON.stringify(await done(database.transaction("records").objectStore("records").getAll()));
    } finally {
      database.close();
    }
  });

it("is sent by a sub from a phone without a signal, with a price and a photo", async () => {
  await rays.goto(`${product.url}/account/job/${job}`);
  await rays.getByRole("link", { name: /^Change orders/ }).click();
  await rays.getByRole("heading", { level: 1, name: "Extra work" }).waitFor();
  await looked(rays, "request-none-phone", PHONE);
  await ray.setOffline(true);
  await rays.getByRole("button", { name: "New request" }).click();
  await rays.getByRole("button", { name: "Send request" }).click();
  await rays.getByText("Say what it is, such as “Move two outlets”.").first().waitFor();
  await rays.getByLabel("What it is").fill("Two outlets behind the island");
  await rays
    .getByLabel("What changes, and why")
    .fill("Dana asked me on site. The run goes through the slab.");
  await rays.getByLabel("Your price").fill("soon");
  await rays.getByRole("button", { name: "Send request" }).click();
  await rays.getByText("Enter an amount, such as 450.").first().waitFor();
  await rays.getByLabel("Your price").fill("450.77");
  await rays.getByLabel("Days", { exact: true }).fill("1");
  await rays
    .getByLabel("Gallery")
    .setInputFiles({ name: "slab.jpg", mimeType: "image/jpeg", buffer: await photoOf(5, 800, 600) });
  await rays.getByRole("button", { name: /^Open photo 1 of 1/ }).waitFor();
  await rays.locator(".photo-mark").getByText("On this device").waitFor();
  await looked(rays, "request-form-phone", PHONE);
  await rays.getByRole("button", { name: "Send request" }).click();
  await rays.getByText("Request saved.").waitFor();
  await rays.getByRole("link", { name: /Two outlets.*Waiting for an answer.*\$450\.77/s }).waitFor();
  await ray.setOffline(false);
  await expect
    .poll(
      () =>
        rays
          .getByRole("region", { name: "Your requests" })
          .getByText(/waiting|Not sent/i)
          .count(),
      {
        timeout: 20_000,
      },
    )
    .toBe(1);
  await looked(rays, "request-list-phone", PHONE);
}, 120_000);

it("is seen by the job's managers, who are notified, and by no other guest", async () => {
  const mail = await mailTo(product, WHO.email, /asks for extra work on Hale kitchen/);
  expect(mail).not.toContain("450");
  await rivals.goto(`${product.url}/account/job/${job}/changes`);
  await rivals.getByRole("button", { name: "New request" }).waitFor();
  await page.goto(`${product.url}/account/dashboard`);
  const asked = page.getByText(/Hale kitchen: .* asks for extra work: Two outlets behind the island/);
  await asked.waitFor();
  await looked(page, "request-today-desk", LAPTOP);
  await page.getByRole("link", { name: /^Answer: Hale kitchen/ }).click();
  await page.getByRole("heading", { level: 1, name: "Request" }).waitFor();
  await page.goto(`${product.url}/account/job/${job}/changes`);
  await page
    .getByRole("region", { name: "Requests from subs" })
    .getByText("$450.77")
    .waitFor({ timeout: 20_000 });
  await looked(page, "request-office-desk", LAPTOP);
  await rivals.reload();
  await rivals.getByRole("button", { name: "New request" }).waitFor();
  await rivals.goto(`${product.url}/account/job/${job}`);
  await rivals.getByText("Hale kitchen").first().waitFor();
  expect(await rivals.getByText("outlets").count()).toBe(0);
  const answer = await rivals.request.get(`${product.url}/account/sync/records?since=0&job=${job}`);
  expect(answer.status()).toBe(200);
  expect(await answer.text()).not.toContain("outlets");
  expect(await (await rays.request.get(answer.url())).text()).toContain("outlets");
}, 90_000);

it("reaches a phone whose member is made a manager, and leaves it when they are a member again", async () => {
  const folder = await tempFolder("request-phone");
  profiles.push(folder);
  const kim = await registerOwner(product, "kim@requests.test");
  const [phone, kims] = await joinOnPhone(product, page, { job: null, guest: kim, folder });
  try {
    const list = async () => {
      await kims.goto(`${product.url}/account/job/${job}/changes`);
      await kims.getByRole("heading", { level: 1, name: "Change orders" }).waitFor();
    };
    const requests = kims.getByRole("region", { name: "Requests from subs" });
    await list();
    await expect.poll(() => wordsOnDevice(kims), { timeout: 30_000 }).toContain("Hale kitchen");
    expect(await requests.count()).toBe(0);
    const giveRole = async (role: "Manager" | "Member") => {
      await page.goto(`${product.url}/account/settings/people`);
      await page.getByRole("link", { name: /kim/ }).click();
      await page.getByRole("radio", { name: new RegExp(`^${role}`) }).check();
      await page.getByRole("button", { name: "Save role" }).click();
      await page.getByText("Role changed. It takes effect right away.").waitFor();
    };
    await giveRole("Manager");
    await expect.poll(() => wordsOnDevice(kims), { timeout: 60_000 }).toContain("outlets");
    await list();
    await requests.getByText("$450.77").waitFor();
    await giveRole("Member");
    await expect.poll(() => wordsOnDevice(kims), { timeout: 60_000 }).not.toContain("outlets");
    expect(await wordsOnDevice(kims)).toContain("Hale kitchen");
    await list();
    expect(await requests.count()).toBe(0);
  } finally {
    await phone.close();
    await page.goto(`${product.url}/account/job/${job}/changes`);
  }
}, 180_000);

it("becomes a change with its cost and photo, and the sub sees that, but not the change", async () => {
  await page.getByRole("link", { name: /Two outlets/ }).click();
  await page.getByRole("button", { name: "Make it a change" }).waitFor();
  await looked(page, "request-decide-phone", PHONE);
  await looked(page, "request-decide-desk", LAPTOP);
  await page.getByRole("button", { name: "Make it a change" }).click();
  await page.getByRole("heading", { level: 1, name: "Change", exact: true }).waitFor();
  const line = page.locator("button.estimate-line", { hasText: "Two outlets behind the island" });
  await line.getByText("$450.77").first().waitFor();
  await page.getByRole("button", { name: /^Open photo 1 of 1/ }).waitFor();
  expect(await page.getByLabel("Who asked for it").inputValue()).not.toBe("");
  await expect
    .poll(
      async () => {
        await page.goto(`${product.url}/account/dashboard`);
        return await page.getByText(/asks for extra work/).count();
      },
      { timeout: 20_000 },
    )
    .toBe(0);
  await rays.reload();
  await rays
    .getByRole("link", { name: /Two outlets.*Taken over into a change/s })
    .waitFor({ timeout: 20_000 });
  await rays.getByRole("link", { name: /Two outlets/ }).click();
  expect(await rays.getByRole("button", { name: "Change request" }).count()).toBe(0);
  await looked(rays, "request-taken-phone", PHONE);
  const answer = await rays.request.get(`${product.url}/account/sync/records?since=0&job=${job}`);
  expect(await answer.text()).not.toContain("changes.change");
}, 90_000);

it("is declined with a reason that the sub reads", async () => {
  await rivals.goto(`${product.url}/account/job/${job}/changes`);
  await rivals.getByRole("button", { name: "New request" }).click();
  await rivals.getByLabel("What it is").fill("Clean up after the drywall crew");
  await rivals.getByRole("button", { name: "Send request" }).click();
  await rivals.getByText("Request saved.").waitFor();
  await page.goto(`${product.url}/account/job/${job}/changes`);
  await page.getByRole("link", { name: /Clean up after the drywall crew/ }).click({ timeout: 20_000 });
  await page.getByText("Decline it").click();
  await page.getByLabel("Your reason").fill("It’s in your contract, section 4.");
  await page.getByRole("button", { name: "Decline request" }).click();
  await page.getByText("Declined: It’s in your contract, section 4.").waitFor();
  await rivals.getByText(/Declined: It’s in your contract/).waitFor({ timeout: 20_000 });
  expect(await rivals.getByRole("link", { name: /Two outlets/ }).count()).toBe(0);
}, 90_000);
