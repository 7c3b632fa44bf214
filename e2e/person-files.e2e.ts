import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hardToUse } from "./harness/axe.ts";
import { complaintsOf, LAPTOP, launchBrowser, PHONE, picture, signInAs } from "./harness/browser.ts";
import { photoOf } from "./harness/photos.ts";
import { removeData, type RunningProduct, startProduct } from "./harness/product.ts";
import { askForGuide, openShop, type Shop } from "./harness/visitor.ts";

// An owner saves files and photos with a person on a phone, with script and without, and takes one back.

let product: RunningProduct;
let browser: Browser;
let shop: Shop;
let lead: string;
let complaints: string[];

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), launchBrowser()]);
  shop = await openShop(product, "owner@files.test", "Rivera Bath");
  await askForGuide(product, shop.slug, { name: "Dana Ruiz", email: "dana@client.test" });
  const shape = /\/account\/leads\/[0-9a-f-]{36}/;
  const list = async () => (await shop.visitor.get("/account/leads")).text();
  while (!shape.test(await list())) await new Promise((resolve) => setTimeout(resolve, 200));
  lead = shape.exec(await list())![0];
});

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  if (product) await removeData(product.dataDir);
});

async function open(options: Parameters<Browser["newContext"]>[0]): Promise<[BrowserContext, Page]> {
  const context = await browser.newContext(options);
  await signInAs(context, product.url, shop.visitor);
  return [context, await context.newPage()];
}
const plan = { name: "Plan.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7 plan") };

describe("files of a person", () => {
  it("are added on a phone, seen, downloaded, removed and brought back", async () => {
    const [context, phone] = await open({ viewport: PHONE });
    complaints = complaintsOf(context);
    await phone.goto(product.url + lead);
    const photo = { name: "bath.jpg", mimeType: "image/jpeg", buffer: await photoOf(4, 1200, 900) };
    await phone.getByLabel("Add files or photos").setInputFiles([plan, photo]);
    await phone.getByRole("button", { name: "Save files" }).click();
    await phone.getByRole("link", { name: "Plan.pdf" }).waitFor();
    const thumb = phone.locator("#files img");
    await expect.poll(() => thumb.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(240);
    const [saved] = await Promise.all([
      phone.waitForEvent("download"),
      phone.getByRole("link", { name: "Plan.pdf" }).click(),
    ]);
    expect(saved.suggestedFilename()).toBe("Plan.pdf");
    await phone.getByRole("button", { name: "Remove Plan.pdf" }).click();
    await phone.getByText("Removed: Plan.pdf").waitFor();
    await phone.getByRole("button", { name: "Undo removing Plan.pdf" }).click();
    await phone.getByRole("link", { name: "Plan.pdf" }).waitFor();
    expect(await hardToUse(phone)).toEqual([]);
    await phone.locator("#files").scrollIntoViewIfNeeded();
    await picture(phone, "person-files-390-light");
    for (const colorScheme of ["light", "dark"] as const) {
      const [other, page] = await open({ viewport: LAPTOP, colorScheme });
      await page.goto(product.url + lead);
      await picture(page, `person-files-1440-${colorScheme}`);
      await other.close();
    }
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("are added without script, and a file that is too large is named", async () => {
    const [context, page] = await open({ viewport: PHONE, javaScriptEnabled: false });
    await page.goto(product.url + lead);
    const html = {
      name: "page.html",
      mimeType: "text/html",
      buffer: Buffer.from("<script>alert(1)</script>"),
    };
    await page.getByLabel("Add files or photos").setInputFiles(html);
    await page.getByRole("button", { name: "Save files" }).click();
    await page.getByRole("link", { name: "page.html" }).waitFor();
    const href = await page.getByRole("link", { name: "page.html" }).getAttribute("href");
    const answer = await shop.visitor.get(href!);
    expect([answer.headers.get("content-type"), answer.headers.get("content-disposition")]).toEqual([
      "application/octet-stream",
      expect.stringMatching(/^attachment;/),
    ]);
    const large = { ...plan, buffer: Buffer.alloc(30 * 1024 * 1024, "x") };
    await page.getByLabel("Add files or photos").setInputFiles(large);
    await page.getByRole("button", { name: "Save files" }).click();
    await page.getByText("larger than 25").first().waitFor();
    await picture(page, "person-files-too-large");
    await page.getByRole("link", { name: "Back to Dana Ruiz" }).click();
    await expect.poll(() => page.locator("#files li").count()).toBe(3);
    await context.close();
  });
});
