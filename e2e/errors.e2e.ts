import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser, logIn, PHONE, picture } from "./harness/browser.ts";
import { removeData, type RunningProduct, startProduct } from "./harness/product.ts";
import { registerOwner } from "./harness/visitor.ts";

// Every error has its message inside the page's layout, after a full load and after a client-side navigation.

const WHO = { email: "ed@errors.test", password: "correct plumb line 7" };
const NO_SUCH = "/account/leads/0198c0de-0000-7000-8000-000000000000";

let product: RunningProduct;
let browser: Browser;
let context: BrowserContext;
let complaints: string[] = [];

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), launchBrowser()]);
  await registerOwner(product, WHO.email, WHO.password);
  context = await browser.newContext({ viewport: PHONE });
  const page = await context.newPage();
  await logIn(page, product.url, WHO);
  await page.close();
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  if (product) await removeData(product.dataDir);
});

/** Opens a page of the account and waits for hydration. */
async function openAccount(path: string): Promise<Page> {
  const page = await context.newPage();
  complaints = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    if (/Trusted|Content Security Policy|Minified React error/i.test(message.text()))
      complaints.push(message.text());
  });
  await page.goto(product.url + path);
  await page.waitForFunction(() => "__reactRouterDataRouter" in window);
  return page;
}

const navigate = (page: Page, to: string) =>
  page.evaluate(
    (path) =>
      void (
        window as unknown as { __reactRouterDataRouter: { navigate(to: string): Promise<void> } }
      ).__reactRouterDataRouter.navigate(path),
    to,
  );

interface Failing {
  readonly what: string;
  /** The faked response to a data request. */
  readonly answer:
    | { readonly status: number; readonly contentType?: string; readonly body?: string }
    | "nobody";
  readonly heading: string;
}

const FAILING: readonly Failing[] = [
  { what: "403", answer: { status: 403 }, heading: "You can’t open this page" },
  { what: "404", answer: { status: 404 }, heading: "Page not found" },
  { what: "409", answer: { status: 409 }, heading: "Someone else changed this" },
  { what: "422", answer: { status: 422 }, heading: "That couldn’t be saved" },
  { what: "429", answer: { status: 429 }, heading: "Too many requests" },
  { what: "500", answer: { status: 500 }, heading: "Something broke on our side" },
  { what: "502 of a proxy", answer: { status: 502 }, heading: "We can’t load your data right now" },
  {
    what: "503",
    answer: { status: 503, contentType: "text/html", body: "<h1>Away</h1>" },
    heading: "We can’t load your data right now",
  },
  // An unreadable response makes the router throw its own Error.
  {
    what: "an Error",
    answer: { status: 200, contentType: "text/x-script", body: "what is this" },
    heading: "Something broke on our side",
  },
  { what: "no connection", answer: "nobody", heading: "No connection right now" },
];

/** The page shows the message in its layout, without policy violations. */
async function showsError(page: Page, heading: string): Promise<void> {
  await page.getByRole("heading", { level: 1, name: heading }).waitFor({ timeout: 10_000 });
  expect(await page.locator(".bar-logo").isVisible()).toBe(true);
  expect(await page.locator("footer").count()).toBe(1);
  expect(await page.locator("main p").count()).toBeGreaterThan(0);
  expect(await page.evaluate(() => getComputedStyle(document.querySelector(".bar")!).position)).toBe("fixed");
  expect(complaints).toEqual([]);
}

describe.each(FAILING)("$what", ({ what, answer, heading }) => {
  const fail = (page: Page, path: string) =>
    page.route(
      (url) => url.pathname === `${path}.data`,
      (route) => (answer === "nobody" ? route.abort("internetdisconnected") : route.fulfill(answer)),
    );

  it("from a loader, navigated to; and going back shows the page before it", async () => {
    const page = await openAccount("/account/settings");
    await fail(page, "/account/leads");
    await navigate(page, "/account/leads");
    await showsError(page, heading);
    await picture(page, `error-${what.replaceAll(" ", "-")}`);
    await page.goBack();
    await page
      .getByRole("heading", { level: 1, name: /Settings|Business/ })
      .first()
      .waitFor({ timeout: 10_000 });
    expect(complaints).toEqual([]);
    await page.unrouteAll();
    await navigate(page, "/account/follow-up");
    await expect.poll(() => page.title(), { timeout: 10_000 }).not.toMatch(/Settings|wrong|not found/i);
    expect(complaints).toEqual([]);
    await page.close();
  });

  it("from an action", async () => {
    const page = await openAccount("/account/settings/you");
    await fail(page, "/account/settings/you");
    await page.locator('main form [name="name"]').first().fill("Ed Error");
    await page.locator('main form:has([name="name"]) [type="submit"]').first().click();
    await showsError(page, heading);
    expect(complaints).toEqual([]);
    await page.close();
  });
});

describe("an address with nothing behind it", () => {
  it("has the same page navigated to as loaded whole", async () => {
    const page = await openAccount("/account/settings");
    await navigate(page, NO_SUCH);
    await showsError(page, "Page not found");
    const response = await page.goto(product.url + NO_SUCH);
    expect(response?.status()).toBe(404);
    await showsError(page, "Page not found");
    await page.close();
  });

  it("is told of an address that no route knows, too", async () => {
    const page = await openAccount("/account/settings");
    await navigate(page, "/account/no/such/thing");
    await showsError(page, "Page not found");
    expect(complaints).toEqual([]);
    await page.close();
  });
});
