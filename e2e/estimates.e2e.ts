import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { hardToUse } from "./harness/axe.ts";
import { LAPTOP, PHONE, picture } from "./harness/browser.ts";
import { addJob } from "./harness/field.ts";
import { linkOf, mailTo } from "./harness/mails.ts";
import type { RunningProduct } from "./harness/product.ts";
import { openToolJourney } from "./harness/tool-journey.ts";

// From the driveway, without a signal, to a yes on the client's phone, without a script there.

const WHO = { email: "roofer@estimates.test", password: "correct plumb line 7" };
const CLIENT = "dana@client.test";

let product: RunningProduct;
let phone: BrowserContext;
let onPhone: Page;
let atClient: Page;
let close = async (): Promise<void> => {};

beforeAll(async () => {
  ({ product, phone, onPhone, atClient, close } = await openToolJourney("EstiMini", WHO, "Field Decks"));
}, 120_000);

afterAll(() => close(), 60_000);

async function addLine(page: Page, text: string, price: string, quantity = "1"): Promise<void> {
  await page.getByLabel("Description", { exact: true }).fill(text);
  await page.getByLabel("Quantity").fill(quantity);
  await page.getByLabel("Unit price").fill(price);
  await page.getByRole("button", { name: "Add line" }).click();
  await page.locator("button.estimate-line", { hasText: text }).waitFor();
  await expect.poll(() => page.getByLabel("Description", { exact: true }).inputValue()).toBe("");
}

/** Works out a slab at 320 px, by keyboard, and clears the form again. */
async function calculatesAQuantity(page: Page): Promise<void> {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.getByText("Calculate", { exact: true }).press("Enter");
  await page.getByLabel("What to calculate").selectOption("Concrete slab");
  await page.getByLabel("Length (ft)").fill("twenty");
  await page.locator(".field-error").getByText("Enter a length").waitFor();
  await page.getByLabel("Length (ft)").fill(`20' 6"`);
  await page.getByText("20 ft 6 in", { exact: true }).waitFor();
  await page.getByLabel("Width (ft)").fill("12-6");
  // Enter in a measure doesn't add the line.
  await page.getByLabel("Width (ft)").press("Enter");
  await page.getByText("20 ft 6 in × 12 ft 6 in × 4 in = 85.42 cu ft").waitFor();
  await page.getByRole("button", { name: "Use 3.5 cu yd" }).scrollIntoViewIfNeeded();
  await picture(page, "estimate-calculate-phone");
  await page.emulateMedia({ colorScheme: "dark" });
  await picture(page, "estimate-calculate-phone-dark");
  await page.emulateMedia({ colorScheme: "light" });
  expect(await hardToUse(page)).toEqual([]);
  await page.getByRole("button", { name: "Use 3.5 cu yd" }).press("Enter");
  const what = page.getByLabel("Description", { exact: true });
  await expect.poll(() => what.inputValue()).toBe("Concrete");
  expect(await page.getByLabel("Quantity").inputValue()).toBe("3.5");
  expect(await page.getByLabel("Unit", { exact: true }).inputValue()).toBe("cu yd");
  expect(await page.getByLabel("Quantity").evaluate((field) => field === document.activeElement)).toBe(true);
  for (const [field, value] of [
    [what, ""],
    [page.getByLabel("Quantity"), "1"],
    [page.getByLabel("Unit", { exact: true }), ""],
  ] as const)
    await field.fill(value);
  await page.setViewportSize(PHONE);
}

it("is written on the phone without a signal, three taps from the job", async () => {
  await addJob(onPhone, product.url, "Ruiz deck stairs", "14 Elm Street, San Francisco, CA 94110");
  await phone.setOffline(true);
  await onPhone.getByRole("link", { name: "Estimates", exact: true }).click();
  await onPhone.getByRole("button", { name: "New estimate" }).click();
  await onPhone.getByRole("heading", { level: 1, name: "Estimate", exact: true }).waitFor();
  // A price with letters is refused beside its field, and nothing typed is lost.
  await onPhone.getByLabel("Description", { exact: true }).fill("Rebuild the stairs");
  await onPhone.getByLabel("Unit price").fill("about 900");
  await onPhone.getByRole("button", { name: "Add line" }).click();
  await onPhone.locator(".field-error").getByText("Enter an amount").waitFor();
  // A phone that dies here loses nothing typed.
  await onPhone.reload();
  await expect
    .poll(() => onPhone.getByLabel("Description", { exact: true }).inputValue())
    .toBe("Rebuild the stairs");
  await addLine(onPhone, "Rebuild the stairs", "1,450");
  await addLine(onPhone, "Composite treads", "38.50", "12");
  await addLine(onPhone, "Haul away", "120");
  await calculatesAQuantity(onPhone);
  const bar = onPhone.locator(".estimate-bar");
  await bar.getByText("$2,032", { exact: true }).waitFor();
  await bar.getByText("Saved on this phone.").waitFor();
  await picture(onPhone, "estimate-write-phone");
  expect(await hardToUse(onPhone)).toEqual([]);
  // The last line goes up, and off.
  await onPhone.locator("button.estimate-line", { hasText: "Haul away" }).click();
  await picture(onPhone, "estimate-line-phone");
  await onPhone.getByRole("button", { name: "Move up" }).click();
  await expect
    .poll(() => onPhone.locator(".estimate-lines > li").allTextContents())
    .toMatchObject([
      expect.stringContaining("Rebuild"),
      expect.anything(),
      expect.stringContaining("Composite"),
    ]);
  await onPhone.getByRole("button", { name: "Remove" }).click();
  await bar.getByText("$1,912", { exact: true }).waitFor();
  await onPhone.getByRole("button", { name: "Undo" }).click();
  await bar.getByText("$2,032", { exact: true }).waitFor();
  // Tax, deposit, terms.
  await onPhone.getByText("Title, tax, deposit, terms").click();
  await onPhone.getByLabel("Deposit", { exact: true }).fill("30%");
  await onPhone.getByText("Not included: none").click();
  await onPhone.getByLabel("Not included").fill("Permit fees.");
  await onPhone.getByText("Terms: none").click();
  await onPhone.getByLabel("Terms", { exact: true }).fill("Balance when the stairs are done.");
  await onPhone.getByText("How to pay: none").click();
  await onPhone.getByLabel("How to pay the deposit").fill("Zelle to pay@fielddecks.test, or a check.");
  await picture(onPhone, "estimate-details-phone");
  await onPhone.getByRole("button", { name: "Save details" }).click();
  await onPhone.getByText("Due when you approve").waitFor();
  await onPhone.getByText("$609.60").waitFor();
  await onPhone.getByText("Balance when the work is done").waitFor();
  await onPhone.getByText("no tax, deposit 30%, valid until").waitFor();
  // What the law may want in the job's state, without a signal too; hidden for this estimate.
  await onPhone.getByText("Worth checking in California (4)").click();
  await onPhone.getByText("At this price that’s $203.20.").waitFor();
  await picture(onPhone, "estimate-law-phone");
  expect(await hardToUse(onPhone)).toEqual([]);
  await onPhone.getByRole("button", { name: "Hide for this estimate" }).click();
  await onPhone.getByRole("button", { name: "Show 4 hidden reminders" }).waitFor();
}, 90_000);

it("is uploaded once there is a signal, and sent by email", async () => {
  await phone.setOffline(false);
  await onPhone.getByRole("link", { name: "Send", exact: true }).click();
  await onPhone.getByRole("heading", { level: 1, name: "Ruiz deck stairs" }).waitFor();
  await onPhone.getByRole("textbox", { name: /^To/ }).fill(CLIENT);
  await onPhone.getByLabel("Message").fill("Good to meet you today, Dana.");
  // The office knows more than the phone: the business has no license number in its settings.
  await onPhone.getByText("Worth checking in California (1)").waitFor();
  await onPhone.getByRole("button", { name: "Show 4 hidden reminders" }).click();
  await onPhone.getByText("Worth checking in California (5)").waitFor();
  await picture(onPhone, "estimate-send-phone");
  await onPhone.emulateMedia({ colorScheme: "dark" });
  await picture(onPhone, "estimate-send-dark");
  expect(await hardToUse(onPhone)).toEqual([]);
  await onPhone.emulateMedia({ colorScheme: "light" });
  expect(await hardToUse(onPhone)).toEqual([]);
  // Scheduled for the morning, and canceled again.
  await onPhone.getByText("Send it later, such as tomorrow at 8:00 AM").click();
  await picture(onPhone, "estimate-later-phone");
  await onPhone.getByRole("button", { name: "Schedule it" }).click();
  await onPhone.getByText("Scheduled. You can cancel it below.").waitFor();
  await onPhone.getByText("If it’s changed before then").waitFor();
  await picture(onPhone, "estimate-scheduled-phone");
  expect(await hardToUse(onPhone)).toEqual([]);
  await onPhone.setViewportSize(LAPTOP);
  await picture(onPhone, "estimate-scheduled-desk");
  await onPhone.setViewportSize(PHONE);
  // The screen that wrote it says so too.
  await onPhone.getByRole("link", { name: "Edit", exact: true }).click();
  await onPhone.getByText(`Scheduled for ${CLIENT} on `).waitFor();
  await picture(onPhone, "estimate-scheduled-written-phone");
  expect(await hardToUse(onPhone)).toEqual([]);
  await onPhone.getByRole("link", { name: "Send", exact: true }).click();
  await onPhone.getByRole("button", { name: "Cancel sending" }).click();
  await onPhone.getByText("If it’s changed before then").waitFor({ state: "detached" });
  await onPhone.getByRole("textbox", { name: /^To/ }).fill(CLIENT);
  await onPhone.getByLabel("Message").fill("Good to meet you today, Dana.");
  await onPhone.getByRole("button", { name: "Send estimate" }).click();
  await onPhone.getByText("Sent. You’ll get an email when your client replies.").waitFor();
  await onPhone
    .getByText(/EST-\d{4}-001/)
    .first()
    .waitFor();
}, 60_000);

it("is read and approved by the client without a script", async () => {
  const text = await mailTo(product, CLIENT, /Good to meet you today, Dana/);
  expect(text).toMatch(/EST-\d{4}-001/);
  const link = linkOf(text, /\/s\//);
  await atClient.goto(link);
  // Nobody titled it, so it isn't called by our name of the job.
  await atClient.getByRole("heading", { level: 1, name: "Estimate for 14 Elm Street" }).waitFor();
  await atClient.getByText("$2,032.00").first().waitFor();
  await atClient.getByText("$609.60 due when you approve").waitFor();
  await atClient.getByText("Balance when the work is done").waitFor();
  expect(await atClient.getByText(/UTC|1 ×/).count()).toBe(0);
  await atClient.getByText("Composite treads").waitFor();
  await atClient.getByText("Permit fees.").waitFor();
  await picture(atClient, "estimate-client-phone");
  await atClient.emulateMedia({ colorScheme: "dark" });
  await picture(atClient, "estimate-client-dark");
  await atClient.emulateMedia({ colorScheme: "light" });
  await atClient.setViewportSize(LAPTOP);
  await picture(atClient, "estimate-client-desk");
  await atClient.setViewportSize(PHONE);
  const weight = await atClient.content();
  expect(weight.length, "a page of at most 60 KB").toBeLessThan(60_000);
  await atClient.getByLabel("Your name").first().fill("Dana Ruiz");
  await atClient.getByRole("button", { name: "Approve", exact: true }).click();
  await atClient.getByText(/Approved by Dana Ruiz/).waitFor();
  await atClient.getByRole("heading", { name: "What happens next" }).waitFor();
  await atClient.getByText("Zelle to pay@fielddecks.test").waitFor();
  await picture(atClient, "estimate-approved-phone");
  const receipt = await mailTo(product, CLIENT, /you approved the whole estimate for \$2,032\.00/);
  expect(receipt).toContain("Pay the deposit of $609.60.");
  expect(receipt).toMatch(/est-\d{4}-001\.pdf/);
  await atClient.goto(linkOf(receipt, /\/s\//));
  await atClient.getByText("This document is already approved.").waitFor();
  await atClient.getByRole("heading", { name: "What happens next" }).waitFor();
}, 60_000);

it("is approved on the phone, gives the job its sum, and can't change anymore", async () => {
  await onPhone.goto(`${product.url}/account/estimates`, { waitUntil: "networkidle" });
  await onPhone.getByRole("link", { name: /Ruiz deck stairs.*Approved/ }).click();
  await onPhone.getByText("Dana Ruiz").first().waitFor();
  await picture(onPhone, "estimate-office-approved");
  expect(await onPhone.getByRole("button", { name: "Send estimate" }).count()).toBe(0);
  await onPhone.getByRole("link", { name: "Ruiz deck stairs", exact: true }).click();
  await onPhone.getByText("Contract sum").waitFor();
  await onPhone.getByText("$2,032", { exact: true }).first().waitFor();
  await onPhone.getByRole("link", { name: "Estimates", exact: true }).click();
  await onPhone.getByRole("link", { name: /Approved, EST-/ }).click();
  await onPhone.getByText("Your client approved this estimate, so it’s locked.").waitFor();
  await onPhone.getByText(/^Dana Ruiz approved it, \w{3}, /).waitFor();
  await picture(onPhone, "estimate-frozen-phone");
  expect(await hardToUse(onPhone)).toEqual([]);
  const desk = await phone.newPage();
  await desk.setViewportSize(LAPTOP);
  await desk.goto(`${product.url}/account/estimates`, { waitUntil: "networkidle" });
  await desk.getByText("Today", { exact: true }).first().waitFor();
  await picture(desk, "estimates-office-desk");
  expect(await hardToUse(desk)).toEqual([]);
  // A new one from the desk, by keyboard, for somebody new.
  await desk.getByRole("link", { name: "New estimate" }).press("Enter");
  await desk.getByRole("heading", { level: 1, name: "New estimate" }).waitFor();
  await picture(desk, "estimate-new-desk");
  expect(await hardToUse(desk)).toEqual([]);
  await desk.getByLabel("Name", { exact: true }).fill("Kim Ostrow");
  await desk.getByLabel("Email").fill("kim@client.test");
  await desk.getByLabel("Email").press("Enter");
  await desk.getByRole("heading", { level: 1, name: "Estimate", exact: true }).waitFor();
  await desk.getByText("Kim Ostrow").first().waitFor();
  await desk.close();
}, 60_000);

it("starts from a template without a signal, and becomes a template of the business", async () => {
  await addJob(onPhone, product.url, "Ostrow water heater");
  await phone.setOffline(true);
  await onPhone.getByRole("link", { name: "Estimates", exact: true }).click();
  await onPhone.getByRole("link", { name: "Start from a template" }).click();
  // The job's name speaks of a water heater, so that trade is first.
  await expect.poll(() => onPhone.locator(".estimate-list").first().textContent()).toContain("Water heater");
  await picture(onPhone, "estimate-templates-phone");
  expect(await hardToUse(onPhone)).toEqual([]);
  await onPhone.getByLabel("Search templates").fill("deck st");
  await onPhone.getByRole("link", { name: "Deck stair rebuild" }).click();
  await onPhone.getByLabel("Steps").fill("six");
  await onPhone.getByRole("button", { name: "Create estimate" }).click();
  await onPhone.locator(".field-error").getByText("Enter a number").waitFor();
  await onPhone.getByLabel("Steps").fill("6");
  await onPhone.getByText("6 steps", { exact: true }).first().waitFor();
  await picture(onPhone, "estimate-template-phone");
  expect(await hardToUse(onPhone)).toEqual([]);
  await onPhone.getByRole("button", { name: "Create estimate" }).click();
  // Nothing is sent before each line has a price.
  await onPhone.locator(".estimate-problems").getByText("lines need a price").waitFor();
  const prices = onPhone.locator(".estimate-prices");
  await prices.getByLabel("Remove and haul away existing stairs and railing").fill("45");
  await prices.getByRole("button", { name: "Save prices" }).click();
  const bar = onPhone.locator(".estimate-bar");
  await bar.getByText("$270", { exact: true }).waitFor();
  await picture(onPhone, "estimate-prices-phone");
  expect(await hardToUse(onPhone)).toEqual([]);
  await onPhone.getByRole("button", { name: "Save as a template" }).click();
  await onPhone.getByText("Saved as a template with its prices.").waitFor();
  await onPhone.getByRole("button", { name: "Delete estimate" }).click();
  await onPhone.getByText("This estimate was deleted.").waitFor();
  await onPhone.getByRole("button", { name: "Undo" }).click();
  await bar.getByText("$270", { exact: true }).waitFor();
  await onPhone.getByRole("button", { name: "Delete estimate" }).click();
  await onPhone.getByRole("link", { name: "All estimates of this job" }).click();
  await onPhone.getByRole("link", { name: "Start from a template" }).click();
  const own = onPhone.getByRole("region", { name: "Yours" });
  await own.getByRole("link", { name: "Deck stair rebuild" }).click();
  await onPhone.getByLabel("Title", { exact: true }).fill("Stairs, the usual way");
  await onPhone.getByRole("button", { name: "Rename template" }).click();
  await onPhone.getByText("Template renamed.").waitFor();
  await picture(onPhone, "estimate-own-template-phone");
  expect(await hardToUse(onPhone)).toEqual([]);
  await onPhone.getByRole("button", { name: "Create estimate" }).click();
  await bar.getByText("$270", { exact: true }).waitFor();
  await onPhone.goBack();
  await onPhone.getByRole("button", { name: "Remove template" }).click();
  await onPhone.getByText("Template removed.").waitFor();
  await onPhone.getByRole("button", { name: "Undo" }).click();
  await own.getByRole("link", { name: "Stairs, the usual way" }).waitFor();
  await phone.setOffline(false);
  // A coworker renamed it without having seen that; both names are there until somebody chooses.
  await own.getByRole("link", { name: "Stairs, the usual way" }).click();
  await expect
    .poll(() => onPhone.locator(".field-state").textContent(), { timeout: 20_000 })
    .toContain("All sent");
  await onPhone.evaluate(async (record) => {
    const command = {
      ...{ id: crypto.randomUUID(), kind: "estimates.template", record, job: null, replaces: {} },
      ...{ sets: { title: "Six steps" }, capturedAt: Date.now(), skew: 0, zone: "UTC", media: [] },
    };
    await fetch("/account/sync/commands", {
      method: "POST",
      body: JSON.stringify({ version: 1, device: crypto.randomUUID(), commands: [command] }),
    });
  }, new URL(onPhone.url()).searchParams.get("of"));
  await onPhone.getByRole("heading", { name: "Title: two versions" }).waitFor();
  await picture(onPhone, "estimate-template-two-versions");
  expect(await hardToUse(onPhone)).toEqual([]);
  await onPhone
    .getByRole("listitem")
    .filter({ hasText: "Six steps" })
    .getByRole("button", { name: "Use this one" })
    .click();
  await onPhone.getByRole("heading", { name: "Title: two versions" }).waitFor({ state: "detached" });
}, 90_000);

it("saves a line, and leaves what is typed meanwhile", async () => {
  await addJob(onPhone, product.url, "Meanwhile");
  await onPhone.getByRole("link", { name: "Estimates", exact: true }).click();
  await onPhone.getByRole("button", { name: "New estimate" }).click();
  const description = onPhone.getByLabel("Description", { exact: true });
  await description.fill("Gate hinges");
  await onPhone.getByLabel("Quantity").fill("1");
  await onPhone.getByLabel("Unit price").fill("45");
  // In one turn, before the form can answer.
  await description.evaluate((field: HTMLInputElement) => {
    field.form!.requestSubmit();
    field.value = "Typed meanwhile";
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
  await onPhone.locator("button.estimate-line", { hasText: "Gate hinges" }).waitFor();
  expect(await description.inputValue()).toBe("Typed meanwhile");
}, 60_000);
