import { readFile, rm } from "node:fs/promises";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { LAPTOP, PHONE } from "./harness/browser.ts";
import { addJob, joinOnPhone } from "./harness/field.ts";
import { photoOf } from "./harness/photos.ts";
import { type RunningProduct, tempFolder } from "./harness/product.ts";
import { looked, openToolJourney } from "./harness/tool-journey.ts";
import { registerOwner } from "./harness/visitor.ts";

// A business's own list, from a spreadsheet to a finished checklist, edited by two people and on both again.

const WHO = { email: "office@lists.test", password: "correct plumb line 7" };

/** What Excel puts on the clipboard: forty rows with a title, names of columns, bold headings. */
const ITEMS: Readonly<Record<string, readonly string[]>> = {
  "Tear-off": [
    "Tarps over plants",
    "Magnet swept",
    "Old flashing out",
    "Deck photographed",
    "Rot marked",
    "Nails pulled",
  ],
  Deck: [
    "Sheets nailed 6 in on center",
    "Gap between sheets|number|1/8|1/4|in",
    "No soft spots",
    "Edges blocked",
    "Moisture|number||19|%",
  ],
  "Dry-in": [
    "Ice barrier 24 in inside the wall",
    "Drip edge under at eaves",
    "Drip edge over at rakes",
    "Felt lapped 4 in",
    "Valleys lined",
  ],
  Shingles: [
    "Starter at eaves",
    "Starter at rakes",
    "Six nails a shingle",
    "Nails in the line",
    "Exposure|number|5|5 5/8|in",
    "Courses straight",
    "Offsets kept",
  ],
  Flashing: [
    "Step flashing each course",
    "Kick-out at the gutter",
    "Chimney counterflashed",
    "Skylight kit whole",
    "Pipe boots",
    "Walls lapped",
  ],
  "Close-out": [
    "Ridge vent cut",
    "Gutters flushed",
    "Magnet swept again",
    "Colors as ordered|yes/no",
    "Client was shown",
  ],
};
const row = (cells: readonly string[], style = "") =>
  `<tr>${cells.map((cell) => `<td${style}>${cell}</td>`).join("")}</tr>`;
const BOLD = " class=xl65";
const SHEET = `<html><head><style>.xl65 {font-weight:700;}</style></head><body><table>
${row(["Roof replacement QC", "", "", "", ""], BOLD)}
${row(["Item", "Type", "Min", "Max", "Unit"], BOLD)}
${Object.entries(ITEMS)
  .map(([title, items]) =>
    [
      row([title, "", "", "", ""], BOLD),
      ...items.map((one) => row([...one.split("|"), "", "", "", ""].slice(0, 5))),
    ].join("\n"),
  )
  .join("\n")}
</table></body></html>`;
const COUNT = Object.values(ITEMS).flat().length;

let product: RunningProduct;
let phone: BrowserContext;
let onPhone: Page;
let other: BrowserContext;
let onOther: Page;
let folder: string;
let job: string;
let list: string;
let close = async (): Promise<void> => {};

beforeAll(async () => {
  ({ product, phone, onPhone, close } = await openToolJourney("Checky", WHO, "Ridge Roofing"));
  job = await addJob(onPhone, product.url, "Alder roof");
  folder = await tempFolder("manager");
  const luis = await registerOwner(product, "luis@lists.test");
  [other, onOther] = await joinOnPhone(product, onPhone, { job: null, guest: luis, folder });
  await onPhone.goto(`${product.url}/account/settings/people`);
  await onPhone.getByRole("link", { name: luis.email }).click();
  await onPhone.getByRole("radio", { name: "Manager" }).check();
  await onPhone.getByRole("button", { name: "Save role" }).click();
  await onPhone.getByText("Role changed.").waitFor();
}, 120_000);

afterAll(async () => {
  await other?.close();
  await close();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

const open = (page: Page, words: string) =>
  page.locator(".list-row").filter({ hasText: words }).locator(".estimate-line").click();
const texts = (page: Page) => page.locator(".list-row .estimate-line > span").allInnerTexts();
const item = (page: Page, words: string) => page.locator(".check").filter({ hasText: words }).first();

it("makes a list of a pasted spreadsheet in a few taps", async () => {
  await onPhone.goto(`${product.url}/account/jobs/checklists/lists`);
  await onPhone.getByRole("button", { name: "New list" }).click();
  const box = onPhone.getByLabel("Items, one per line");
  await box.focus();
  await box.evaluate((area, html) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/html", html);
    area.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, SHEET);
  await expect.poll(() => onPhone.getByLabel("Name of the list").inputValue()).toBe("Roof replacement QC");
  await onPhone.getByText("Tear-off", { exact: true }).waitFor();
  await looked(onPhone, "lists-paste-phone");
  await onPhone.getByRole("button", { name: "Create list" }).click();
  await onPhone.getByRole("heading", { level: 1, name: "Roof replacement QC" }).waitFor();
  list = new URL(onPhone.url()).pathname;
  expect((await texts(onPhone)).length).toBe(COUNT);
  expect(await onPhone.locator(".list-section h2").allInnerTexts()).toEqual(Object.keys(ITEMS));
  await open(onPhone, "Gap between sheets");
  expect(await onPhone.getByLabel("Lowest").inputValue()).toBe("0.125");
  await looked(onPhone, "lists-item-phone");
  await onPhone.getByRole("button", { name: "Cancel" }).click();
}, 60_000);

it("is edited with a form, keys and buttons, and each deletion can be undone", async () => {
  await open(onPhone, "Moisture");
  await onPhone.getByLabel("What it asks for").selectOption("readings");
  await onPhone.getByLabel("A name for each reading").fill("North\nSouth");
  await onPhone.getByLabel("Highest").fill("19,5");
  await onPhone.getByRole("button", { name: "Save item" }).click();
  await onPhone.locator(".list-row").filter({ hasText: "Moisture" }).getByText("Several readings").waitFor();
  await open(onPhone, "Client was shown");
  await onPhone.getByLabel("What it asks for").selectOption("signature");
  await onPhone.getByText("Why, code, photos").click();
  await onPhone.getByLabel("Weight in the score").fill("ten");
  await onPhone.getByRole("button", { name: "Save item" }).click();
  await onPhone.getByText("Enter a number, such as 12.5 or 12 1/2.").waitFor();
  await onPhone.getByLabel("Weight in the score").fill("10");
  await onPhone.getByRole("button", { name: "Save item" }).click();
  await onPhone.locator(".list-row").filter({ hasText: "Client was shown" }).getByText("weight 10").waitFor();
  const handle = onPhone.getByRole("button", { name: "Move Rot marked" });
  await handle.focus();
  await onPhone.keyboard.press("Alt+ArrowUp");
  await expect
    .poll(async () => (await texts(onPhone)).slice(3, 5))
    .toEqual(["Rot marked", "Deck photographed"]);
  await open(onPhone, "Magnet swept again");
  await onPhone.getByRole("button", { name: "Delete", exact: true }).click();
  await onPhone.getByText("“Magnet swept again” deleted.").waitFor();
  expect((await texts(onPhone)).length).toBe(COUNT - 1);
  await onPhone.getByRole("button", { name: "Undo" }).click();
  await expect.poll(async () => (await texts(onPhone)).length).toBe(COUNT);
  await onPhone.getByRole("button", { name: "Add an item to “Close-out”" }).click();
  await onPhone.getByLabel("What to check").fill("Permit card signed");
  await onPhone.keyboard.press("Enter");
  await onPhone.locator(".list-row").filter({ hasText: "Permit card signed" }).waitFor();
  await onPhone.getByRole("button", { name: "Cancel" }).click();
  await onPhone.getByRole("button", { name: "Preview" }).click();
  expect(await onPhone.locator(".list-rows").isVisible()).toBe(false);
  await looked(onPhone, "lists-preview-phone");
  await onPhone.setViewportSize(LAPTOP);
  await onPhone.getByRole("button", { name: "Move Step flashing each course" }).scrollIntoViewIfNeeded();
  const from = (await onPhone.getByRole("button", { name: "Move Skylight kit whole" }).boundingBox())!;
  const to = (await onPhone.getByRole("button", { name: "Move Step flashing each course" }).boundingBox())!;
  await onPhone.mouse.move(from.x + 5, from.y + 5);
  await onPhone.mouse.down();
  await onPhone.mouse.move(to.x + 5, to.y + 4, { steps: 6 });
  await onPhone.mouse.up();
  await onPhone.getByText("“Skylight kit whole” moved.").waitFor();
  const after = await texts(onPhone);
  expect(after.indexOf("Skylight kit whole")).toBe(after.indexOf("Step flashing each course") - 1);
  await looked(onPhone, "lists-editor-desk", LAPTOP);
  await onPhone.getByRole("button", { name: "Preview" }).click();
}, 60_000);

it("is edited by two people without a signal: both changes count, and two wordings of one item are shown", async () => {
  await onOther.goto(product.url + list);
  await onOther.locator(".list-row").first().waitFor({ timeout: 30_000 });
  await expect.poll(() => texts(onOther), { timeout: 30_000 }).toContain("Permit card signed");
  await onOther.getByRole("button", { name: "Move Six nails a shingle" }).waitFor();
  await Promise.all([phone.setOffline(true), other.setOffline(true)]);
  const reword = async (page: Page, words: string, to: string) => {
    await open(page, words);
    await page.getByLabel("What to check").fill(to);
    await page.keyboard.press("Enter");
    await page.locator(".list-row").filter({ hasText: to }).waitFor();
  };
  await reword(onPhone, "Six nails a shingle", "Six nails, four where the code allows");
  await reword(onPhone, "Valleys lined", "Valleys lined with ice barrier");
  await reword(onOther, "Six nails a shingle", "Six nails a shingle, flush");
  await reword(onOther, "No soft spots", "No soft or delaminated spots");
  await Promise.all([phone.setOffline(false), other.setOffline(false)]);
  await Promise.all([onPhone.reload(), onOther.reload()]);
  for (const page of [onPhone, onOther]) {
    await page.getByRole("heading", { name: "Item: two versions" }).waitFor({ timeout: 30_000 });
    const words = await texts(page);
    expect(words).toContain("Valleys lined with ice barrier");
    expect(words).toContain("No soft or delaminated spots");
  }
  await looked(onPhone, "lists-two-versions-phone");
  await onPhone.getByRole("button", { name: "Use this one" }).last().click();
  await expect.poll(() => onOther.getByText("two versions").count(), { timeout: 30_000 }).toBe(0);
  await onOther
    .locator(".changes > summary")
    .filter({ hasText: /versions of this list/ })
    .click();
  const history = onOther.locator(".list-versions");
  await history.getByText("Reworded “Valleys lined” to “Valleys lined with ice barrier”.").waitFor();
  await history.getByText(/^Changed “Moisture”\. Asks: Several readings \(was A number\)/).waitFor();
  await history.getByText(`Started with ${COUNT} items.`).waitFor();
  await onOther.locator(".list-versions").scrollIntoViewIfNeeded();
  await looked(onOther, "lists-history-phone");
}, 90_000);

it("has an instruction with a picture, and an old version that is restored and undone", async () => {
  await onPhone.setViewportSize(PHONE);
  await onPhone.getByRole("button", { name: "Add an item to “Tear-off”" }).click();
  await onPhone.getByLabel("What to check").fill("Tie off above six feet");
  await onPhone.getByLabel("What it asks for").selectOption("read");
  const form = onPhone.getByRole("form", { name: "New item" });
  await form
    .getByLabel("Picture")
    .setInputFiles({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("not a picture") });
  await form.getByText("This browser can’t open that file as a picture.").waitFor();
  await form
    .getByLabel("Picture")
    .setInputFiles({ name: "tie.png", mimeType: "image/jpeg", buffer: await photoOf(12, 2400, 1600) });
  await form.getByRole("img", { name: "The new one" }).waitFor();
  await looked(onPhone, "lists-picture-form-phone");
  await form.getByRole("button", { name: "Save item" }).click();
  const added = onPhone.locator(".list-row").filter({ hasText: "Tie off above six feet" });
  await added.getByText(/after reading, with a picture/).waitFor();
  await onPhone.getByRole("button", { name: "Cancel" }).click();
  await open(onPhone, "Tie off");
  await onPhone.locator(".list-picture .photo img").waitFor();
  await onPhone.getByRole("button", { name: "Cancel" }).click();
  await onPhone
    .locator(".changes > summary")
    .filter({ hasText: /versions of this list/ })
    .click();
  const versions = onPhone.locator(".list-versions > li");
  const count = await versions.count();
  expect(await versions.first().getByRole("button").count()).toBe(0);
  await versions
    .last()
    .getByRole("button", { name: /^Restore this version/ })
    .click();
  await onPhone.getByText(/^The version of .+ is back\./).waitFor();
  await expect.poll(() => versions.count()).toBe(count + 1);
  expect(await texts(onPhone)).not.toContain("Permit card signed");
  await versions
    .first()
    .getByText(/^Restored the version of/)
    .waitFor();
  await versions.first().scrollIntoViewIfNeeded();
  await looked(onPhone, "lists-restored-phone");
  await onPhone.getByRole("button", { name: "Undo" }).click();
  await added.waitFor();
  expect(await texts(onPhone)).toContain("Permit card signed");
  await expect.poll(() => texts(onOther), { timeout: 30_000 }).toContain("Permit card signed");
}, 90_000);

it("is started on a job, which keeps its items whatever happens to the list, and is finished with a signature", async () => {
  await onPhone.goto(`${product.url}/account/job/${job}/checklists`);
  await onPhone.getByLabel("Find a list").fill("replacement");
  await onPhone.getByRole("button", { name: /^Roof replacement QC/ }).click();
  await onPhone.getByRole("heading", { level: 1, name: "Roof replacement QC" }).waitFor();
  const run = onPhone.url();
  await onOther
    .locator(".list-row")
    .filter({ hasText: "Felt lapped 4 in" })
    .locator(".estimate-line")
    .click();
  await onOther.getByRole("button", { name: "Delete", exact: true }).click();
  await onOther.getByText("“Felt lapped 4 in” deleted.").waitFor();
  await onPhone.getByText("The list has changed since").waitFor({ timeout: 30_000 });
  expect(await item(onPhone, "Felt lapped 4 in").count()).toBe(1);
  for (const name of Object.keys(ITEMS))
    await onPhone
      .getByRole("region", { name, exact: true })
      .getByRole("button", { name: /^Pass (the other|all)/ })
      .click();
  const type = async (words: string, label: string, value: string) => {
    await item(onPhone, words).getByLabel(label, { exact: true }).fill(value);
    await item(onPhone, words).getByRole("button", { name: "Save", exact: true }).click();
  };
  await type("Gap between sheets", "Gap between sheets", "3/16");
  await type("Exposure", "Exposure", "5,5");
  await item(onPhone, "Moisture").getByLabel("North").fill("12");
  await item(onPhone, "Moisture").getByLabel("South").fill("21");
  await item(onPhone, "Moisture").getByText("Out of range").waitFor();
  await item(onPhone, "Moisture").getByRole("button", { name: "Save", exact: true }).click();
  await item(onPhone, "Moisture").getByText("12 to 21 %; South: 21 is out of range").waitFor();
  await looked(onPhone, "lists-readings-phone");
  await item(onPhone, "Colors as ordered").getByRole("button", { name: "Yes" }).click();
  const read = item(onPhone, "Tie off above six feet");
  await read.getByRole("img", { name: "How it’s done: Tie off above six feet" }).waitFor();
  // On another phone too: it was there with a signal once.
  await onOther.goto(`${product.url}/account/job/${job}/checklists`);
  await onOther
    .getByRole("link", { name: /Roof replacement QC/ })
    .first()
    .click({ timeout: 30_000 });
  await item(onOther, "Tie off")
    .getByRole("img", { name: /^How it’s done/ })
    .waitFor({ timeout: 30_000 });
  await other.setOffline(true);
  await onOther.reload();
  await item(onOther, "Tie off")
    .getByRole("img", { name: /^How it’s done/ })
    .waitFor();
  await item(onOther, "Tie off").scrollIntoViewIfNeeded();
  await looked(onOther, "lists-read-phone");
  const gotIt = item(onOther, "Tie off").getByRole("button", { name: "Got it" });
  await gotIt.click();
  await expect.poll(() => gotIt.getAttribute("aria-pressed")).toBe("true");
  await other.setOffline(false);
  await onOther.reload();
  await read.getByText(/^by /).waitFor({ timeout: 30_000 });
  const sign = item(onPhone, "Client was shown");
  await sign.getByLabel("Name of who signs").fill("Dana Alder");
  await sign.getByRole("button", { name: "Sign", exact: true }).click();
  await sign.getByText("Draw your signature in the box, or check the box below.").waitFor();
  await sign.locator("canvas").scrollIntoViewIfNeeded();
  const pad = (await sign.locator("canvas").boundingBox())!;
  await onPhone.mouse.move(pad.x + 20, pad.y + 60);
  await onPhone.mouse.down();
  for (let at = 1; at <= 8; at++) await onPhone.mouse.move(pad.x + 20 + at * 25, pad.y + 60 + (at % 2) * 25);
  await onPhone.mouse.up();
  await sign.getByRole("button", { name: "Sign", exact: true }).click();
  await sign.getByRole("img", { name: "Signature of Dana Alder" }).waitFor();
  await onPhone.locator(".check-bar").getByText("100%").waitFor();
  await onPhone.getByRole("button", { name: "Finish", exact: true }).click();
  await onPhone.getByText("Finished.").waitFor();
  await looked(onPhone, "lists-finished-phone");
  await onPhone.goto(`${product.url}/account/checklists`);
  await onPhone.getByRole("link", { name: /^Roof replacement QC.*, 100%,/s }).waitFor({ timeout: 30_000 });
  expect(run).toContain(job);
}, 90_000);

it("is shared as a file that another list begins with, and a finished checklist is one to start from", async () => {
  await onPhone.goto(product.url + list);
  const [file] = await Promise.all([
    onPhone.waitForEvent("download"),
    onPhone.getByRole("button", { name: "Save as a file to share" }).click(),
  ]);
  const buffer = await readFile(await file.path());
  await onPhone.goto(`${product.url}/account/jobs/checklists/lists`);
  await onPhone.getByRole("button", { name: "New list" }).click();
  await onPhone.getByLabel("Name of the list").fill("From a friend");
  await onPhone
    .getByLabel("Or open a file")
    .setInputFiles({ name: "book.xlsx", mimeType: "", buffer: Buffer.from("PK\u0003\u0004") });
  await onPhone.getByText("This is an Excel workbook.").waitFor();
  await onPhone
    .getByLabel("Or open a file")
    .setInputFiles({ name: "qc.json", mimeType: "application/json", buffer });
  await onPhone.getByText("Tear-off", { exact: true }).waitFor();
  await onPhone.getByRole("button", { name: "Create list" }).click();
  await onPhone.getByRole("heading", { level: 1, name: "From a friend" }).waitFor();
  expect((await texts(onPhone)).length).toBe(COUNT + 1);
  await onPhone.goto(`${product.url}/account/jobs/checklists/lists`);
  await onPhone.getByRole("button", { name: "New list" }).click();
  await onPhone.getByRole("button", { name: "Start from a checklist of a job" }).click();
  await onPhone.getByRole("combobox", { name: "Checklist of a job" }).selectOption({ index: 1 });
  await onPhone.getByLabel("Name of the list").fill("Roof QC, short");
  await onPhone.getByRole("button", { name: "Create list" }).click();
  await onPhone.getByRole("heading", { level: 1, name: "Roof QC, short" }).waitFor();
  expect(await texts(onPhone)).toContain("Felt lapped 4 in");
  await onPhone.goto(`${product.url}/account/jobs/checklists/lists`);
  await onPhone.getByRole("button", { name: /^Remove.*From a friend$/ }).click();
  await onPhone.getByText("From a friend removed.").waitFor();
  await looked(onPhone, "lists-all-phone");
  await looked(onPhone, "lists-all-desk", LAPTOP);
}, 60_000);
