import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { variants } from "#platform/testing/long-form.ts";
import { complaintsOf, LAPTOP, launchBrowser, PHONE, picture, signInAs } from "./harness/browser.ts";
import { mailTo } from "./harness/mails.ts";
import { removeData, type RunningProduct, startProduct } from "./harness/product.ts";
import { askForGuide, openShop, type Shop } from "./harness/visitor.ts";

// A lead drip goes live on a personal page: previewed with its days, switched on, and received by people who
// ask from then on.

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

async function saveDrip(shop: Shop): Promise<string> {
  await shop.visitor.post("/genLeadDrip", {
    name: "Pat",
    email: shop.email,
    company: "Lake View Decking",
    product: "cedar decks",
  });
  return (await shop.visitor.post("/account/dashboard", { intent: "keep-drip" })).headers.get("location")!;
}

async function pageOf(
  shop: Shop,
  options: Parameters<Browser["newContext"]>[0],
): Promise<{ page: Page; complaints: string[] }> {
  const context = await browser.newContext(options);
  const complaints = complaintsOf(context);
  await signInAs(context, product.url, shop.visitor);
  return { page: await context.newPage(), complaints };
}

const plan = (page: Page) => page.locator(".timeline-title").allInnerTexts();

const titlesIn = (page: Page, name: RegExp) =>
  page.getByRole("list", { name }).locator(".timeline-title").allInnerTexts();

describe.each(
  variants([
    { script: true, viewport: LAPTOP },
    { script: false, viewport: PHONE },
  ]),
)("going live, JavaScript $script", ({ script, viewport }) => {
  it("shows what would be sent and when before anything changes, and is what the next lead gets", async () => {
    const shop = await openShop(product, `owner-${script}@live.test`, "Lake View Decking");
    const drip = await saveDrip(shop);
    await askForGuide(product, shop.slug, { name: "Before Berg", email: `before-${script}@client.test` });
    const { page, complaints } = await pageOf(shop, { viewport, javaScriptEnabled: script });
    await page.goto(product.url + drip);
    await page.getByRole("link", { name: "Send from a page" }).click();
    // There is only one page, so the page isn't asked for.
    await page.waitForURL(/\/account\/follow-up\/[0-9a-f-]{36}\?with=/);
    await page.getByText("One person is in the middle of the old emails").waitFor();
    const ahead = await plan(page);
    expect(ahead.length).toBeGreaterThanOrEqual(4);
    await picture(page, `follow-up-${script}-ahead`);

    // Looking at it changes nothing.
    await page.locator('[name="with"]').first().selectOption("standing");
    await page.getByRole("button", { name: "Preview" }).click();
    await page.getByRole("heading", { name: /^Live/ }).first().waitFor();
    await expect.poll(() => plan(page)).toHaveLength(2);
    await page.goBack();
    await page.getByRole("button", { name: "Send these" }).click();
    await page.getByText("Done. New people get these emails from now on.").waitFor();
    expect(await plan(page)).toEqual(ahead);
    await picture(page, `follow-up-${script}-live`);

    await askForGuide(product, shop.slug, { name: "After Andersen", email: `after-${script}@client.test` });
    await mailTo(product, `after-${script}@client.test`, /unsubscribe/i);
    await page.goto(`${product.url}/account/dashboard`);
    await page.getByRole("link", { name: "After Andersen" }).first().click();
    await page.getByRole("heading", { level: 1, name: "After Andersen" }).waitFor();
    // All steps are still ahead: without a mail server the guide also waits for the business.
    expect(await titlesIn(page, /^Coming up for/)).toEqual(ahead);
    await picture(page, `follow-up-${script}-lead`);
    await page.goto(`${product.url}/account/dashboard`);
    await page.getByRole("link", { name: "Before Berg" }).first().click();
    await page.getByRole("heading", { level: 1, name: "Before Berg" }).waitFor();
    expect(await titlesIn(page, /^Coming up for/)).toHaveLength(2);
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});
