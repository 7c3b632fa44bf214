import { writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type SinkServer, startSink } from "../src/faces/site/page-views/testing/sink-servers.ts";
import { complaintsOf, launchBrowser, logIn } from "./harness/browser.ts";
import { decodedBody } from "./harness/mails.ts";
import { removeData, type RunningProduct, startProduct, tempFolder } from "./harness/product.ts";
import { registerOwner } from "./harness/visitor.ts";

// What a visit leaves behind: one event per navigation, without personal data, as an operator's analytics
// receives it.

interface Event {
  readonly url: string;
  readonly title: string;
  readonly referrer: string;
}

let sink: SinkServer;
let product: RunningProduct;
let plain: RunningProduct;
let browser: Browser;

beforeAll(async () => {
  sink = await startSink("umami");
  const dataDir = await tempFolder("data");
  await writeFile(
    path.join(dataDir, "site.json"),
    JSON.stringify({
      brand: "Bob's Follow-Up",
      legalName: "Ridgeline & Daughters <LLC>",
      profileUrl: "https://www.example.com/in/ridgeline?a=1&b=2",
      profileName: "Ridgeline on Example",
      founderStory: ["It began with a ladder.", "__YEAR__ was a good year."],
      testimonials: ["Ana", "Bo", "Cy"].map((name) => ({
        quote: `${name} said so.`,
        name: `${name} R.`,
        role: "Roofer",
      })),
    }),
  );
  const settings = { ANALYTICS_UMAMI_URL: sink.url, ANALYTICS_UMAMI_WEBSITE: "site" };
  [product, plain] = [await startProduct({ ...settings, DATA_DIR: dataDir }), await startProduct()];
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  for (const one of [product, plain]) {
    await one?.stop();
    if (one) await removeData(one.dataDir);
  }
  await sink?.close();
});

const events = () => sink.told.map(({ body }) => (body as { payload: Event }).payload);
const told = () => events().map(({ url, title }) => `${url} | ${title}`);

/** Waits for events and returns those since the last call. */
async function heard(count: number): Promise<string[]> {
  await expect.poll(() => sink.told.length, { timeout: 10_000 }).toBeGreaterThanOrEqual(count);
  // Long enough for a duplicate event.
  await sleep(800);
  const all = told();
  sink.told.length = 0;
  return all;
}

async function visit(
  options: Parameters<Browser["newContext"]>[0] = {},
): Promise<{ context: BrowserContext; page: Page; complaints: string[] }> {
  const context = await browser.newContext(options);
  const complaints = complaintsOf(context);
  return { context, page: await context.newPage(), complaints };
}

describe("page views", () => {
  it("are one per page, Back and Forward included, and none for a jump within one", async () => {
    const { context, page, complaints } = await visit();
    await page.goto(`${product.url}/?utm_source=card&token=secret`);
    expect(await heard(1)).toEqual(["/?utm_source=card | Automated client follow-up for busy service pros."]);
    await page.goto(`${product.url}/about#rules-title`);
    await page.evaluate(() => (location.hash = "industries-title"));
    expect(await heard(1)).toEqual(["/about | About Bob’s Follow-Up"]);
    await page.locator('main a[href="/contact"]').click();
    await page.waitForURL("**/contact");
    await expect.poll(() => events().map(({ referrer }) => referrer)).toEqual([`${product.url}/about`]);
    expect(await heard(1)).toEqual([expect.stringMatching(/^\/contact \| /)]);
    await page.goBack();
    await page.goBack();
    // Going back within the same page is no view; going back to the page is.
    await page.goBack();
    const back = await heard(2);
    expect(back.map((line) => line.split(" | ")[0])).toEqual(["/about", "/?utm_source=card"]);
    expect(await context.cookies()).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("are one per change of location inside the account, with the new page's title", async () => {
    await registerOwner(product, "views@example.test");
    sink.told.length = 0;
    const { context, page, complaints } = await visit();
    await logIn(page, product.url, { email: "views@example.test", password: "correct plumb line 7" });
    await page.waitForFunction(() => "__reactRouterDataRouter" in window);
    expect((await heard(2)).map((line) => line.split(" | ")[0])).toEqual(["/login", "/account/dashboard"]);
    const dashboard = await page.title();
    // The browser's script must use the page's own name for the place.
    expect(await page.locator(".bar-logo").textContent()).toBe("Bob’s Follow-Up");
    await page.evaluate(() =>
      (
        window as unknown as { __reactRouterDataRouter: { navigate(to: string): Promise<void> } }
      ).__reactRouterDataRouter.navigate("/account/magnets"),
    );
    await page.waitForFunction((before) => document.title !== before, dashboard);
    const magnets = await page.title();
    await page.evaluate(() => history.replaceState(history.state, "", location.href));
    await expect
      .poll(() => events().map(({ referrer }) => referrer))
      .toEqual([`${product.url}/account/dashboard`]);
    expect(await heard(1)).toEqual([`/account/magnets | ${magnets}`]);
    await page.goBack();
    expect(await heard(1)).toEqual([`/account/dashboard | ${dashboard}`]);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("go to no sink when the browser asks to opt out, and the page says so", async () => {
    for (const options of [{ extraHTTPHeaders: { "Sec-GPC": "1" } }, {}]) {
      const { context, page } = await visit(options);
      if (!("extraHTTPHeaders" in options))
        await context.addInitScript(() =>
          Object.defineProperty(navigator, "globalPrivacyControl", { value: true }),
        );
      for (const address of ["/about", "/login"]) {
        await page.goto(product.url + address);
        await expect.poll(() => page.getByText("Opt-out request honored").isVisible()).toBe(true);
      }
      await context.close();
    }
    const { context, page } = await visit();
    await page.goto(`${product.url}/privacy`);
    expect(await page.locator("[data-opt-out]").isVisible()).toBe(false);
    expect((await heard(1)).map((line) => line.split(" | ")[0])).toEqual(["/privacy"]);
    await context.close();
  });

  it("leave the log without a path, and the page without a request to anybody else", async () => {
    const { context, page } = await visit();
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).origin));
    await page.goto(`${product.url}/blog/avoid-disputes-with-daily-logs?utm_source=unheard-of`);
    await heard(1);
    expect([...new Set(asked)]).toEqual([product.url]);
    expect(product.output()).not.toContain("unheard-of");
    await context.close();
  });
});

describe("what the operator says about the place", () => {
  const text = async (of: RunningProduct, address: string) => (await fetch(of.url + address)).text();

  it("shows on /about: story, name and profile", async () => {
    const about = await text(product, "/about");
    expect(about).toContain('href="https://www.example.com/in/ridgeline?a=1&amp;b=2"');
    expect(about).toContain("Ridgeline on Example");
    expect(about).toContain("<p>It began with a ladder.</p><p>__YEAR__ was a good year.</p>");
    expect(about).toContain("Ridgeline &amp; Daughters &lt;LLC&gt;");
    expect(about).not.toMatch(/<if-|tailgate/);
  });

  it("is left out where there is none, and /contact is linked all the same", async () => {
    const about = await text(plain, "/about");
    expect(about).toContain("the operator of this site");
    expect(about).toContain("tailgate");
    expect(about).toContain('href="/contact"');
    expect(about).not.toMatch(/<if-|rel="me|example\.com/);
  });

  it("replaces the quotes on the home page, and with them the line that says they are samples", async () => {
    expect(await text(plain, "/")).toContain("Sample quotes");
    const home = await text(product, "/");
    expect(home).toContain("Ana said so.");
    expect(home).not.toContain("Sample quotes");
    expect(home).not.toContain("Priya N.");
  });

  it("gives the place its name: pages, manifest, feed and mail", async () => {
    for (const address of [
      "/",
      "/about",
      "/login",
      "/nothing-here",
      "/site.webmanifest",
      "/articles/feed.xml",
    ]) {
      const answer = await text(product, address);
      expect(answer, address).toContain("Bob’s Follow-Up");
      expect(answer.replaceAll(/Plumbline-|alt="[^"]*"|:alt" content="[^"]*"/g, ""), address).not.toContain(
        "Plumbline",
      );
      expect(await text(plain, address), address).toContain("Plumbline");
    }
    await registerOwner(product, "named@example.test");
    const mails = (await product.outbox())
      .map(decodedBody)
      .filter((raw) => raw.includes("named@example.test"));
    expect(mails.length).toBeGreaterThan(0);
    for (const mail of mails)
      expect(Buffer.from(mail, "latin1").toString("utf8")).toContain("Bob’s Follow-Up");
    for (const mail of mails) expect(mail).not.toMatch(/__BRAND|Plumbline(?!-)/);
  });

  it("never changes what a person typed", async () => {
    const answer = await fetch(`${product.url}/login`, {
      method: "POST",
      headers: { "Sec-Fetch-Site": "same-origin", "Content-Type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ email: "__YEAR__<viewer-guest>__PUBLIC_URL__@x.test", password: "x" }),
    });
    expect(await answer.text()).toContain('value="__YEAR__&lt;viewer-guest&gt;__PUBLIC_URL__@x.test"');
  });

  it("shows no slot unfilled, on a page or in what its script would be told", async () => {
    for (const address of [
      "/",
      "/about",
      "/privacy",
      "/privacy.data",
      "/termsofservice",
      "/login",
      "/nothing-here",
      "/robots.txt",
      "/site.webmanifest",
    ])
      expect(await text(product, address), address).not.toMatch(/__[A-Z][A-Z0-9_]*-[0-9a-f]{24}__/);
  });
});
