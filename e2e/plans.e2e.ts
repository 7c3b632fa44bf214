import { rm } from "node:fs/promises";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { LAPTOP } from "./harness/browser.ts";
import { addJob, joinOnPhone } from "./harness/field.ts";
import { pdfOf } from "./harness/pdfs.ts";
import { photoOf } from "./harness/photos.ts";
import { type RunningProduct, tempFolder } from "./harness/product.ts";
import { looked, openToolJourney } from "./harness/tool-journey.ts";
import { registerOwner } from "./harness/visitor.ts";

// Places and plans of a job: a PDF and pictures are added and looked at without a signal, and what is pinned
// stays where it is.

const WHO = { email: "super@plans.test", password: "correct plumb line 7" };

let product: RunningProduct;
let phone: BrowserContext;
let onPhone: Page;
let guest: BrowserContext;
let onGuest: Page;
let folder: string;
let job: string;
let close = async (): Promise<void> => {};

beforeAll(async () => {
  ({ product, phone, onPhone, close } = await openToolJourney("Checky", WHO, "Hale Builders"));
  job = await addJob(onPhone, product.url, "Hale kitchen");
  folder = await tempFolder("sub");
  const ana = await registerOwner(product, "ana@plans.test");
  [guest, onGuest] = await joinOnPhone(product, onPhone, { job: "Hale kitchen", guest: ana, folder });
}, 120_000);

afterAll(async () => {
  await guest?.close();
  await close();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

const on = (path: string) => `${product.url}/account/job/${job}/checklists${path}`;
const choose = (name: string, mimeType: string, buffer: Buffer) =>
  onPhone.locator(".plan-add input[type=file]").setInputFiles({ name, mimeType, buffer });
const addPdf = (name: string, buffer: Buffer) => choose(name, "application/pdf", buffer);
const pins = (page: Page) => page.locator(".plan-pin");
/** Where the first pin is, in fractions of the page. */
const spotOfPin = (page: Page) =>
  page.evaluate(() => {
    const { style } = document.querySelector<HTMLElement>(".plan-pins > li")!;
    return [style.left, style.top].map((one) => Number.parseFloat(one) / 100);
  });
/** Colors in the corners of the page that shows: upper left, upper right, lower right, lower left. */
const corners = async (page: Page): Promise<string[]> => {
  await page.locator(".plan-sheet > img").first().waitFor();
  return page.evaluate(async () => {
    const image = document.querySelector<HTMLImageElement>(".plan-sheet > img")!;
    await image.decode();
    const { naturalWidth: width, naturalHeight: height } = image;
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [width, height];
    const context = canvas.getContext("2d")!;
    context.drawImage(image, 0, 0);
    const inside = Math.round(Math.min(width, height) * 0.1);
    return [
      [inside, inside],
      [width - inside, inside],
      [width - inside, height - inside],
      [inside, height - inside],
    ].map(([x, y]) => {
      const [red = 0, green = 0] = context.getImageData(x!, y!, 1, 1).data;
      return red > 180 && green < 90 ? "red" : "white";
    });
  });
};

it("has places, which checklists offer where they ask for one", async () => {
  await phone.setOffline(true);
  await onPhone.goto(on("/places"));
  await onPhone.getByLabel("Rooms, units, or areas").fill("Kitchen, Hall\nBath 1-2");
  await onPhone.getByLabel("Level").fill("Level 2");
  await onPhone.getByRole("button", { name: "Add", exact: true }).click();
  await onPhone.getByText("4 places added.").waitFor();
  await onPhone.getByRole("button", { name: /^Hall/ }).click();
  await onPhone.getByLabel("Name").fill("Hallway");
  await looked(onPhone, "places-phone");
  await onPhone.getByRole("button", { name: "Move up" }).click();
  await onPhone.getByRole("button", { name: "Save", exact: true }).click();
  await expect
    .poll(() => onPhone.locator(".place-row > span:first-child").allInnerTexts())
    .toEqual(["Hallway", "Kitchen", "Bath 1", "Bath 2"]);
  await onPhone.goto(on(""));
  await onPhone.getByLabel("Where").fill("bath");
  await onPhone.getByRole("button", { name: "Level 2, Bath 2" }).click();
  expect(await onPhone.getByLabel("Where").inputValue()).toBe("Level 2, Bath 2");
  await onPhone.getByLabel("Where").fill("Attic");
  await onPhone.getByRole("button", { name: "Add “Attic” to this job’s places" }).click();
  await onPhone.getByLabel("Where").fill("");
  await onPhone.getByRole("button", { name: "Attic", exact: true }).waitFor();
  await phone.setOffline(false);
}, 60_000);

it("takes chosen pages of a PDF, and shows them upright and without a signal", async () => {
  await onPhone.goto(on("/plans"));
  await onPhone.getByText("Add the drawings of this job.").waitFor();
  await addPdf(
    "A-200 set.pdf",
    pdfOf([
      { width: 1000, height: 700, text: "Cover" },
      { width: 1000, height: 700, text: "Floor plan, level 2" },
      { width: 1000, height: 700, rotate: 90, text: "Roof" },
    ]),
  );
  await onPhone.getByLabel("Name of the plan").fill("Floor plan");
  await onPhone.getByLabel("Level").fill("Level 2");
  await onPhone.getByLabel("Pages, of 3").fill("2-4");
  await onPhone.getByRole("button", { name: "Save", exact: true }).click();
  await onPhone.getByText("Type pages from 1 to 3, such as 1-3, 8.").waitFor();
  await onPhone.getByLabel("Pages, of 3").fill("2-3");
  await looked(onPhone, "plans-add-phone");
  await onPhone.getByRole("button", { name: "Save", exact: true }).click();
  await onPhone.getByText("Floor plan is on this job now.").waitFor({ timeout: 30_000 });
  await looked(onPhone, "plans-phone");
  await phone.setOffline(true);
  await onPhone.getByRole("link", { name: /Floor plan/ }).click();
  expect(await corners(onPhone)).toEqual(["white", "white", "white", "red"]);
  await onPhone.getByRole("button", { name: "Next" }).click();
  await onPhone.getByText("Page 2 of 2").waitFor();
  // Turned by 90 degrees, the lower left corner is the upper left.
  await expect.poll(() => corners(onPhone)).toEqual(["red", "white", "white", "white"]);
}, 60_000);

it("pins an issue by a mark in the middle or a long press, and zooms by keys, without a signal", async () => {
  await onPhone.getByRole("button", { name: "Previous" }).click();
  await onPhone.locator(".plan-sheet > img").first().waitFor();
  await onPhone.getByRole("button", { name: "Add an issue here" }).click();
  await looked(onPhone, "plans-placing-phone");
  await onPhone.getByRole("button", { name: "Add it here" }).click();
  const form = onPhone.getByRole("region", { name: "New issue" });
  await form.getByLabel("What’s wrong").fill("Outlet is missing");
  await form
    .locator("input[type=file]")
    .first()
    .setInputFiles({ name: "photo.jpg", mimeType: "image/jpeg", buffer: await photoOf(4, 1200, 900) });
  await form.locator(".photos img").waitFor();
  await form.getByLabel("Who fixes it").fill("Volt Electric");
  await looked(onPhone, "plans-new-issue-phone");
  // The app is killed: what was written opens again at its spot.
  await onPhone.goto(on(""));
  await onPhone.goto(`${product.url}/account/job/${job}`);
  const unfinished = onPhone.getByRole("region", { name: "Not saved yet" });
  await unfinished.getByText("“Outlet is missing”, 1 photo").waitFor();
  await unfinished.getByRole("link", { name: "Continue" }).click();
  await expect.poll(() => form.getByLabel("What’s wrong").inputValue()).toBe("Outlet is missing");
  expect(await form.getByLabel("Who fixes it").inputValue()).toBe("Volt Electric");
  await form.getByRole("button", { name: "Save issue" }).click();
  await onPhone.getByText("Issue saved.").waitFor();
  await pins(onPhone).waitFor();
  const [x = 0, y = 0] = await spotOfPin(onPhone);
  expect([Math.abs(x - 0.5), Math.abs(y - 0.5)].every((off) => off < 0.02)).toBe(true);
  const stage = onPhone.locator(".plan-stage");
  const before = (await onPhone.locator(".plan-sheet").boundingBox())!;
  await stage.focus();
  await onPhone.keyboard.press("+");
  await expect
    .poll(async () => (await onPhone.locator(".plan-sheet").boundingBox())!.width)
    .toBeGreaterThan(before.width * 1.5);
  // The pin stays the size of a thumb.
  expect((await pins(onPhone).boundingBox())!.height).toBeLessThan(40);
  await onPhone.keyboard.press("0");
  await expect
    .poll(async () => (await onPhone.locator(".plan-sheet").boundingBox())!.width)
    .toBeLessThan(before.width * 1.05);
  const sheet = (await onPhone.locator(".plan-sheet").boundingBox())!;
  await onPhone.mouse.move(sheet.x + sheet.width * 0.2, sheet.y + sheet.height * 0.3);
  await onPhone.mouse.down();
  await form.getByLabel("What’s wrong").waitFor();
  await onPhone.mouse.up();
  // Another spot begins empty, and knows the firm from before.
  expect(await form.getByLabel("What’s wrong").inputValue()).toBe("");
  await form.getByLabel("What’s wrong").fill("Crack above the door");
  await form.getByLabel("Who fixes it").fill("volt electric");
  await form.getByRole("button", { name: "Save issue" }).click();
  await expect.poll(() => pins(onPhone).count()).toBe(2);
  await onPhone.getByText("2 issues on this page").waitFor();
  await looked(onPhone, "plans-pins-phone");
  await looked(onPhone, "plans-pins-desk", LAPTOP);
}, 60_000);

it("keeps pins where they are when the plan is replaced, and asks when its shape differs", async () => {
  const before = await spotOfPin(onPhone);
  const next = (width: number, height: number) =>
    pdfOf([
      { width, height, text: "Floor plan, revised" },
      { width: 700, height: 1000, text: "Roof" },
    ]);
  // Still without a signal.
  await addPdf("A-200 rev 1.pdf", next(1500, 1050));
  await onPhone.getByRole("button", { name: "Use A-200 rev 1" }).click();
  await onPhone.getByText("The new version shows now.").waitFor({ timeout: 30_000 });
  await expect.poll(() => onPhone.getByLabel("Version", { exact: true }).locator("option").count()).toBe(2);
  await expect.poll(() => pins(onPhone).count()).toBe(2);
  expect(await spotOfPin(onPhone)).toEqual(before);
  await addPdf("A-200 rev 2.pdf", next(1000, 1000));
  await onPhone.getByRole("button", { name: "Use A-200 rev 2" }).click();
  await onPhone.getByText("The new version has another shape").waitFor({ timeout: 30_000 });
  await onPhone.getByRole("group", { name: "Keep the pins?" }).scrollIntoViewIfNeeded();
  await looked(onPhone, "plans-other-shape-phone");
  await onPhone.getByRole("button", { name: "Start without pins" }).click();
  await expect.poll(() => onPhone.getByLabel("Version", { exact: true }).locator("option").count()).toBe(3);
  await expect.poll(() => pins(onPhone).count()).toBe(0);
  await onPhone.getByLabel("Version", { exact: true }).selectOption({ index: 1 });
  await expect.poll(() => pins(onPhone).count()).toBe(2);
  expect(await spotOfPin(onPhone)).toEqual(before);
  await looked(onPhone, "plans-older-phone");
}, 60_000);

it("says in a sentence why a PDF can’t be used, and takes a picture", async () => {
  await onPhone.goto(on("/plans"));
  const page = { width: 600, height: 400, text: "Site" };
  await addPdf("locked.pdf", pdfOf([page], { isLocked: true }));
  await onPhone.getByText("locked.pdf has a password. Save a copy without one, then add that.").waitFor();
  await addPdf("broken.pdf", Buffer.from("%PDF-1.4\nnothing of it is left"));
  await onPhone.getByText("broken.pdf can’t be read. It may be damaged").waitFor();
  await looked(onPhone, "plans-broken-phone");
  await choose("site.jpg", "image/jpeg", await photoOf(3, 2400, 1800));
  await onPhone.getByLabel("Name of the plan").fill("Site");
  await onPhone.getByRole("button", { name: "Save", exact: true }).click();
  await onPhone.getByText("Site is on this job now.").waitFor({ timeout: 30_000 });
  await expect.poll(() => onPhone.locator(".plan-list > li").count()).toBe(2);
}, 60_000);

it("is on other phones too, where a guest looks and pins but doesn’t change it", async () => {
  await phone.setOffline(false);
  await guest.setOffline(false);
  await onPhone.reload();
  await onGuest.goto(on("/plans"));
  await onGuest.getByRole("link", { name: /Floor plan/ }).click({ timeout: 45_000 });
  await onGuest.locator(".plan-sheet > img").first().waitFor({ timeout: 30_000 });
  expect(await onGuest.locator(".plan-add").count()).toBe(0);
  await onGuest.getByLabel("Version", { exact: true }).selectOption({ index: 1 });
  await expect.poll(() => pins(onGuest).count(), { timeout: 15_000 }).toBe(2);
  // The page shows as soon as it arrives, and is saved on the device a moment later.
  await expect
    .poll(
      async () => {
        await guest.setOffline(true);
        await onGuest.reload();
        const sheet = onGuest.locator(".plan-sheet > img").first();
        const isSaved = await sheet.waitFor({ timeout: 10_000 }).then(
          () => true,
          () => false,
        );
        if (!isSaved) await guest.setOffline(false);
        return isSaved;
      },
      { timeout: 60_000, interval: 2_000 },
    )
    .toBe(true);
}, 150_000);
