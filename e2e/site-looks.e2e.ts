import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LAPTOP, launchBrowser, PHONE, picture, settled } from "./harness/browser.ts";
import { removeData, type RunningProduct, startProduct } from "./harness/product.ts";
import { articlePaths, PUBLIC_ROUTES } from "./harness/public-pages.ts";

// How every public page looks, on a phone and a laptop, in light and dark mode and on paper. With SCREENSHOTS
// it saves a picture of each.

let product: RunningProduct;
let browser: Browser;
let paths: string[];

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), launchBrowser()]);
  paths = [...PUBLIC_ROUTES, ...(await articlePaths(product.url)), "/nothing-here"];
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  if (product) await removeData(product.dataDir);
});

/** File name of a printed page's picture. */
const nameOf = (path: string) => path.slice(1).replaceAll("/", "-") || "home";

/** Loads pictures further down, which are otherwise lazy. */
async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const one of document.images) one.loading = "eager";
    await Promise.all([...document.images].map((one) => one.decode().catch(() => {})));
    await document.fonts.ready;
  });
}

describe.each([
  { device: "phone", viewport: PHONE },
  { device: "laptop", viewport: LAPTOP },
])("on a $device", ({ device, viewport }) => {
  describe.each(["light", "dark"] as const)("in %s", (colorScheme) => {
    let context: BrowserContext;
    let page: Page;
    beforeAll(async () => {
      context = await browser.newContext({ viewport, colorScheme, reducedMotion: "reduce" });
      page = await context.newPage();
    });
    afterAll(() => context?.close());

    it("every page fits the screen, shows its pictures, and has the theme that was asked for", async () => {
      const wrong: string[] = [];
      for (const path of paths) {
        await page.goto(product.url + path);
        await scrollThrough(page);
        await picture(page, `${device}-${colorScheme}-${nameOf(path)}`);
        const { beyond, missing, ground } = await page.evaluate(() => ({
          beyond: document.documentElement.scrollWidth - innerWidth,
          missing: [...document.images].filter((one) => one.naturalWidth === 0).map((one) => one.src),
          ground: getComputedStyle(document.body).backgroundColor,
        }));
        const [red = 0] = (/[\d.]+/.exec(ground) ?? []).map(Number);
        if (beyond > 0) wrong.push(`${path} is ${beyond} px too wide`);
        if (missing.length) wrong.push(`${path} lacks ${missing.join(", ")}`);
        if (colorScheme === "dark" ? red > 80 : red < 200) wrong.push(`${path} lies on ${ground}`);
      }
      expect(wrong).toEqual([]);
    });
  });
});

it("on paper a page is its words: no menu, no footer, no form to send, ink on white, and the address beside each link to elsewhere", async () => {
  const context = await browser.newContext({
    viewport: LAPTOP,
    colorScheme: "dark",
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  const article = paths.find((one) => one.startsWith("/blog/"))!;
  for (const path of ["/", "/privacy", article]) {
    await page.emulateMedia({ media: "screen" });
    await page.goto(product.url + path);
    await settled(page);
    const bar = page.locator("header.bar, .bar").first();
    expect([await bar.isVisible(), await page.locator("footer").last().isVisible()], path).toEqual([
      true,
      true,
    ]);
    await page.emulateMedia({ media: "print" });
    await settled(page);
    await picture(page, `paper-${nameOf(path)}`);
    expect([await bar.isVisible(), await page.locator("footer").last().isVisible()], path).toEqual([
      false,
      false,
    ]);
    expect(await page.locator("h1").isVisible(), path).toBe(true);
    expect(await page.locator(".button:visible").count(), path).toBe(0);
    const ink = await page.evaluate(() => [
      getComputedStyle(document.body).color,
      getComputedStyle(document.body).backgroundColor,
    ]);
    // Dark mode prints on white paper all the same.
    expect(ink[0], path).toBe("rgb(0, 0, 0)");
    expect(ink[1], path).toMatch(/^(rgb\(255, 255, 255\)|rgba\(0, 0, 0, 0\))$/);
  }
  // On paper, links to other sites show their address; links to our own pages don't.
  const beside = await page.evaluate(() => {
    const link = document.createElement("a");
    link.href = "https://example.com/rule";
    link.textContent = "the rule";
    const own = document.createElement("a");
    own.setAttribute("href", "/privacy");
    const line = document.createElement("p");
    line.append(link, own);
    document.querySelector("main")!.append(line);
    return [link, own].map((one) => getComputedStyle(one, "::after").content);
  });
  expect(beside[0]).toContain("https://example.com/rule");
  expect(beside[1]).not.toContain("/privacy");
  await context.close();
});
