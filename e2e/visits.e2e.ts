import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { violationsOn } from "./harness/axe.ts";
import { complaintsOf, LAPTOP, launchBrowser, PHONE, picture } from "./harness/browser.ts";
import { linkOf, mailTo } from "./harness/mails.ts";
import { removeData, type RunningProduct, startProduct } from "./harness/product.ts";
import { openShop, type Shop, Visitor } from "./harness/visitor.ts";

// An owner sets hours. A client books a visit on a phone without script, moves it by the link in the email,
// and cancels it. Two clients want the same time. The owner sees it all.

let product: RunningProduct;
let browser: Browser;
let shop: Shop;
/** `/visits/{slug}` */
let path: string;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), launchBrowser()]);
  shop = await openShop(product, "owner@visits.test", "Larkspur Baths");
  path = `/visits/${shop.slug}`;
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  if (product) await removeData(product.dataDir);
});

async function client(options: BrowserContextOptions = {}) {
  const context = await browser.newContext({
    viewport: PHONE,
    javaScriptEnabled: false,
    isMobile: true,
    hasTouch: true,
    ...options,
  });
  const complaints = complaintsOf(context);
  return { page: await context.newPage(), complaints, context };
}

async function asOwner(options: BrowserContextOptions = {}) {
  const { page, complaints, context } = await client({ javaScriptEnabled: true, ...options });
  await context.addCookies(
    shop.visitor
      .cookies()
      .split("; ")
      .map((pair) => ({
        name: pair.slice(0, pair.indexOf("=")),
        value: pair.slice(pair.indexOf("=") + 1),
        url: product.url,
      })),
  );
  return { page, complaints, context };
}

/** Checks a page in both colors for axe violations and overflow, and saves screenshots. */
async function looked(page: Page, name: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await picture(page, `visits-${name}-${colorScheme}`);
  }
  await page.emulateMedia({ colorScheme: "light" });
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
    `${name} is too wide`,
  ).toBeLessThanOrEqual(0);
}

async function clean(page: Page): Promise<void> {
  const violations = await violationsOn(page);
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`),
  ).toEqual([]);
}

/** An email as readable text. */
const received = async (address: string, about: RegExp) =>
  Buffer.from(await mailTo(product, address, about), "latin1").toString("utf8");

const main = (page: Page) => page.locator("main").innerText();
const times = (page: Page) => page.locator(".visit-time");

async function fill(page: Page, name: string, email: string): Promise<void> {
  await page.getByLabel("Your name").fill(name);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Phone").fill("(303) 555-0142");
  await page.getByLabel("Address of the visit").fill("12 Elm St\nDenver, CO 80202");
  await page.getByLabel("What should we look at?").fill("The tub leaks when we shower.");
}

describe("visits", () => {
  it("are off until the owner turns them on", async () => {
    const { page } = await client();
    await page.goto(`${product.url}${path}`);
    expect(await main(page)).toContain("Online booking is off right now");
    const owner = await asOwner();
    await owner.page.goto(`${product.url}/account/settings/visits`);
    await looked(owner.page, "settings-phone");
    await owner.page.getByLabel("Let clients book visits online").check();
    await owner.page.getByLabel("How soon").selectOption("1 hour");
    for (let day = 0; day < 7; day++) {
      await owner.page.locator(`[name="visits-${day}-closed"]`).uncheck();
      await owner.page.locator(`[name="visits-${day}-from"]`).fill("08:00");
      await owner.page.locator(`[name="visits-${day}-to"]`).fill("18:00");
    }
    await owner.page.getByRole("button", { name: "Save" }).click();
    await owner.page.getByText("Saved.").waitFor();
    expect(await owner.page.locator("#visits-link").innerText()).toBe(`${product.url}${path}`);
    await clean(owner.page);
    await owner.page.setViewportSize(LAPTOP);
    await looked(owner.page, "settings-desk");
    expect(owner.complaints).toEqual([]);
    await page.context().close();
    await owner.context.close();
  });

  it("a client books on a phone without script; the owner sees it; the client moves and cancels it", async () => {
    const email = "maria@client.test";
    const { page, complaints, context } = await client();
    const answer = await page.goto(`${product.url}${path}`);
    expect(Buffer.byteLength(await answer!.body())).toBeLessThanOrEqual(60_000);
    expect(await times(page).count()).toBeGreaterThan(20);
    await looked(page, "times");
    const first = await times(page).nth(30).innerText();
    await times(page).nth(30).click();
    expect(await page.locator(".visit-when").innerText()).toContain(first);
    await looked(page, "form");
    await fill(page, "Maria Lopez", email);
    await page.getByLabel("Phone").fill("12");
    await page.getByRole("button", { name: "Book the visit" }).click();
    expect(await page.locator(".error-summary").innerText()).toContain("That number is too short.");
    expect(await page.getByLabel("Address of the visit").inputValue()).toContain("12 Elm St");
    await page.getByLabel("Phone").fill("(303) 555-0142");
    await page.getByRole("button", { name: "Book the visit" }).click();
    await page.getByRole("heading", { name: "You’re booked" }).waitFor();
    const when = await page.locator(".visit-when").innerText();
    await looked(page, "booked");

    const confirmation = await received(email, /^Subject: Your visit/m);
    expect(confirmation).toContain(when);
    expect(confirmation).toContain("Content-Type: text/calendar");
    const notice = await received(shop.email, /Visit booked: Maria Lopez/);
    expect(notice).toContain("The tub leaks when we shower.");
    const file = await new Visitor(product.url).get(`${new URL(page.url()).pathname}/visit.ics`);
    expect(file.headers.get("content-type")).toBe("text/calendar; charset=utf-8");
    expect(await file.text()).toContain("BEGIN:VEVENT");

    const owner = await asOwner();
    await owner.page.goto(`${product.url}/account/visits`);
    await owner.page.getByRole("link", { name: "Maria Lopez" }).click();
    await owner.page.getByText("The tub leaks when we shower.").waitFor();
    expect(
      await owner.page.getByRole("link", { name: "Route to Maria Lopez" }).getAttribute("href"),
    ).toContain("destination=12+Elm+St%2C+Denver");
    await clean(owner.page);
    await looked(owner.page, "visit-phone");
    await owner.context.close();

    await page.goto(linkOf(confirmation, /\/visits\/booked\/[a-z2-7]+/));
    await page.getByRole("link", { name: "Move it" }).click();
    await times(page).nth(40).click();
    await looked(page, "move");
    await page.getByRole("button", { name: "Move the visit" }).click();
    await page.getByRole("heading", { name: "Moved" }).waitFor();
    const moved = await page.locator(".visit-when").innerText();
    expect(moved).not.toBe(when);
    expect(await received(email, /New time for your visit/)).toContain(moved);
    await page.getByText("Cancel the visit").click();
    await page.getByRole("button", { name: "Yes, cancel it" }).click();
    await page.getByRole("heading", { name: "This visit is canceled" }).waitFor();
    const canceled = await received(shop.email, /Visit canceled: Maria Lopez/);
    const [, attached = ""] = /text\/calendar[\s\S]*?\r?\n\r?\n([\w+/=\s]+)/.exec(canceled) ?? [];
    expect(Buffer.from(attached, "base64").toString()).toContain("METHOD:CANCEL");
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("two clients want one time: one has it, the other picks the next without typing again", async () => {
    const [one, other] = [await client(), await client()];
    for (const [{ page }, name] of [
      [one, "Ann First"],
      [other, "Bo Second"],
    ] as const) {
      await page.goto(`${product.url}${path}`);
      await times(page).nth(45).click();
      await fill(page, name, `${name.split(" ")[0]!.toLowerCase()}@client.test`);
    }
    await Promise.all(
      [one, other].map(({ page }) => page.getByRole("button", { name: "Book the visit" }).click()),
    );
    const headings = await Promise.all(
      [one, other].map(({ page }) => page.getByRole("heading", { level: 1 }).innerText()),
    );
    expect(headings.toSorted()).toEqual(["Choose another time", "You’re booked"]);
    const { page } = headings[0] === "You’re booked" ? other : one;
    expect(await main(page)).toContain("Someone just took that time. Choose another one.");
    expect(await page.getByLabel("Your name").inputValue()).not.toBe("");
    await looked(page, "taken");
    await page.locator('[type="radio"][name="at"]').first().check();
    await page.getByRole("button", { name: "Book the visit" }).click();
    await page.getByRole("heading", { name: "You’re booked" }).waitFor();
    await one.context.close();
    await other.context.close();
  });

  it("a client elsewhere sees their own time, and where the business is", async () => {
    const { page, context } = await client({ javaScriptEnabled: true, timezoneId: "America/New_York" });
    await page.goto(`${product.url}${path}`);
    await page.getByText("Times are yours in New York").waitFor();
    expect(await main(page)).toContain("The business is in Denver.");
    await times(page).first().click();
    expect(await page.locator(".visit-when").innerText()).toMatch(/E[DS]T[\s\S]*in Denver/);
    await clean(page);
    await context.close();
  });

  it("Today has the visits of the day", async () => {
    const { page } = await client();
    await page.goto(`${product.url}${path}`);
    const label = await page.locator(".visit-day h2").first().innerText();
    await times(page).first().click();
    await fill(page, "Tara Today", "tara@client.test");
    await page.getByRole("button", { name: "Book the visit" }).click();
    await page.getByRole("heading", { name: "You’re booked" }).waitFor();
    const owner = await asOwner();
    await owner.page.goto(`${product.url}/account/dashboard`);
    const today = new Date().toLocaleDateString("en-US", {
      timeZone: "America/Denver",
      weekday: "long",
      month: "long",
      day: "numeric",
    });
    // Late in the evening the first free day is tomorrow.
    const section = owner.page.locator("#visits");
    expect(await section.getByText("Tara Today").count()).toBeGreaterThan(0);
    expect(await section.getByRole("link", { name: "Route to Tara Today" }).count()).toBe(
      label === today ? 1 : 0,
    );
    await looked(owner.page, "today-phone");
    await owner.page.setViewportSize(LAPTOP);
    await looked(owner.page, "today-desk");
    await clean(owner.page);
    await owner.context.close();
    await page.context().close();
  });

  it("the emails read well", async () => {
    const { page, context } = await client({ viewport: LAPTOP, isMobile: false });
    for (const [name, address, about] of [
      ["mail-client", "tara@client.test", /^Subject: Your visit/m],
      ["mail-owner", shop.email, /Visit booked: Tara Today/],
    ] as const) {
      const mail = await received(address, about);
      await page.setContent(/<!doctype html>[\s\S]*?<\/html>/.exec(mail)![0]);
      await looked(page, name);
      expect(await page.locator("body").innerText()).toContain("12 Elm St, Denver, CO 80202");
    }
    await context.close();
  });
});
