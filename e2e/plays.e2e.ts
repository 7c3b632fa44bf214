import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { variants } from "#platform/testing/long-form.ts";
import { violationsOn } from "./harness/axe.ts";
import { complaintsOf, LAPTOP, launchBrowser, PHONE, picture, signInAs } from "./harness/browser.ts";
import { mailTo } from "./harness/mails.ts";
import { removeData, type RunningProduct, startProduct } from "./harness/product.ts";
import { askForGuide, openShop, type Shop } from "./harness/visitor.ts";

// A play is read, completed with what it lacks, used, and started for a lead: with script on a laptop, by
// keyboard only on a phone-sized screen, and without script.

let product: RunningProduct;
let browser: Browser;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), launchBrowser()]);
}, 90_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  if (product) await removeData(product.dataDir);
});

async function opened(
  name: string,
  options: Parameters<Browser["newContext"]>[0],
): Promise<{ shop: Shop; page: Page; context: BrowserContext; complaints: string[] }> {
  const shop = await openShop(product, `${name}@plays.test`, "Copper Ridge Roofing");
  await askForGuide(product, shop.slug, { name: "Dana Ruiz", email: `dana-${name}@client.test` });
  await mailTo(product, `dana-${name}@client.test`, /unsubscribe/i);
  const context = await browser.newContext(options);
  const complaints = complaintsOf(context);
  await signInAs(context, product.url, shop.visitor);
  return { shop, page: await context.newPage(), context, complaints };
}

async function expectUsable(page: Page): Promise<void> {
  const violations = await violationsOn(page, {
    tags: ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"],
  });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`)).toEqual([]);
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
  ).toBeLessThanOrEqual(0);
}

const part = (page: Page, id: string) => page.locator(`section#${id}`);

describe.each(
  variants([
    { name: "on a laptop", by: "laptop", viewport: LAPTOP, javaScriptEnabled: true },
    { name: "on a phone, without a script", by: "phone", viewport: PHONE, javaScriptEnabled: false },
  ]),
)("plays $name", ({ by, viewport, javaScriptEnabled }) => {
  it("are read, given what they lack, used, begun for somebody, and taken back", async () => {
    const { page, context, complaints } = await opened(by, { viewport, javaScriptEnabled });
    await page.goto(`${product.url}/account/plays`);
    expect(await page.locator("main section h2").count()).toBe(10);
    await picture(page, `plays-${by}`);

    // Every step can be read with its time, worded for this trade.
    await part(page, "new-lead").getByText("Read every step").click();
    const steps = part(page, "new-lead").locator(".timeline-step");
    expect(await steps.count()).toBeGreaterThanOrEqual(5);
    expect(await steps.locator("time").count()).toBe(await steps.count());
    const words = await part(page, "new-lead").innerText();
    expect(words).toContain("cedar decks");
    expect(words).toContain("Pat");
    expect(words).not.toMatch(/\{\{|\{\w+\}/);
    if (javaScriptEnabled) await expectUsable(page);
    await picture(page, `plays-${by}-read`);

    // The missing information is requested where it is missing.
    const after = part(page, "after-the-job");
    await after.getByLabel(/where do clients leave a review/).fill("http://not-safe.example");
    await after.getByRole("button", { name: "Save link" }).click();
    await after.locator(".field-error").waitFor();
    expect(await after.getByLabel(/where do clients leave a review/).inputValue()).toBe(
      "http://not-safe.example",
    );
    await after.getByLabel(/where do clients leave a review/).fill("g.page/r/copper-ridge/review");
    await after.getByRole("button", { name: "Save link" }).click();
    await after.getByText("Saved. It has everything it needs.").waitFor();
    expect(await after.getByRole("button", { name: "Save link" }).count()).toBe(0);

    await after.getByRole("button", { name: /^Add/ }).click();
    await after.getByText("Added. It only starts when you start it for someone.").waitFor();
    await after.getByRole("button", { name: "Undo" }).click();
    await after.getByText("Removed.").waitFor();

    // Started for a lead: first choose who, then see what would go out and when.
    await after.getByRole("link", { name: /^Start for someone/ }).click();
    await page.getByRole("heading", { level: 1, name: "“After the job”: who is it for?" }).waitFor();
    await picture(page, `plays-${by}-whom`);
    await page.getByLabel("Name, email, or phone").fill("nobody of that name");
    await page.getByRole("button", { name: "Search" }).click();
    await page.getByRole("heading", { name: /^No one matches/ }).waitFor();
    await page.getByLabel("Name, email, or phone").fill("ruiz");
    await page.getByRole("button", { name: "Search" }).click();
    await page.getByRole("link", { name: /Dana Ruiz/ }).click();
    await page.getByRole("heading", { level: 1, name: "Start “After the job” for Dana Ruiz?" }).waitFor();
    expect(await page.locator(".timeline-step").first().innerText()).toContain("Hi Dana,");
    if (javaScriptEnabled) await expectUsable(page);
    await picture(page, `plays-${by}-when`);
    await page.getByRole("button", { name: "Start it" }).click();
    await page.getByText("Started. Here’s what goes out and when.").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("Undone. Nothing goes out.").waitFor();
    await page.getByRole("button", { name: "Start it" }).click();
    await page.getByText("Started. Here’s what goes out and when.").waitFor();
    await picture(page, `plays-${by}-begun`);
    await page.getByRole("link", { name: "Go to Dana Ruiz" }).click();
    await page.getByRole("heading", { level: 1, name: "Dana Ruiz", exact: true }).waitFor();
    expect(await page.locator("main").innerText()).toContain("Would you write us a short review?");

    const lead = new URL(page.url()).pathname.split("/").at(-1)!;
    await page.goto(`${product.url}/account/sequences/start?play=after-the-job&lead=${lead}`);
    await page.getByRole("button", { name: "Start it" }).click();
    await page.getByText("Dana Ruiz is already in it").waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  }, 120_000);
});

it("by keys alone, from a person to a play that runs for them", async () => {
  const { page, context, complaints } = await opened("keys", { viewport: PHONE });
  await page.goto(`${product.url}/account/leads`);
  const lead = await page
    .locator('main a[href^="/account/leads/"]', { hasText: "Dana Ruiz" })
    .first()
    .getAttribute("href");
  await page.goto(`${product.url}/account/sequences/start?lead=${lead!.split("/").at(-1)!.split("#")[0]!}`);
  await page.getByRole("heading", { level: 1, name: "Which follow-up should Dana Ruiz get?" }).waitFor();
  await expectUsable(page);
  await picture(page, "plays-keys-which");
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? "");
  const tabTo = async (words: string) => {
    for (let times = 0; times < 60 && !(await focused()).startsWith(words); times++)
      await page.keyboard.press("Tab");
    expect(await focused()).toContain(words);
  };
  await tabTo("Missed call");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Start “Missed call” for Dana Ruiz?" }).waitFor();
  await tabTo("Start it");
  await page.keyboard.press("Enter");
  await page.getByText("Started.").waitFor();
  // The confirmation has the focus, so that screen readers read it.
  expect(await focused()).toContain("Started.");
  expect(complaints).toEqual([]);
  await context.close();
}, 120_000);
