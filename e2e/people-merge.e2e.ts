import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hardToUse } from "./harness/axe.ts";
import { complaintsOf, LAPTOP, launchBrowser, PHONE, picture, signInAs } from "./harness/browser.ts";
import { removeData, type RunningProduct, startProduct } from "./harness/product.ts";
import { openShop, type Shop } from "./harness/visitor.ts";

// An owner sees that two entries are one person, merges them, and undoes it.

let product: RunningProduct;
let browser: Browser;
let shop: Shop;
let context: BrowserContext;
let phone: Page;
let complaints: string[];

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), launchBrowser()]);
  shop = await openShop(product, "owner@merge.test", "Summit Deck");
  context = await browser.newContext({ viewport: PHONE });
  complaints = complaintsOf(context);
  await signInAs(context, product.url, shop.visitor);
  phone = await context.newPage();
}, 90_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  if (product) await removeData(product.dataDir);
});

async function add(name: string, email: string, number: string): Promise<string> {
  await phone.goto(`${product.url}/account/leads/new`);
  await phone.getByLabel("Name").fill(name);
  await phone.getByLabel("Email").fill(email);
  await phone.getByLabel("Phone").fill(number);
  await phone.getByRole("radio", { name: "They asked us to contact them" }).check();
  await phone.getByRole("button", { name: "Save" }).click();
  await phone.getByRole("heading", { name, level: 1 }).waitFor();
  return new URL(phone.url()).pathname;
}

async function pictures(path: string, name: string): Promise<void> {
  for (const [theme, size] of [
    ["light", PHONE],
    ["dark", PHONE],
    ["light", LAPTOP],
    ["dark", LAPTOP],
  ] as const) {
    const other = await browser.newContext({ viewport: size, colorScheme: theme });
    await signInAs(other, product.url, shop.visitor);
    const page = await other.newPage();
    await page.goto(product.url + path);
    await picture(page, `${name}-${size.width}-${theme}`);
    await other.close();
  }
}

describe("two entries about one person", () => {
  it("are merged with a preview, and separated again", async () => {
    const gone = await add("Ana Ruiz", "ana@work.test", "303 555 0142");
    const kept = await add("Ana M. Ruiz", "ana@home.test", "303 555 0143");
    await phone.goto(product.url + gone);
    await phone.getByRole("link", { name: "Same person as…" }).click();
    await phone.getByRole("heading", { name: "Who is the same person as Ana Ruiz?" }).waitFor();
    expect(await hardToUse(phone)).toEqual([]);
    await pictures(`${gone}/merge`, "merge-who");
    await phone.getByRole("link", { name: /Ana M\. Ruiz/ }).click();
    await phone.getByRole("heading", { name: "Is Ana M. Ruiz the same person as Ana Ruiz?" }).waitFor();
    expect(await hardToUse(phone)).toEqual([]);
    const url = new URL(phone.url());
    await pictures(url.pathname + url.search, "merge-preview");
    await phone.getByRole("radio", { name: "ana@home.test" }).check();
    await phone.getByRole("button", { name: "Merge" }).click();
    await phone.getByText("You merged Ana M. Ruiz into this person.").waitFor();
    await phone.getByRole("link", { name: "ana@home.test" }).waitFor();
    expect(await hardToUse(phone)).toEqual([]);
    await pictures(gone, "merged");
    await phone.goto(product.url + kept);
    await phone.getByRole("heading", { name: "Ana Ruiz", level: 1 }).waitFor();
    await phone.getByRole("button", { name: "Undo" }).click();
    await phone.getByText("Undone. They’re two people again.").waitFor();
    await phone.getByRole("link", { name: "ana@work.test" }).waitFor();
    await phone.goto(product.url + kept);
    await phone.getByRole("heading", { name: "Ana M. Ruiz", level: 1 }).waitFor();
    expect(complaints).toEqual([]);
  });
});
