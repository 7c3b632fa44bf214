import { rm } from "node:fs/promises";
import path from "node:path";
import type { BrowserContext, CDPSession, Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { hardToUse } from "./harness/axe.ts";
import { LAPTOP, launchBrowser, launchProfile, logIn, PHONE, signInAs } from "./harness/browser.ts";
import { addJob, openTool } from "./harness/field.ts";
import { removeData, type RunningProduct, startProduct, tempFolder } from "./harness/product.ts";
import { openShop, type Owner, Visitor } from "./harness/visitor.ts";

// Drawing on a photo of the daily log with a thumb and without a signal: an arrow and a blur are there after
// the app was killed, and in the report of the day. What is blurred is in no picture that a client gets.

const WHO = { email: "marks@pix.test", password: "correct plumb line 7" };
const [WIDTH, HEIGHT] = [800, 600];
/** Two places with the same stripes: one is blurred, the other shows that stripes survive otherwise. */
const FACE = { left: 440, top: 300, width: 280, height: 240 };
const OTHER = { left: 60, top: 300, width: 280, height: 240 };

let product: RunningProduct;
let shop: Owner;
let profile: string;
let phone: BrowserContext;
let page: Page;
let touch: CDPSession;
let job: string;

const openPhone = async () => {
  phone = await launchProfile(profile, { viewport: PHONE, hasTouch: true });
  page = await phone.newPage();
  touch = await phone.newCDPSession(page);
};

beforeAll(async () => {
  profile = await tempFolder("marks-phone");
  product = await startProduct({ OPERATOR_EMAILS: WHO.email });
  shop = await openShop(product, WHO.email, "Hill Brothers");
  await openPhone();
  await logIn(page, product.url, WHO);
  await openTool(page, product.url, "BuildLog");
  await openTool(page, product.url, "ProofPix");
  job = await addJob(page, product.url, "Miller bath");
}, 120_000);

afterAll(async () => {
  await phone?.close();
  await product?.stop();
  if (product) await removeData(product.dataDir);
  await rm(profile, { recursive: true, force: true });
}, 60_000);

const isIn = (x: number, y: number, { left, top, width, height }: typeof FACE) =>
  x >= left && y >= top && x < left + width && y < top + height;

/** Gray with stripes of 8 pixels in two places. @param shade makes it another photo */
const photo = (shade: number): Promise<Buffer> =>
  sharp(
    Buffer.from(
      Uint8Array.from({ length: WIDTH * HEIGHT * 3 }, (_, at) => {
        const pixel = Math.floor(at / 3);
        const [x, y] = [pixel % WIDTH, Math.floor(pixel / WIDTH)];
        return isIn(x, y, FACE) || isIn(x, y, OTHER) ? (Math.floor(x / 8) % 2 ? 235 : 25) : shade;
      }),
    ),
    { raw: { width: WIDTH, height: HEIGHT, channels: 3 } },
  )
    .jpeg({ quality: 92 })
    .toBuffer();

/** Saves what the screen shows; the page below the viewer isn't of interest. */
async function screen(name: string): Promise<void> {
  const folder = process.env["SCREENSHOTS"];
  if (folder) await page.screenshot({ path: path.join(folder, `${name}.png`) });
}

const viewer = () => page.getByRole("dialog");
const canvas = () => page.getByRole("group", { name: "Marks on this photo" });
const markNamed = (name: RegExp) => canvas().getByRole("button", { name });
const tool = (name: string) => viewer().locator(".mark-kind").filter({ hasText: name });

/** A point of the photo on the screen, as it fits in its box. */
async function onScreen(x: number, y: number): Promise<{ x: number; y: number }> {
  const box = (await page.locator(".photo-large").boundingBox())!;
  const scale = Math.min(box.width / WIDTH, box.height / HEIGHT);
  return {
    x: box.x + (box.width - WIDTH * scale) / 2 + x * scale,
    y: box.y + (box.height - HEIGHT * scale) / 2 + y * scale,
  };
}

type Spot = readonly [x: number, y: number];

/** Moves fingers in steps, on points of the screen. */
async function fingers(paths: readonly { from: { x: number; y: number }; to: { x: number; y: number } }[]) {
  const at = (part: number) =>
    paths.map(({ from, to }, id) => ({
      x: from.x + (to.x - from.x) * part,
      y: from.y + (to.y - from.y) * part,
      id,
    }));
  await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: at(0) });
  for (const part of [0.1, 0.3, 0.6, 0.9, 1])
    await touch.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: at(part) });
  await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
}
const drag = async (from: Spot, to: Spot) =>
  fingers([{ from: await onScreen(...from), to: await onScreen(...to) }]);

const openLog = async () => {
  await page.goto(`${product.url}/account/job/${job}/logs`);
  await page.getByRole("button", { name: /^Open photo 1 of 2/ }).click();
  await page.locator(".photo-large > img").waitFor();
};
const waitSaved = () => page.waitForTimeout(200);

it("an arrow and a blur are drawn with a thumb without a signal, and are there after a kill", async () => {
  await page.goto(`${product.url}/account/job/${job}/logs`);
  const add = page.getByRole("region", { name: "Add to this day" });
  await phone.setOffline(true);
  const camera = add.locator('input[capture][accept="image/*"]').first();
  for (const [index, shade] of [128, 140].entries()) {
    await camera.setInputFiles({ name: `${index}.jpg`, mimeType: "image/jpeg", buffer: await photo(shade) });
    await page
      .getByRole("button", { name: new RegExp(`^Open photo ${index + 1} of ${index + 1}`) })
      .waitFor();
  }
  await page.getByRole("button", { name: /^Open photo 1 of 2/ }).click();
  await page.locator(".photo-large > img").waitFor();
  await screen("marks-viewer-phone");
  expect(await hardToUse(page)).toEqual([]);
  await viewer().getByRole("button", { name: "Draw" }).click();
  await drag([80, 80], [360, 160]);
  await markNamed(/^Arrow, red/).waitFor();
  await tool("Blur").click();
  await drag([FACE.left - 10, FACE.top - 10], [FACE.left + FACE.width + 10, FACE.top + FACE.height + 10]);
  await markNamed(/^Blur/).waitFor();
  await expect.poll(() => viewer().locator(".marks image").count()).toBe(1);
  await screen("marks-drawing-phone");
  expect(await hardToUse(page)).toEqual([]);
  await waitSaved();
  await phone.close();

  await openPhone();
  await openLog();
  await expect.poll(() => viewer().locator(".marks image").count()).toBe(1);
  await viewer().getByRole("button", { name: "Draw" }).click();
  await markNamed(/^Arrow, red/).waitFor();
  expect(await canvas().getByRole("button").count()).toBe(2);
}, 120_000);

it("marks are selected, moved, written on, colored, deleted, and undone", async () => {
  await tool("Measure").click();
  await drag([420, 60], [760, 120]);
  await viewer().getByRole("textbox", { name: "Length" }).fill(`3' 6 1/2"`);
  await viewer().getByRole("button", { name: "Set" }).click();
  await markNamed(/^Measure, red: 3' 6 1\/2"$/).waitFor();
  await viewer().locator(".mark-color[data-color=yellow]").click();
  await markNamed(/^Measure, yellow/).waitFor();
  await tool("Words").click();
  const spot = await onScreen(100, 220);
  await page.touchscreen.tap(spot.x, spot.y);
  await viewer().getByRole("textbox", { name: "Words" }).fill("Shutoff here");
  await viewer().getByRole("textbox", { name: "Words" }).press("Enter");
  await markNamed(/^Words, yellow: Shutoff here$/).waitFor();
  await screen("marks-words-phone");

  // A tap selects the arrow, and a drag moves it.
  const arrow = await onScreen(220, 120);
  await page.touchscreen.tap(arrow.x, arrow.y);
  await expect.poll(() => markNamed(/^Arrow/).getAttribute("aria-pressed")).toBe("true");
  const before = await page.locator(".mark-handle").first().boundingBox();
  await drag([220, 120], [260, 160]);
  await expect
    .poll(async () => (await page.locator(".mark-handle").first().boundingBox())!.x - before!.x)
    .toBeGreaterThan(5);
  await viewer().getByRole("button", { name: "Delete", exact: true }).click();
  await expect.poll(() => markNamed(/^Arrow/).count()).toBe(0);
  await viewer().getByRole("button", { name: "Undo" }).click();
  await markNamed(/^Arrow/).waitFor();
  await viewer().getByRole("button", { name: "Undo" }).click();
  await viewer().getByRole("button", { name: "Redo" }).click();
  await viewer().getByRole("button", { name: "Undo" }).click();
  await viewer().getByRole("button", { name: "Done" }).click();
  await waitSaved();
  await page.reload();
  await openLog();
  await viewer().getByRole("button", { name: "Draw" }).click();
  expect(await canvas().getByRole("button").count()).toBe(4);
  await viewer().getByRole("button", { name: "Done" }).click();
}, 120_000);

it("the viewer zooms by pinch, double tap and wheel, and swipes to the next photo and closed", async () => {
  const scale = () =>
    page.locator(".photo-large").evaluate((one) => new DOMMatrix(getComputedStyle(one).transform).a);
  const middle = await onScreen(WIDTH / 2, HEIGHT / 2);
  const near = (dx: number, dy = 0) => ({ x: middle.x + dx, y: middle.y + dy });
  await fingers([
    { from: near(-30), to: near(-120) },
    { from: near(30), to: near(120) },
  ]);
  await expect.poll(scale).toBeGreaterThan(2);
  await screen("marks-zoomed-phone");
  await page.touchscreen.tap(middle.x, middle.y);
  await page.touchscreen.tap(middle.x, middle.y);
  await expect.poll(scale).toBe(1);
  await page.mouse.move(middle.x, middle.y);
  await page.mouse.wheel(0, -400);
  await expect.poll(scale).toBeGreaterThan(1.5);
  await page.mouse.wheel(0, 4000);
  await expect.poll(scale).toBe(1);
  await fingers([{ from: near(140), to: near(-140) }]);
  await viewer().getByText("2 of 2").waitFor();
  // There is no third one.
  await fingers([{ from: near(140), to: near(-140) }]);
  await expect.poll(scale).toBe(1);
  await viewer().getByText("2 of 2").waitFor();
  await viewer().getByRole("button", { name: "Previous" }).click();
  await viewer().getByText("1 of 2").waitFor();
  await page.keyboard.press("ArrowRight");
  await viewer().getByText("2 of 2").waitFor();
  await fingers([{ from: near(0, -100), to: near(0, 200) }]);
  await expect.poll(() => viewer().count()).toBe(0);
  expect(await page.evaluate(() => document.activeElement?.textContent)).toMatch(/^Open photo/);
}, 60_000);

/** How much neighboring pixels differ in a place of a picture, on average. */
async function contrastIn(bytes: Uint8Array, { left, top, width, height }: typeof FACE): Promise<number> {
  const { data, info } = await sharp(bytes).greyscale().raw().toBuffer({ resolveWithObject: true });
  const scale = info.width / WIDTH;
  let [sum, count] = [0, 0];
  for (let y = Math.ceil((top + 20) * scale); y < (top + height - 20) * scale; y++)
    for (let x = Math.ceil((left + 20) * scale); x < (left + width - 20) * scale; x++) {
      sum += Math.abs(data[y * info.width + x]! - data[y * info.width + x + 1]!);
      count++;
    }
  return sum / count;
}

async function isRed(bytes: Uint8Array, x: number, y: number): Promise<boolean> {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const scale = info.width / WIDTH;
  const at = (Math.round(y * scale) * info.width + Math.round(x * scale)) * 3;
  return data[at]! - data[at + 1]! > 80;
}

/** The JPEGs in a PDF. */
function picturesIn(pdf: Buffer): Buffer[] {
  const found: Buffer[] = [];
  for (let at = pdf.indexOf("\xFF\xD8\xFF", 0, "latin1"); at >= 0;) {
    const end = pdf.indexOf("endstream", at, "latin1");
    found.push(pdf.subarray(at, end));
    at = pdf.indexOf("\xFF\xD8\xFF", end, "latin1");
  }
  return found;
}

it("the report of the day has the arrow and the blur, in the PDF and behind its link, and not what is below", async () => {
  await phone.setOffline(false);
  await page.goto(`${product.url}/account/job/${job}/logs`);
  await expect
    .poll(() => page.getByText("On this device", { exact: true }).count(), { timeout: 40_000 })
    .toBe(0);
  await page.goto(`${product.url}/account/reports/new?job=${job}`, { waitUntil: "networkidle" });
  await page.getByRole("button", { name: "Create report" }).click();
  await page.getByRole("link", { name: "Open the PDF" }).waitFor({ timeout: 60_000 });
  const file = await (await shop.visitor.get(`${new URL(page.url()).pathname}/pdf`)).arrayBuffer();
  await page.getByRole("button", { name: "Create a link" }).click();
  const link = await page.locator("#paper-link").innerText();
  const client = new Visitor(product.url);
  const shared = await client.get(`${new URL(link.trim(), product.url).pathname}/file`);
  for (const pdf of [Buffer.from(file), Buffer.from(await shared.arrayBuffer())]) {
    const pictures = picturesIn(pdf);
    expect(pictures).toHaveLength(2);
    const marked: Buffer[] = [];
    for (const one of pictures) if (await isRed(one, 220, 120)) marked.push(one);
    expect(marked, "the arrow").toHaveLength(1);
    expect(await contrastIn(marked[0]!, OTHER)).toBeGreaterThan(15);
    expect(await contrastIn(marked[0]!, FACE)).toBeLessThan(2);
    // The original keeps both.
    for (const one of pictures.filter((other) => other !== marked[0]))
      expect(await contrastIn(one, FACE)).toBeGreaterThan(15);
  }
}, 120_000);

it("the viewer fits on a desk, in the dark", async () => {
  const browser = await launchBrowser();
  const desk = await browser.newContext({ viewport: LAPTOP, colorScheme: "dark" });
  await signInAs(desk, product.url, shop.visitor);
  page = await desk.newPage();
  await page.goto(`${product.url}/account/job/${job}/logs`);
  await page.getByRole("button", { name: /^Open photo 1 of 2/ }).click();
  await expect.poll(() => viewer().locator(".marks image").count()).toBe(1);
  await screen("marks-viewer-desk");
  await viewer().getByRole("button", { name: "Draw" }).click();
  await markNamed(/^Arrow/).waitFor();
  // By keys alone.
  await markNamed(/^Arrow/).focus();
  await page.keyboard.press("ArrowDown");
  await screen("marks-drawing-desk");
  expect(await hardToUse(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await viewer().getByRole("button", { name: "Draw" }).waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(() => viewer().count()).toBe(0);
  await browser.close();
}, 60_000);
