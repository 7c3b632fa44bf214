import { rm } from "node:fs/promises";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { hardToUse } from "./harness/axe.ts";
import { LAPTOP, launchProfile, logIn, PHONE, picture } from "./harness/browser.ts";
import { addJob, openTool } from "./harness/field.ts";
import { photoOf } from "./harness/photos.ts";
import { removeData, type RunningProduct, startProduct, tempFolder } from "./harness/product.ts";
import { openShop, Visitor } from "./harness/visitor.ts";
import { buildWithTool } from "./harness/with-tool.ts";

// The small tool of ARCHITECTURE.md ("How to add a tool") in a build of its own: from a phone without a
// signal to the office, to a client, and back.

const WHO = { email: "roofer@tool.test", password: "correct plumb line 7" };

let root: string;
let product: RunningProduct;
let profile: string;
let phone: BrowserContext;
let desk: BrowserContext;
let onPhone: Page;
let atDesk: Page;

beforeAll(async () => {
  root = await buildWithTool();
  product = await startProduct({ OPERATOR_EMAILS: WHO.email }, root);
  await openShop(product, WHO.email, "Field Roofs");
  profile = await tempFolder("tool-phone");
  phone = await launchProfile(profile, { viewport: PHONE });
  onPhone = await phone.newPage();
  await logIn(onPhone, product.url, WHO);
  await openTool(onPhone, product.url, "Deliveries");
}, 300_000);

afterAll(async () => {
  await Promise.all([phone?.close(), desk?.close()]);
  await product?.stop();
  if (product) await removeData(product.dataDir);
  for (const folder of [root, profile]) if (folder) await rm(folder, { recursive: true, force: true });
}, 60_000);

it("is on the job's page, and saves a delivery with its photo without a signal", async () => {
  await addJob(onPhone, product.url, "Miller roof");
  await phone.setOffline(true);
  await onPhone.getByRole("link", { name: "Deliveries", exact: true }).click();
  await onPhone.getByRole("heading", { level: 1, name: "Deliveries" }).waitFor();
  await onPhone.getByRole("button", { name: "Add a delivery" }).click();
  await onPhone.getByLabel("What came").fill("Shingles");
  await onPhone.getByLabel("Day").fill("2026-11-20");
  await onPhone.getByRole("button", { name: "Save", exact: true }).click();
  await onPhone.locator(".field-error").getByText("Count what arrived.").waitFor();
  await onPhone.getByLabel("How many").fill("40");
  await onPhone
    .locator('input[capture][accept="image/*"]')
    .setInputFiles({ name: "shingles.jpg", mimeType: "image/jpeg", buffer: await photoOf(3, 800, 600) });
  await onPhone.getByRole("button", { name: /Open photo 1 of 1/ }).waitFor();
  await picture(onPhone, "tool-form-phone");
  expect(await hardToUse(onPhone)).toEqual([]);
  await onPhone.getByRole("button", { name: "Save", exact: true }).click();
  await onPhone.getByText("Delivery saved.").waitFor();
  // A cold start without a signal shows it too.
  await onPhone.reload();
  const row = onPhone.getByRole("listitem").filter({ hasText: "Arrived: Shingles, 40 pieces" });
  await row.getByText("On this device").waitFor();
  await picture(onPhone, "tool-list-phone");
  expect(await hardToUse(onPhone)).toEqual([]);
}, 60_000);

it("is sent once there is a signal, and the office finds it and approves it", async () => {
  await phone.setOffline(false);
  const row = onPhone.getByRole("listitem").filter({ hasText: "Arrived: Shingles, 40 pieces" });
  await row.waitFor();
  await expect.poll(() => row.getByText("On this device").count()).toBe(0);
  desk = await launchProfile(await tempFolder("tool-desk"), { viewport: LAPTOP });
  atDesk = await desk.newPage();
  await logIn(atDesk, product.url, WHO);
  await atDesk.goto(`${product.url}/account/deliveries?q=shing`);
  await atDesk.getByRole("link", { name: "2026-11-20, Miller roof, Shingles, 40 pieces, Arrived" }).click();
  await atDesk.getByRole("heading", { name: "Shingles, 40 pieces" }).waitFor();
  await atDesk.getByRole("button", { name: /Open photo 1 of 1/ }).waitFor();
  await picture(atDesk, "tool-delivery-desk");
  expect(await hardToUse(atDesk)).toEqual([]);
  await atDesk.getByRole("button", { name: "Approve" }).click();
  await atDesk.getByText("Approved.", { exact: true }).waitFor();
  await onPhone.getByText("Approved: Shingles, 40 pieces").waitFor();
  await atDesk.getByRole("link", { name: "Miller roof" }).click();
  const told = atDesk.getByRole("listitem").filter({ hasText: "Approved: Shingles, 40 pieces" }).last();
  await told.getByRole("button", { name: /Open photo 1 of 1/ }).waitFor();
}, 60_000);

it("is a paper that a client opens by its link and approves", async () => {
  await atDesk.goto(`${product.url}/account/deliveries`);
  await atDesk.getByText("Miller roof, Shingles, 40 pieces, Approved").waitFor();
  expect(await hardToUse(atDesk)).toEqual([]);
  await atDesk.getByRole("button", { name: "Create a link for the client" }).click();
  await atDesk.locator("#paper-link").waitFor();
  await picture(atDesk, "tool-office-desk");
  expect(await hardToUse(atDesk)).toEqual([]);
  const link = (await atDesk.locator("#paper-link").getAttribute("href"))!;
  const file = await new Visitor(product.url).get(`${new URL(link).pathname}/file`);
  expect(
    Buffer.from(await file.arrayBuffer())
      .subarray(0, 4)
      .toString(),
  ).toBe("%PDF");
  const client = await desk.browser()!.newContext({ viewport: PHONE, javaScriptEnabled: false });
  const page = await client.newPage();
  await page.goto(link);
  await page.getByRole("heading", { level: 1, name: "Delivered: Shingles, 40 pieces" }).waitFor();
  await page.locator("#approve-name").fill("Dana Ruiz");
  await page.getByRole("button", { name: "Approve" }).click();
  await page.getByText(/^Thank you\. .+ has your reply\.$/).waitFor();
  await page.getByText("Approved by Dana Ruiz").waitFor();
  await picture(page, "tool-client-phone");
  await client.close();
}, 60_000);
