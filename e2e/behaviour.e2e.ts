import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { complaintsOf, launchBrowser, LAPTOP, PHONE, picture, signInAs } from "./harness/browser.ts";
import { mailTo } from "./harness/mails.ts";
import { startServerPostgres, type ServerPostgres } from "./harness/postgres.ts";
import { removeData, type RunningProduct, startProduct } from "./harness/product.ts";
import { askForGuide, openShop, type Shop } from "./harness/visitor.ts";

// A client's page in a real Chromium: scripts without a person don't count, and a person counts once. The
// browser hides that it is automated, like the better scanners do, so that this tests the remaining signals.

/** Longer than a page must be visible before a visit counts. */
const SEEN_MS = 1400;

let postgres: ServerPostgres;
let database: pg.Client;
let product: RunningProduct;
let hidden: Browser;
let steered: Browser;
let shop: Shop;

beforeAll(async () => {
  postgres = await startServerPostgres();
  [product, hidden, steered] = await Promise.all([
    startProduct({ DATABASE_URL: postgres.ownerUrl, SECRET: "b".repeat(40) }),
    launchBrowser(["--disable-blink-features=AutomationControlled"]),
    launchBrowser(),
  ]);
  shop = await openShop(product, "owner@behaviour.test", "Alder Decks");
  database = new pg.Client(postgres.ownerUrl);
  await database.connect();
}, 120_000);

afterAll(async () => {
  for (const browser of [hidden, steered]) await browser?.close();
  await product?.stop();
  await database?.end();
  await postgres?.remove();
  if (product) await removeData(product.dataDir);
});

let clients = 0;

/** A client who asked for the guide, and the link in their email. */
async function client() {
  const email = `client${++clients}@behaviour.test`;
  await askForGuide(product, shop.slug, { name: `Odalys Brandt ${clients}`, email });
  const shape = /http:\/\/localhost:\d+\/s\/[\w-]{46}\?mark=[\w-]+/;
  const link = shape.exec(await mailTo(product, email, shape))![0];
  const rowsOf = async () =>
    (
      await database.query<{ what: string; times: number; lead_id: string }>(
        "select d.what, d.times, d.lead_id from events_deeds d join leads l on l.account_id = d.account_id and l.id = d.lead_id where l.email = $1 order by 1",
        [email],
      )
    ).rows;
  return {
    email,
    link,
    rowsOf,
    deeds: async () => (await rowsOf()).map(({ what, times }) => `${what} ${times}`),
  };
}

/** Opens an address as a new visit; returns what the page sent by itself. */
async function visit(address: string, options: BrowserContextOptions = {}, browser = hidden) {
  const context = await browser.newContext({ viewport: PHONE, ...options });
  const complaints = complaintsOf(context);
  const page = await context.newPage();
  const told: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === "POST" && pathname === "/api/here") told.push(request.postData() ?? "");
  });
  await page.goto(address);
  return { context, page, told, complaints };
}

/** Moves the mouse through the browser's own input, like a person. */
async function moveMouse(page: Page) {
  await page.mouse.move(40, 60);
  await page.mouse.move(180, 320, { steps: 12 });
}

async function close(context: BrowserContext, complaints: readonly string[]) {
  expect(await context.cookies()).toEqual([]);
  await context.close();
  expect(complaints).toEqual([]);
}

it("hears nothing of a browser that runs scripts, scrolls and clicks by itself, and then hears a hand, once", async () => {
  const who = await client();
  const { context, page, told, complaints } = await visit(who.link);
  expect(await page.evaluate(() => navigator.webdriver)).toBe(false);
  await sleep(SEEN_MS);
  await page.evaluate(() => {
    // What a sandbox does to see the whole page.
    document.body.style.minHeight = "5000px";
    scrollTo(0, 2000);
    scrollTo(0, 0);
    for (const name of [
      "pointerdown",
      "pointermove",
      "pointermove",
      "pointermove",
      "pointermove",
      "mousemove",
      "click",
      "keydown",
      "touchmove",
      "wheel",
    ])
      document.body.dispatchEvent(new Event(name, { bubbles: true }));
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await sleep(300);
  expect(told).toEqual([]);
  expect(await who.deeds()).toEqual([]);
  await moveMouse(page);
  await expect.poll(who.deeds).toEqual(["clicked 1"]);
  await page.keyboard.press("Tab");
  await page.mouse.wheel(0, 400);
  await page.reload();
  await sleep(SEEN_MS);
  await moveMouse(page);
  // One report from the page, and one after the reload, which lacks the link's mark but is the same visit.
  await expect.poll(() => told.length).toBe(2);
  await sleep(300);
  expect(told).toHaveLength(2);
  expect(await who.deeds()).toEqual(["clicked 1"]);
  await close(context, complaints);
}, 60_000);

it("hears nothing of a form that a script sends, be it with the browser's own word that somebody pressed, although the document opens", async () => {
  const who = await client();
  const { context, page, complaints } = await visit(who.link);
  await sleep(SEEN_MS);
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.url().endsWith("/file?download")),
    // A script run through the debugger counts as a user action to the browser: the request has
    // `Sec-Fetch-User: ?1`.
    page.evaluate(() => document.querySelector<HTMLButtonElement>("button[value=save]")!.click()),
  ]);
  expect(answer.status()).toBe(200);
  expect((await answer.request().redirectedFrom()?.allHeaders())?.["sec-fetch-user"]).toBe("?1");
  await sleep(500);
  expect(await who.deeds()).toEqual([]);
  await close(context, complaints);
}, 60_000);

it("hears nothing of a browser that says it is steered, nor before the page could be seen", async () => {
  const who = await client();
  const steeredVisit = await visit(who.link, {}, steered);
  await sleep(SEEN_MS);
  await moveMouse(steeredVisit.page);
  const early = await visit(who.link);
  await early.page.evaluate(() => {
    // The page's clock is frozen, so that this doesn't race with the second.
    const now = performance.now();
    performance.now = () => now;
  });
  await moveMouse(early.page);
  await sleep(500);
  expect([...steeredVisit.told, ...early.told]).toEqual([]);
  expect(await who.deeds()).toEqual([]);
  await close(steeredVisit.context, steeredVisit.complaints);
  await close(early.context, early.complaints);
}, 60_000);

it("hears a person without script by the button they press", async () => {
  const who = await client();
  const { context, page, complaints } = await visit(who.link, { javaScriptEnabled: false });
  await sleep(SEEN_MS);
  const [opened] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download", exact: true }).click(),
  ]);
  expect(opened.suggestedFilename()).toMatch(/\.pdf$/);
  await expect.poll(who.deeds).toEqual(["clicked 1", "downloaded 1"]);
  await close(context, complaints);
}, 60_000);

it("hears a finger on a phone that opens the guide, and tells the owner; the address no longer says whose it was", async () => {
  const who = await client();
  const { context, page, complaints } = await visit(who.link, { hasTouch: true, isMobile: true });
  expect(page.url()).toBe(`${who.link.split("?")[0]}/guide`);
  await picture(page, "share-phone");
  await sleep(SEEN_MS);
  const [opened] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download", exact: true }).tap(),
  ]);
  expect(opened.suggestedFilename()).toMatch(/\.pdf$/);
  await expect.poll(who.deeds).toEqual(["clicked 1", "downloaded 1"]);
  const lead = (await who.rowsOf())[0]!.lead_id;
  const shown = await (await shop.visitor.get(`/account/leads/${lead}`)).text();
  expect(shown).toContain("Clicked the link");
  expect(shown).toContain("Opened the guide");
  for (const colorScheme of ["light", "dark"] as const)
    for (const [name, viewport] of [
      ["laptop", LAPTOP],
      ["phone", PHONE],
    ] as const) {
      const owner = await hidden.newContext({ viewport, colorScheme });
      await signInAs(owner, product.url, shop.visitor);
      const its = await owner.newPage();
      await its.goto(`${product.url}/account/leads/${lead}`);
      await its.getByRole("heading", { name: "History" }).waitFor();
      await picture(its, `lead-${name}-${colorScheme}`);
      await owner.close();
    }
  await close(context, complaints);
}, 60_000);

it("knows who came to the personal page by a marked link, and hears a key", async () => {
  const who = await client();
  const { context, page, complaints } = await visit(
    `${product.url}/p/${shop.slug}${new URL(who.link).search}&utm_source=mail`,
  );
  expect(page.url()).toBe(`${product.url}/p/${shop.slug}?utm_source=mail`);
  await sleep(SEEN_MS);
  await page.keyboard.press("Tab");
  await expect.poll(who.deeds).toEqual(["clicked 1"]);
  const views = async () =>
    (
      await database.query<{ row: string }>(
        "select to_jsonb(v)::text as row from site_page_views v where path = '/p/:slug'",
      )
    ).rows;
  await expect.poll(async () => (await views()).length, { timeout: 10_000 }).toBeGreaterThan(0);
  for (const { row } of (
    await database.query<{ row: string }>("select to_jsonb(v)::text as row from site_page_views v")
  ).rows)
    expect(row).not.toContain("mark");
  expect(product.output()).not.toContain(new URL(who.link).searchParams.get("mark"));
  await close(context, complaints);
}, 60_000);

it("hears nothing of who asks not to be followed, by header or in the browser", async () => {
  const who = await client();
  for (const extraHTTPHeaders of [{ "Sec-GPC": "1" }, { DNT: "1" }] as Record<string, string>[]) {
    const { context, page, told, complaints } = await visit(who.link, { extraHTTPHeaders, hasTouch: true });
    expect(await page.locator("[data-here]").count()).toBe(0);
    await sleep(SEEN_MS);
    await moveMouse(page);
    await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download", exact: true }).click(),
    ]);
    await sleep(300);
    expect(told).toEqual([]);
    await close(context, complaints);
  }
  const context = await hidden.newContext();
  await context.addInitScript(() =>
    Object.defineProperty(navigator, "globalPrivacyControl", { value: true }),
  );
  const page = await context.newPage();
  await page.goto(who.link);
  await sleep(SEEN_MS);
  await moveMouse(page);
  await sleep(300);
  expect(await who.deeds()).toEqual([]);
  await context.close();
}, 60_000);
