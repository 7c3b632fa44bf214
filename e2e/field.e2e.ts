import { createServer } from "node:http";
import { rm } from "node:fs/promises";
import { AxeBuilder } from "@axe-core/playwright";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fillIn, LAPTOP, launchProfile, logIn, PHONE, picture } from "./harness/browser.ts";
import { freePort, removeData, type RunningProduct, startProduct, tempFolder } from "./harness/product.ts";
import { registerOwner } from "./harness/visitor.ts";

// A roofer with a phone whose signal comes and goes, and the desk that sees what they wrote. The phone's browser is closed and opened again
// on its own profile, the server is really gone, and whoever answers in its place is really somebody else.

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const WHO = { email: "roofer@field.test", password: "correct plumb line 7" };

let product: RunningProduct;
let settings: { DATA_DIR: string; PORT: string };
let profile: string;
let deskProfile: string;
let phone: BrowserContext;
let desk: BrowserContext;
let millerAddress: string;

beforeAll(async () => {
  settings = { DATA_DIR: await tempFolder("field"), PORT: String(await freePort()) };
  [profile, deskProfile] = await Promise.all([tempFolder("phone"), tempFolder("desk")]);
  product = await startProduct(settings);
  await registerOwner(product, WHO.email, WHO.password);
  [phone, desk] = await Promise.all([launchProfile(profile, { viewport: PHONE }), launchProfile(deskProfile, { viewport: LAPTOP })]);
}, 120_000);

afterAll(async () => {
  await Promise.all([phone?.close(), desk?.close()]);
  await product?.stop();
  await removeData(settings.DATA_DIR);
  await Promise.all([profile, deskProfile].map((folder) => rm(folder, { recursive: true, force: true })));
}, 60_000);

/** Until the worker of the field app holds all of it. */
const isKept = (page: Page) => page.evaluate(async () => Boolean((await navigator.serviceWorker.ready).active));

/** The phone's browser is closed and opened again. */
async function openAgain(): Promise<Page> {
  await phone.close();
  phone = await launchProfile(profile, { viewport: PHONE });
  return phone.newPage();
}

/** Every command that the server holds, told by what a device that knows nothing gets. */
async function held(page: Page): Promise<string> {
  return page.evaluate(async () => (await fetch("/account/sync/records?since=0")).text());
}

async function complaintsOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(" | ")}`);
}

async function newJob(page: Page, name: string, address: string): Promise<void> {
  await page.goto(`${product.url}/account/jobs`);
  await page.getByRole("link", { name: "New job" }).first().click();
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("Address", { exact: true }).fill(address);
  await page.getByRole("button", { name: "Save job" }).click();
  await page.getByRole("heading", { level: 1, name }).waitFor();
}

describe("the field app", () => {
  it("is on the device at the first page after sign-in, of all screens", async () => {
    const page = await phone.newPage();
    await logIn(page, product.url, WHO);
    expect(await isKept(page)).toBe(true);
    const kept = await page.evaluate(async () => {
      const [name] = await caches.keys();
      const cache = await caches.open(name!);
      return (await cache.keys()).map(({ url }) => new URL(url).pathname);
    });
    expect(kept).toContain("/account/field/shell");
    expect(kept.filter((one) => one.endsWith(".js")).length).toBeGreaterThan(5);
    expect(kept.filter((one) => !one.startsWith("/field/assets/") && one !== "/account/field/shell")).toEqual([]);
    await page.close();
  });

  it("shows a job that the desk made, within a second, without a touch", async () => {
    const page = await phone.newPage();
    await page.goto(`${product.url}/account/jobs`);
    await page.getByRole("heading", { name: "Add your first job" }).waitFor();
    await picture(page, "field-empty-phone");
    expect(await complaintsOf(page)).toEqual([]);
    const other = await desk.newPage();
    await logIn(other, product.url, WHO);
    await newJob(other, "Miller roof", "418 Alder Street, Boise");
    millerAddress = other.url();
    const began = Date.now();
    await page.getByRole("link", { name: /Miller roof/ }).waitFor();
    expect(Date.now() - began).toBeLessThan(1000 * Number(process.env["SLOW"] ?? 1));
    await picture(other, "field-job-desk");
    await other
      .getByText("All held", { exact: false })
      .or(other.getByText(/Server holds/))
      .first()
      .waitFor();
    await Promise.all([page.close(), other.close()]);
  });

  it("opens without a server after a cold start, also a job's page that was never opened", async () => {
    await product.stop();
    let page = await openAgain();
    await page.goto(`${product.url}/account/jobs`);
    await page.getByRole("link", { name: /Miller roof/ }).waitFor();
    await picture(page, "field-list-phone");
    expect(await complaintsOf(page)).toEqual([]);
    page = await openAgain();
    await page.goto(millerAddress);
    await page.getByRole("heading", { level: 1, name: "Miller roof" }).waitFor();
    await picture(page, "field-job-phone");
    expect(await complaintsOf(page)).toEqual([]);
  });

  it("keeps a job and a note made without a server, through another cold start", async () => {
    let page = await phone.newPage();
    await phone.setOffline(true);
    await newJob(page, "Garage on 5th", "5th Street 12");
    await page.getByLabel("Note").fill("Rotten decking along the eave");
    await page.getByRole("button", { name: "Save note" }).click();
    await page.getByText("Note kept.").waitFor();
    await page.getByText("Rotten decking along the eave").waitFor();
    const address = page.url();
    page = await openAgain();
    await page.goto(address);
    await page.getByText("Rotten decking along the eave").waitFor();
    expect(await page.getByText("On this device").count()).toBeGreaterThan(0);
    await picture(page, "field-offline-phone");
  });

  it("takes nothing for a word of the server that a captive portal answers", async () => {
    const portal = createServer((_, response) =>
      response.writeHead(200, { "Content-Type": "text/html" }).end("<!doctype html><title>Hotel</title><h1>Welcome to the hotel</h1>"),
    );
    await new Promise<void>((resolve) => portal.listen(product.port, "127.0.0.1", resolve));
    try {
      const page = await openAgain();
      await page.goto(`${product.url}/account/jobs`);
      await page.getByRole("link", { name: /Garage on 5th/ }).waitFor();
      await page.evaluate(async () => (await navigator.serviceWorker.ready).update().catch(() => undefined));
      await page.reload();
      await page.getByRole("link", { name: /Garage on 5th/ }).waitFor();
      expect(await page.getByText("Welcome to the hotel").count()).toBe(0);
      expect(await page.getByText("On this device").count()).toBeGreaterThan(0);
      const cached = await page.evaluate(async () => {
        const texts: string[] = [];
        for (const name of await caches.keys()) {
          const cache = await caches.open(name);
          for (const request of await cache.keys()) texts.push((await (await cache.match(request))!.text()).slice(0, 5000));
        }
        return texts.join("\n");
      });
      expect(cached).not.toContain("Welcome to the hotel");
    } finally {
      portal.closeAllConnections();
      await new Promise((resolve) => portal.close(resolve));
    }
  });

  it("warns on the way out of any account page while something waits", async () => {
    const page = await openAgain();
    // The work is kept from being sent, as by a broken connection.
    await phone.route("**/account/sync/**", (route) => route.abort());
    product = await startProduct(settings);
    await page.goto(`${product.url}/account/dashboard`);
    await page.getByRole("button", { name: "Menu", exact: true }).click();
    await page.getByRole("button", { name: "Log Out" }).click();
    await page.getByRole("heading", { name: "Not everything is sent" }).waitFor();
    await picture(page, "field-recover-phone");
    expect(await complaintsOf(page)).toEqual([]);
    const file = page.waitForEvent("download");
    await page.getByLabel("Passphrase").first().fill("ten rotten boards");
    await page.getByRole("button", { name: "Save an encrypted file" }).click();
    expect((await file).suggestedFilename()).toMatch(/\.plumbline$/);
    await phone.unroute("**/account/sync/**");
  });

  it("sends all of it when the server is back, and the desk sees it", async () => {
    const other = await desk.newPage();
    await other.goto(`${product.url}/account/jobs`);
    const page = await openAgain();
    await page.goto(`${product.url}/account/jobs`);
    await other.getByRole("link", { name: /Garage on 5th/ }).waitFor();
    await expect.poll(() => page.getByText("On this device").count()).toBe(0);
    await expect.poll(() => held(page)).toContain("Garage on 5th");
    await other.getByRole("link", { name: /Garage on 5th/ }).click();
    await other.getByText("Rotten decking along the eave").waitFor();
    await picture(other, "field-note-desk");
    expect(await complaintsOf(other)).toEqual([]);
    await Promise.all([page.close(), other.close()]);
  });

  it("shows both sides where two wrote without seeing each other, and one tap settles it", async () => {
    const here = await phone.newPage();
    const there = await desk.newPage();
    await Promise.all([here.goto(`${millerAddress}/edit`), there.goto(`${millerAddress}/edit`)]);
    await Promise.all([here.getByLabel("Address", { exact: true }).waitFor(), there.getByLabel("Address", { exact: true }).waitFor()]);
    // The desk saves first, and the phone hears of it while its own form stands open: what it did not show is not replaced by it.
    await fillIn(there, { address: "420 Alder Street" });
    await there.getByRole("button", { name: "Save changes" }).click();
    await there.getByRole("heading", { level: 1, name: "Miller roof" }).waitFor();
    await expect.poll(async () => (await held(here)).includes("420 Alder Street")).toBe(true);
    await fillIn(here, { address: "418 Alder Street, rear" });
    await here.getByRole("button", { name: "Save changes" }).click();
    await here.getByRole("heading", { name: "Address: two versions" }).waitFor();
    await there.getByRole("heading", { name: "Address: two versions" }).waitFor();
    await picture(here, "field-conflict-phone");
    await here.emulateMedia({ colorScheme: "dark" });
    await picture(here, "field-conflict-phone-dark");
    expect(await complaintsOf(here)).toEqual([]);
    const mine = here.locator(".conflict li").filter({ hasText: "rear" });
    await mine.getByRole("button", { name: "Keep this one" }).click();
    await here.locator(".conflict").waitFor({ state: "detached" });
    await there.locator(".conflict").waitFor({ state: "detached" });
    await there.getByText("418 Alder Street, rear").waitFor();
    await Promise.all([here.close(), there.close()]);
  });

  it("is worked by keys alone", async () => {
    const page = await desk.newPage();
    await page.goto(`${product.url}/account/jobs/new`);
    await page.getByLabel("Name", { exact: true }).waitFor();
    await page.keyboard.type("By keys");
    await page.keyboard.press("Tab");
    await page.keyboard.type("1 Key Street");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "By keys" }).waitFor();
    expect(new URL(page.url()).pathname).toMatch(/^\/account\/job\/[0-9a-f-]{36}$/);
    await picture(page, "field-keys-desk");
    await page.close();
  });
});
