import { rm } from "node:fs/promises";
import type { BrowserContext, Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { hardToUse } from "./harness/axe.ts";
import { LAPTOP, launchBrowser, launchProfile, logIn, PHONE, picture } from "./harness/browser.ts";
import { addJob, openTool } from "./harness/field.ts";
import { photoOf } from "./harness/photos.ts";
import { removeData, type RunningProduct, startProduct, tempFolder } from "./harness/product.ts";
import { openShop } from "./harness/visitor.ts";

// Photos of a line: taken without a signal, uploaded later, and on the client's page as far as they may be.

const WHO = { email: "roofer@photos.test", password: "correct plumb line 7" };

let product: RunningProduct;
let profile: string;
let phone: BrowserContext;
let page: Page;

beforeAll(async () => {
  product = await startProduct({ OPERATOR_EMAILS: WHO.email });
  await openShop(product, WHO.email, "Field Decks");
  profile = await tempFolder("estimate-photos-phone");
  phone = await launchProfile(profile, { viewport: PHONE });
  page = await phone.newPage();
  await logIn(page, product.url, WHO);
  await openTool(page, product.url, "EstiMini");
}, 120_000);

afterAll(async () => {
  await phone?.close();
  await product?.stop();
  if (product) await removeData(product.dataDir);
  if (profile) await rm(profile, { recursive: true, force: true });
}, 60_000);

/** A photo as a phone's camera writes it, with the place where it was taken. */
const shot = async (seed: number) => ({
  name: `${seed}.jpg`,
  mimeType: "image/jpeg",
  buffer: await sharp(await photoOf(seed, 1200, 900))
    .withExif({ IFD0: { Make: "Acme" }, IFD3: { GPSLatitude: "39/1 44/1 0/1", GPSLatitudeRef: "N" } })
    .jpeg()
    .toBuffer(),
});

const photos = () => page.getByRole("button", { name: /^Open photo/ });
const line = () => page.locator("button.estimate-line", { hasText: "Rebuild the stairs" });

it("are taken without a signal, stay through a reload, and can be kept from the client", async () => {
  await addJob(page, product.url, "Ruiz deck stairs", "14 Elm Street, Denver, CO 80202");
  await phone.setOffline(true);
  await page.getByRole("link", { name: "Estimates", exact: true }).click();
  await page.getByRole("button", { name: "New estimate" }).click();
  await page.getByLabel("Description", { exact: true }).fill("Rebuild the stairs");
  await page.getByLabel("Unit price").fill("1450");
  await page.getByRole("button", { name: "Add line" }).click();
  await line().click();
  const box = page.getByRole("region", { name: "Photos of Rebuild the stairs" });
  await box.locator('input[capture][accept="image/*"]').setInputFiles(await shot(1));
  await page.getByRole("button", { name: /Open photo 1 of 1/ }).waitFor();
  await box.locator("input[multiple]").setInputFiles([await shot(2), await shot(3)]);
  await page.getByRole("button", { name: /Open photo 3 of 3/ }).waitFor();
  await box.getByLabel("Client sees it").nth(1).click();
  await expect.poll(() => box.getByLabel("Client sees it").nth(1).isChecked()).toBe(false);
  await picture(page, "estimate-photos-line-phone");
  expect(await hardToUse(page)).toEqual([]);
  // One is removed, and comes back to its line.
  await photos().nth(2).click();
  await page.getByRole("button", { name: "Delete photo" }).click();
  await expect.poll(() => photos().count()).toBe(2);
  await box.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => photos().count()).toBe(3);
  await page.reload();
  await expect.poll(() => line().locator(".estimate-thumbs img").count()).toBe(3);
  await picture(page, "estimate-photos-list-phone");
  await page.emulateMedia({ colorScheme: "dark" });
  await picture(page, "estimate-photos-list-dark");
  await page.emulateMedia({ colorScheme: "light" });
  expect(await hardToUse(page)).toEqual([]);
}, 90_000);

it("are uploaded once there is a signal, and on the client's page without a script, but not the hidden one", async () => {
  await phone.setOffline(false);
  await page.getByRole("link", { name: "Send", exact: true }).waitFor();
  await expect
    .poll(() => page.locator(".field-state").textContent(), { timeout: 30_000 })
    .toContain("All sent");
  const send = await page.getByRole("link", { name: "Send", exact: true }).getAttribute("href");
  const office = `${product.url}${send!.split("#")[0]}`;
  // The server draws their pictures after they arrived.
  await expect
    .poll(
      async () => {
        await page.goto(office, { waitUntil: "networkidle" });
        return page.locator(".estimate-photos img").count();
      },
      { timeout: 60_000, interval: 500 },
    )
    .toBe(2);
  await page.setViewportSize(LAPTOP);
  await picture(page, "estimate-photos-office-desk");
  await page.setViewportSize(PHONE);
  await page.getByRole("button", { name: "Text it, or copy a link" }).click();
  const link = (await page.locator("#paper-link").textContent())!;
  const theirs = await launchBrowser();
  const client = await theirs.newPage({ viewport: PHONE, javaScriptEnabled: false });
  await client.goto(link);
  const shown = client.locator(".estimate-photos img");
  await expect.poll(() => shown.count()).toBe(2);
  expect(await shown.first().getAttribute("alt")).toBe("Rebuild the stairs, photo 1");
  await client.waitForLoadState("networkidle");
  expect(await shown.evaluateAll((all) => all.map((one) => (one as HTMLImageElement).naturalWidth))).toEqual([
    320, 320,
  ]);
  await picture(client, "estimate-photos-client-phone");
  await client.setViewportSize(LAPTOP);
  await picture(client, "estimate-photos-client-desk");
  const large = await client.request.get(
    new URL((await client.locator(".estimate-photos a").first().getAttribute("href"))!, product.url).href,
  );
  expect(large.headers()["content-type"]).toBe("image/webp");
  expect((await sharp(await large.body()).metadata()).exif).toBeUndefined();
  const paper = await page.request.get(`${office}/pdf`);
  expect((await paper.body()).toString("latin1").match(/\/DCTDecode/g)).toHaveLength(2);
  await theirs.close();
}, 120_000);
