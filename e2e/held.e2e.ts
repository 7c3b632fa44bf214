import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { complaintsOf, LAPTOP, launchBrowser, PHONE, picture, signInAs } from "./harness/browser.ts";
import { mailTo } from "./harness/mails.ts";
import { removeData, type RunningProduct, startProduct } from "./harness/product.ts";
import { openShop, type Shop, Visitor } from "./harness/visitor.ts";

// A program fills in a form; the business checks the quarantine, releases a person, and deletes the rest.

let product: RunningProduct;
let browser: Browser;
let shop: Shop;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), launchBrowser()]);
  shop = await openShop(product, "owner@held.test", "Summit Deck");
}, 90_000);
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  if (product) await removeData(product.dataDir);
});

async function pageOf(options: Parameters<Browser["newContext"]>[0], isOwner = true) {
  const context = await browser.newContext(options);
  const complaints = complaintsOf(context);
  if (isOwner) await signInAs(context, product.url, shop.visitor);
  return { page: await context.newPage(), complaints };
}

describe.each([
  ["with script", { viewport: LAPTOP, javaScriptEnabled: true }],
  ["without script", { viewport: PHONE, javaScriptEnabled: false }],
])("held back, %s", (how, view) => {
  const key = how.replaceAll(" ", "-");
  const person = `person-${key}@client.test`;
  const bot = `bot-${key}@spam.test`;

  it("is a field that nobody sees or comes to by key, and thanks like any other", async () => {
    const { page, complaints } = await pageOf(view, false);
    await page.goto(`${product.url}/p/${shop.slug}`);
    const trap = page.locator('[name="homepage"]');
    expect([
      await trap.count(),
      await trap.isVisible(),
      await page.getByRole("textbox", { name: "Leave this blank" }).count(),
    ]).toEqual([1, false, 0]);
    await page.getByLabel("Your name").fill("Zoë O’Brien");
    await page.getByRole("textbox", { name: "Email" }).fill(`quick-${key}@client.test`);
    await page.getByRole("checkbox").check();
    await page.getByRole("button", { name: "Send me the guide" }).click();
    await page.getByRole("heading", { name: "It’s on its way" }).waitFor();
    // Filling in quickly alone doesn't make it a program.
    await mailTo(product, `quick-${key}@client.test`, /\/s\/[\w-]{46}/);
    expect(complaints).toEqual([]);

    for (const [email, name] of [
      [person, "Decks www.by-the-lake.test"],
      [bot, "Robert"],
    ] as const) {
      const answer = await new Visitor(product.url).post(`/p/${shop.slug}`, {
        name,
        email,
        consent: "yes",
        homepage: email === bot ? "https://pills.test" : "",
      });
      expect([answer.status, answer.headers.get("location")]).toEqual([
        303,
        expect.stringMatching(`^/p/${shop.slug}\\?thanks=`),
      ]);
    }
  });

  it("is shown to the business with the reasons; a person is let through, the rest deleted", async () => {
    const { page, complaints } = await pageOf(view);
    for (const path of ["/account/dashboard", "/account/leads"]) {
      await page.goto(product.url + path);
      expect(await page.getByRole("link", { name: "2 requests look like spam" }).count(), path).toBe(1);
      await picture(page, `held-count-${path.split("/").at(-1)!}-${key}`);
    }
    await page.getByRole("link", { name: "2 requests look like spam" }).click();
    await page.getByText("A field that people can’t see was filled in").waitFor();
    expect(await page.getByText("The name has a link or code in it").count()).toBe(1);
    await picture(page, `held-list-${key}`);
    await page.getByRole("button", { name: "It’s a real person: Decks www.by-the-lake.test" }).click();
    await page.getByText("They’re a lead now, and what they asked for is on its way.").waitFor();
    await mailTo(product, person, /\/s\/[\w-]{46}/);
    await page.getByRole("button", { name: "Delete: Robert" }).click();
    await page.getByText("Nothing held").waitFor();
    await picture(page, `held-none-${key}`);
    await page.goto(`${product.url}/account/leads`);
    expect([
      await page.getByText(person).count(),
      await page.getByText(bot).count(),
      await page.getByText("look like spam").count(),
    ]).toEqual([1, 0, 0]);
    expect(complaints).toEqual([]);
  });
});
