import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { hardToUse } from "./harness/axe.ts";
import { LAPTOP, logIn, picture } from "./harness/browser.ts";
import { addJob } from "./harness/field.ts";
import type { RunningProduct } from "./harness/product.ts";
import { openToolJourney } from "./harness/tool-journey.ts";

// The price book on a phone without a signal, in an estimate, on another device, and from a file.

const WHO = { email: "roofer@prices.test", password: "correct plumb line 7" };

let product: RunningProduct;
let phone: BrowserContext;
let onPhone: Page;
let browser: Browser;
let close = async (): Promise<void> => {};

beforeAll(async () => {
  ({ product, phone, onPhone, browser, close } = await openToolJourney("EstiMini", WHO, "Field Decks"));
}, 120_000);

afterAll(() => close(), 60_000);

const items = (page: Page) => page.getByRole("list", { name: "Items" });

async function addItem(page: Page, text: string, more: Record<string, string>): Promise<void> {
  await page.getByLabel("Description", { exact: true }).fill(text);
  for (const [label, value] of Object.entries(more))
    await page.locator("form").getByLabel(label, { exact: true }).fill(value);
  await page.getByRole("button", { name: "Add item" }).click();
}

it("is written on the phone without a signal", async () => {
  await addJob(onPhone, product.url, "Ruiz deck stairs");
  await onPhone.goto(`${product.url}/account/prices`);
  await onPhone.getByRole("heading", { level: 1, name: "Price book" }).waitFor();
  await phone.setOffline(true);
  await onPhone.reload();
  await onPhone.getByRole("button", { name: "Add an item" }).click();
  const typed = { "Unit price": "38.50", Unit: "ft", "Your cost": "27", Category: "Decking" };
  await addItem(onPhone, "Composite tread", typed);
  await items(onPhone).getByText("Decking, 42.6% markup, 29.9% margin").waitFor();
  // The same text is refused beside its field, and so is a price with letters.
  await addItem(onPhone, "COMPOSITE  tread", { "Unit price": "about 40" });
  await onPhone.locator(".field-error").getByText("in the price book already").waitFor();
  await onPhone.locator(".field-error").getByText("Enter an amount").waitFor();
  await picture(onPhone, "prices-form-phone");
  expect(await hardToUse(onPhone)).toEqual([]);
  await addItem(onPhone, "Carpenter", { "Unit price": "85", Unit: "hr", Category: "Labor" });
  await items(onPhone).getByText("Carpenter").waitFor();
  await onPhone.getByRole("button", { name: "Close" }).click();
  // Found by typing and by category.
  await onPhone.getByLabel("Search the price book").fill("comp");
  await expect.poll(() => items(onPhone).getByRole("listitem").count()).toBe(1);
  await onPhone.getByLabel("Search the price book").fill("");
  await onPhone.getByRole("button", { name: "Labor", exact: true }).click();
  await expect
    .poll(() => items(onPhone).getByRole("listitem").allTextContents())
    .toEqual([expect.stringContaining("Carpenter")]);
  // Removed, and back.
  await items(onPhone)
    .getByRole("button", { name: /Carpenter/ })
    .click();
  await onPhone.getByRole("button", { name: "Remove" }).click();
  await expect.poll(() => items(onPhone).getByRole("listitem").count()).toBe(0);
  await onPhone.getByRole("button", { name: "Undo" }).click();
  await items(onPhone).getByText("Carpenter").waitFor();
  await onPhone.getByRole("button", { name: "All", exact: true }).click();
  await picture(onPhone, "prices-phone");
  expect(await hardToUse(onPhone)).toEqual([]);
}, 90_000);

it("raises prices after showing them, from the day on", async () => {
  await onPhone.getByRole("link", { name: "Raise prices" }).click();
  await onPhone.getByLabel("Which items").selectOption("Decking");
  await onPhone.getByLabel("Increase (%)").fill("10");
  await onPhone.getByText("$42.35").waitFor();
  await picture(onPhone, "prices-raise-phone");
  expect(await hardToUse(onPhone)).toEqual([]);
  await onPhone.getByRole("button", { name: "Raise prices" }).click();
  await onPhone.getByText("10% on Decking, from today.").waitFor();
  // And another one for later, which changes nothing yet and can be removed.
  await onPhone.getByLabel("Increase (%)").fill("5");
  await onPhone.getByLabel("Starting", { exact: true }).fill(`${new Date().getFullYear() + 1}-12-31`);
  await onPhone.getByRole("button", { name: "Raise prices" }).click();
  await onPhone.getByText(/^From Dec 31/).waitFor();
  await onPhone.getByRole("link", { name: "Items" }).click();
  await items(onPhone).getByText("$42.35").first().waitFor();
  await items(onPhone).getByText("$85").first().waitFor();
}, 60_000);

it("fills the lines of an estimate, and gets new items and kits from it", async () => {
  await onPhone.goto(`${product.url}/account/jobs`);
  await onPhone.getByRole("link", { name: /Ruiz deck stairs/ }).click();
  await onPhone.getByRole("link", { name: "Estimates", exact: true }).click();
  await onPhone.getByRole("button", { name: "New estimate" }).click();
  const what = onPhone.getByLabel("Description", { exact: true });
  await what.fill("composite TREAD");
  await expect.poll(() => onPhone.getByLabel("Unit price").inputValue()).toBe("42.35");
  expect(await onPhone.getByLabel("Unit", { exact: true }).inputValue()).toBe("ft");
  // Another choice replaces what the first filled in.
  await what.fill("Carpenter");
  await expect.poll(() => onPhone.getByLabel("Unit price").inputValue()).toBe("85");
  await onPhone.getByLabel("Quantity").fill("6");
  await onPhone.getByRole("button", { name: "Add line" }).click();
  await onPhone.locator("button.estimate-line", { hasText: "Carpenter" }).waitFor();
  expect(await onPhone.getByRole("button", { name: "Save to price book" }).count()).toBe(0);
  await what.fill("Haul away");
  await onPhone.getByLabel("Unit price").fill("120");
  await onPhone.getByRole("button", { name: "Add line" }).click();
  await onPhone.getByRole("button", { name: "Save to price book" }).click();
  await onPhone.getByText("Haul away is in the price book.").waitFor();
  await expect.poll(() => onPhone.getByRole("button", { name: "Save to price book" }).count()).toBe(0);
  await onPhone.getByText("Kits", { exact: true }).click();
  await onPhone.getByRole("button", { name: "Save all lines as a kit" }).click();
  await onPhone.getByText("Saved as the kit “Ruiz deck stairs”.").waitFor();
  const kit = onPhone
    .getByRole("list", { name: "Add a kit" })
    .getByRole("button", { name: /Ruiz deck stairs/ });
  await kit.click();
  await onPhone.getByText("Ruiz deck stairs added: 2 lines.").waitFor();
  const bar = onPhone.locator(".estimate-bar");
  await bar.getByText("$1,260", { exact: true }).waitFor();
  await picture(onPhone, "prices-kit-phone");
  expect(await hardToUse(onPhone)).toEqual([]);
  await onPhone.getByRole("button", { name: "Undo" }).click();
  await bar.getByText("$630", { exact: true }).waitFor();
}, 90_000);

it("is on another device once there is a signal, and comes from a file", async () => {
  await phone.setOffline(false);
  await onPhone.goto(`${product.url}/account/prices/kits`);
  await onPhone.getByRole("button", { name: /Ruiz deck stairs/ }).click();
  await picture(onPhone, "prices-kits-phone");
  expect(await hardToUse(onPhone)).toEqual([]);
  const desk = await (await browser.newContext({ viewport: LAPTOP, colorScheme: "dark" })).newPage();
  await logIn(desk, product.url, WHO);
  await desk.goto(`${product.url}/account/prices`);
  // Last used first.
  await expect
    .poll(() => items(desk).getByRole("listitem").allTextContents(), { timeout: 20_000 })
    .toEqual([
      expect.stringContaining("Carpenter"),
      expect.stringContaining("Haul away"),
      expect.stringContaining("Composite tread"),
    ]);
  await picture(desk, "prices-desk-dark");
  await desk.getByRole("link", { name: "Import", exact: true }).click();
  const buffer = Buffer.from(
    "Item,Price,Category\nCarpenter,90,\nPost base,14.25,Hardware\nNails,about 5,Hardware\n",
  );
  await desk.getByLabel("CSV file").setInputFiles({ name: "prices.csv", mimeType: "text/csv", buffer });
  await desk.getByRole("button", { name: "Import" }).click();
  await desk.getByText("1 item added, 1 changed.").waitFor();
  await desk.getByText("The price “about 5” isn’t an amount").waitFor();
  await picture(desk, "prices-import-desk-dark");
  expect(await hardToUse(desk)).toEqual([]);
  await onPhone.getByRole("link", { name: "Items" }).click();
  await items(onPhone).getByText("$14.25").first().waitFor({ timeout: 30_000 });
  await desk.getByRole("button", { name: "Undo the import" }).click();
  await desk.getByText("Undone: 2 items as before.").waitFor();
}, 90_000);
