import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { complaintsOf, launchBrowser, PHONE, picture } from "./harness/browser.ts";
import { mailTo } from "./harness/mails.ts";
import { removeData, type RunningProduct, startProduct } from "./harness/product.ts";
import { askForGuide, openShop, type Shop } from "./harness/visitor.ts";

// A client opens the link at the end of an email on a phone, without signing in or script: pauses emails,
// gets fewer, stops them and changes their mind, views their data, and has it erased.

const EMAIL = "dana@client.test";

let product: RunningProduct;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let shop: Shop;
let link: string;
let complaints: string[];

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), launchBrowser()]);
  shop = await openShop(product, "owner@larkspur.test", "Larkspur Deck & Porch");
  await askForGuide(product, shop.slug, { name: "Dana Ruiz", email: EMAIL });
  const body = await mailTo(product, EMAIL, /\/u\/[\w-]+/);
  link = product.url + /\/u\/[\w-]+/.exec(body)![0];
  context = await browser.newContext({
    viewport: PHONE,
    javaScriptEnabled: false,
    isMobile: true,
    hasTouch: true,
  });
  complaints = complaintsOf(context);
  page = await context.newPage();
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  if (product) await removeData(product.dataDir);
});

const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
const text = () => page.locator("main").innerText();

describe("the page of a client's link", () => {
  it("has Unsubscribe first and biggest, and nothing personal", async () => {
    await page.goto(link);
    await picture(page, "preferences-phone");
    const first = page.locator("main button").first();
    expect(await first.innerText()).toBe("Unsubscribe");
    const heights = await page
      .locator("main button")
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
    expect(Math.max(...heights.slice(1))).toBeLessThan(heights[0]!);
    expect(await page.content()).not.toContain(EMAIL);
    expect(await page.content()).not.toContain("Dana");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
  });

  it("has mails wait until a day of theirs, and says what is wrong with another", async () => {
    await page.getByLabel("Until a date I pick").check();
    await page.locator('[name="until"]').fill("");
    await press("Take a break");
    expect(await page.locator('[aria-invalid="true"]').count()).toBe(1);
    await picture(page, "preferences-refused");
    const day = new Date(Date.now() + 100 * 86_400_000).toISOString().slice(0, 10);
    await page.getByLabel("Until a date I pick").check();
    await page.locator('[name="until"]').fill(day);
    await press("Take a break");
    expect(await text()).toMatch(/No emails until \w+ \d+/);
    await picture(page, "preferences-paused");
    await press("End the break");
    expect(await text()).toContain("The break is over.");
  });

  it("gets fewer", async () => {
    await page.getByLabel("At most one a month").check();
    await press("Save");
    expect(await text()).toMatch(/at most one email a month/i);
    expect(await page.getByLabel("At most one a month").isChecked()).toBe(true);
  });

  it("stops everything at once, and takes it back", async () => {
    await press("Unsubscribe");
    expect(await text()).toContain("You’re unsubscribed");
    await picture(page, "preferences-stopped");
    await press("That was a mistake");
    expect(await text()).toContain("Undone.");
    expect(await page.locator("main button").first().innerText()).toBe("Unsubscribe");
  });

  it("shows what is held only by a link mailed anew, which opens once; then has it erased", async () => {
    await press("Email me the link");
    expect(await text()).toContain("We sent a link to d…@client.test");
    const body = await mailTo(product, EMAIL, /\/mine\/[\w-]+/);
    const mine = product.url + /\/mine\/[\w-]+/.exec(body)![0];
    await page.goto(mine);
    expect(await page.content()).not.toContain(EMAIL);
    await press("Show my information");
    await picture(page, "held-phone");
    expect(await text()).toContain(EMAIL);
    expect(await text()).toContain("Email me");
    const [download] = await Promise.all([page.waitForEvent("download"), press("Download as JSON")]);
    expect(download.suggestedFilename()).toBe("your information.json");
    // Another person with the same email.
    const other = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
    await other.goto(mine);
    expect(await other.locator("main").innerText()).toContain("This link was already used");
    await press("Delete my information");
    await picture(page, "erase-phone");
    await press("Delete for good");
    expect(await text()).toContain("Your information is deleted");
    await picture(page, "erased-phone");
    await page.goto(link);
    expect(await text()).toContain("You won’t get any more emails");
    const history = await (await shop.visitor.get("/account/settings/history")).text();
    expect(history).toContain("Deleted a person’s data");
    expect(history).not.toContain(EMAIL);
    expect(await (await shop.visitor.get("/account/dashboard")).text()).not.toContain("Dana Ruiz");
  });

  it("broke no rule of its own pages", () => expect(complaints).toEqual([]));
});
