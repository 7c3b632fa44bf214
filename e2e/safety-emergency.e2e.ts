import { writeFile } from "node:fs/promises";
import { inflateSync } from "node:zlib";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { hardToUse } from "./harness/axe.ts";
import { LAPTOP, launchBrowser, logIn, PHONE, picture } from "./harness/browser.ts";
import { addJob, openTool } from "./harness/field.ts";
import { removeData, type RunningProduct, startProduct } from "./harness/product.ts";
import { looked } from "./harness/tool-journey.ts";
import { openShop } from "./harness/visitor.ts";

// A foreman fills in the card of a job in a dead zone. It is printed, and somebody without an account scans
// it.

const WHO = { email: "foreman@emergency.test", password: "correct plumb line 7" };

let product: RunningProduct;
let browser: Browser;
let phone: BrowserContext;
let onPhone: Page;
let job: string;

beforeAll(async () => {
  product = await startProduct({ OPERATOR_EMAILS: WHO.email });
  browser = await launchBrowser();
  phone = await browser.newContext({
    ...{ viewport: PHONE, permissions: ["geolocation"] },
    geolocation: { latitude: 43.61502, longitude: -116.20232, accuracy: 8 },
  });
  await openShop(product, WHO.email, "Hale Builders");
  onPhone = await phone.newPage();
  await logIn(onPhone, product.url, WHO);
  await openTool(onPhone, product.url, "SiteSafe");
  job = await addJob(onPhone, product.url, "Hale kitchen", "14 Elm Street, Boise");
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  if (product) await removeData(product.dataDir);
}, 60_000);

it("is filled in without a signal, says what is wrong beside the field, and loses nothing typed", async () => {
  await phone.setOffline(true);
  await onPhone.getByRole("link", { name: /^Safety/ }).click();
  await onPhone.getByRole("link", { name: "Emergency card" }).click();
  await onPhone.getByText("Nobody has filled in this job’s card yet.").waitFor();
  await looked(onPhone, "emergency-empty-phone");
  await onPhone.getByRole("link", { name: "Fill in the card" }).click();
  const address = onPhone.getByLabel("Address, as you would tell 911");
  // Proposed from the job.
  expect(await address.inputValue()).toBe("14 Elm Street, Boise");
  await address.fill("14 Elm Street, Boise, ID 83702\nBetween 2nd and 3rd Ave");
  await onPhone.getByLabel("How an ambulance gets in").fill("Gate code 4471. Drive around the back.");
  await onPhone.getByRole("button", { name: "Use my location" }).click();
  await expect.poll(() => onPhone.getByLabel("Coordinates").inputValue()).toBe("43.61502, -116.20232");
  const hospital = onPhone.getByRole("group", { name: "Hospital" });
  await hospital.getByLabel("Address").fill("190 E Bannock St, Boise");
  await hospital.getByLabel("Phone").fill("(208) 555-0102");
  const first = onPhone.getByRole("group", { name: "Person 1" });
  await first.getByLabel("Role").fill("Superintendent");
  await first.getByLabel("Name").fill("Dana Hale");
  await onPhone.getByLabel("Fire extinguisher").fill("Trailer, left of the door");
  await onPhone.getByLabel("Gas shut-off").fill("North wall, behind the hedge");
  await onPhone.getByLabel("Meeting point").fill("Mailboxes across the street");
  await onPhone.getByRole("button", { name: "Save the card" }).click();
  await onPhone.locator(".field-error", { hasText: "Enter the hospital’s name." }).waitFor();
  await onPhone.locator(".field-error", { hasText: "Enter their phone number." }).waitFor();
  await looked(onPhone, "emergency-faults-phone");
  await hospital.getByLabel("Name").fill("St. Luke’s Boise");
  await first.getByLabel("Phone").fill("(208) 555-0101");
  // What was typed is still there after the phone closed the page.
  await onPhone.reload();
  await expect.poll(() => first.getByLabel("Phone").inputValue()).toBe("(208) 555-0101");
  await looked(onPhone, "emergency-form-phone");
  await onPhone.getByRole("button", { name: "Save the card" }).click();
  await onPhone.getByText("Between 2nd and 3rd Ave").waitFor();
  expect(
    await onPhone.getByRole("link", { name: "Call Superintendent: (208) 555-0101" }).getAttribute("href"),
  ).toBe("tel:2085550101");
  await looked(onPhone, "emergency-phone");
  await looked(onPhone, "emergency-desk", LAPTOP);
  expect(await hardToUse(onPhone)).toEqual([]);
}, 90_000);

it("is printed with a code that opens it without an account and without script", async () => {
  await phone.setOffline(false);
  const link = onPhone.getByRole("link", { name: "Print it for the wall" });
  await link.waitFor({ timeout: 30_000 });
  const path = product.url + (await link.getAttribute("href"))!;
  const paper = await onPhone.request.get(path);
  expect(paper.headers()["content-type"]).toBe("application/pdf");
  const shots = process.env["SCREENSHOTS"];
  if (shots) await writeFile(`${shots}/emergency.pdf`, await paper.body());
  const opened = linkIn(await paper.body());
  expect(opened.startsWith(`${product.url}/s/`)).toBe(true);
  // Printed again, it has the same code.
  expect(linkIn(await (await onPhone.request.get(path)).body())).toBe(opened);
  const stranger = await browser.newContext({ viewport: PHONE, javaScriptEnabled: false });
  const page = await stranger.newPage();
  await page.goto(opened);
  await page.getByText("Between 2nd and 3rd Ave").waitFor();
  expect(page.url()).toBe(`${opened}/emergency`);
  expect(await page.getByText("Llave de gas").count()).toBe(1);
  await picture(page, "emergency-public-phone");
  await page.goto(`${opened.slice(0, -3)}abc/emergency`);
  await page.getByText("This link doesn’t work").waitFor();
  await stranger.close();
}, 60_000);

it("is changed in one place, and the page on the wall’s code has it right away", async () => {
  await onPhone.getByRole("link", { name: "Change the card" }).click();
  await onPhone.getByLabel("Coordinates").fill("95, 200");
  await onPhone.getByRole("button", { name: "Save the card" }).click();
  await onPhone.locator(".field-error", { hasText: "Enter a latitude and a longitude" }).waitFor();
  await onPhone.getByLabel("Coordinates").fill("");
  await onPhone.getByLabel("Gas shut-off").fill("South wall");
  await onPhone.getByRole("button", { name: "Save the card" }).click();
  await onPhone.getByText("South wall").waitFor();
  await onPhone.getByRole("link", { name: "Print it for the wall" }).waitFor({ timeout: 30_000 });
  const paper = await onPhone.request.get(`${product.url}/account/safety/emergency/${job}/card.pdf`);
  const answer = await onPhone.request.get(`${linkIn(await paper.body())}/emergency`);
  const html = await answer.text();
  expect(html).toContain("South wall");
  expect(html).not.toContain("43.61502");
}, 60_000);

/** The address behind the code of a printed card. */
function linkIn(pdf: Buffer): string {
  const text = pdf.toString("latin1");
  const objects = [...text.matchAll(/stream\r?\n/g)].map(({ index, 0: { length } }) => {
    try {
      return inflateSync(pdf.subarray(index + length)).toString("latin1");
    } catch {
      return "";
    }
  });
  return /\/URI\s*\((.*?)\)/.exec([text, ...objects].join("\n"))?.[1] ?? "";
}
