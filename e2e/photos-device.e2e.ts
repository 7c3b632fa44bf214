import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { hardToUse } from "./harness/axe.ts";
import { LAPTOP, launchBrowser, logIn, PHONE, picture } from "./harness/browser.ts";
import { addJob, openTool } from "./harness/field.ts";
import { limitStorage } from "./harness/full-device.ts";
import { photoOf } from "./harness/photos.ts";
import { removeData, type RunningProduct, startProduct, tempFolder } from "./harness/product.ts";
import { openShop } from "./harness/visitor.ts";

// What a phone does with photos by itself: bursts fold, videos, captions by voice, the business's own tags,
// and a library that is too large for it.

const WHO = { email: "device@pix.test", password: "correct plumb line 7" };

let product: RunningProduct;
let browser: Browser;
let phone: BrowserContext;
let page: Page;
let desk: Page;
let folder: string;
let job: string;

declare global {
  /** In a page with a camera that a test controls: shows another picture. */
  var turnCamera: (seed: number) => void;
}

/** A camera whose picture stays the same but for its grain, until it is turned. */
const steadyCamera = (to: BrowserContext) =>
  to.addInitScript(() => {
    if (!navigator.mediaDevices) return;
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [1280, 960];
    const paint = canvas.getContext("2d")!;
    let patches: [string, number, number, number][] = [];
    globalThis.turnCamera = (seed) => {
      let state = seed;
      const random = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
      patches = Array.from({ length: 14 }, () => [
        `hsl(${random() * 360} 60% ${20 + random() * 60}%)`,
        random() * 1000,
        random() * 700,
        100 + random() * 300,
      ]);
    };
    globalThis.turnCamera(1);
    setInterval(() => {
      paint.fillStyle = "#7a8b99";
      paint.fillRect(0, 0, 1280, 960);
      for (const [color, left, top, side] of patches) {
        paint.fillStyle = color;
        paint.fillRect(left, top, side, side * 0.7);
      }
      paint.fillStyle = `hsl(${Math.random() * 360} 50% 50%)`;
      paint.fillRect(Math.random() * 1280, Math.random() * 960, 4, 4);
    }, 40);
    navigator.mediaDevices.getUserMedia = async () => canvas.captureStream(25);
    // A browser that hears one sentence.
    class Hears extends EventTarget {
      start() {
        setTimeout(() => {
          const result = Object.assign([{ transcript: "Behind the tub wall" }], { isFinal: true });
          this.dispatchEvent(Object.assign(new Event("result"), { resultIndex: 0, results: [result] }));
          this.dispatchEvent(new Event("end"));
        }, 100);
      }
      stop() {}
      abort() {}
    }
    Object.assign(globalThis, { SpeechRecognition: Hears, webkitSpeechRecognition: Hears });
  });

beforeAll(async () => {
  [product, browser, folder] = await Promise.all([
    startProduct({ OPERATOR_EMAILS: WHO.email }),
    launchBrowser(),
    tempFolder("library"),
  ]);
  await openShop(product, WHO.email, "Hill Brothers");
  phone = await browser.newContext({ viewport: PHONE });
  await steadyCamera(phone);
  page = await phone.newPage();
  await logIn(page, product.url, WHO);
  await openTool(page, product.url, "ProofPix");
  job = await addJob(page, product.url, "Miller bath");
  await page.evaluate(async () => Boolean((await navigator.serviceWorker.ready).active));
  desk = await (await browser.newContext({ viewport: LAPTOP })).newPage();
  await logIn(desk, product.url, WHO);
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  if (product) await removeData(product.dataDir);
  if (folder) await rm(folder, { recursive: true, force: true });
}, 60_000);

const camera = () => page.getByRole("dialog", { name: "Camera" });
const shutter = () => camera().getByRole("button", { name: "Take photo" });
const isSaved = (count: number) =>
  camera().getByText(`${count} saved on this device`, { exact: true }).waitFor();
const openRoll = async () => {
  await page.goto(`${product.url}/account/job/${job}/photos`);
  await page.getByRole("heading", { level: 1, name: "Photos" }).waitFor();
};
const openCamera = async () => {
  await openRoll();
  await page.getByRole("link", { name: "Open camera" }).click();
  await expect
    .poll(() =>
      camera()
        .locator("video")
        .evaluate((one: HTMLVideoElement) => one.videoWidth),
    )
    .toBeGreaterThan(0);
};
async function shoot(count: number): Promise<void> {
  for (let at = 0; at < count; at++) {
    await expect.poll(() => shutter().getAttribute("aria-disabled"), { interval: 20 }).toBeNull();
    await shutter().click();
    // The test camera has another picture only after a moment.
    await page.waitForTimeout(100);
  }
}
const closeCamera = () => camera().getByRole("button", { name: "Close" }).click();

it("shows a burst as one tile without a signal, and keeps the best of it", async () => {
  await openCamera();
  await phone.setOffline(true);
  await shoot(4);
  await page.evaluate(() => globalThis.turnCamera(77));
  await page.waitForTimeout(200);
  await shoot(1);
  await isSaved(5);
  await closeCamera();
  await page.getByText("5 photos", { exact: true }).waitFor();
  const tiles = page.locator(".roll-day [data-photo]");
  await expect.poll(() => tiles.count()).toBe(2);
  await tiles.filter({ hasText: "4 alike" }).waitFor();
  await picture(page, "photos-burst-phone");
  await page.getByRole("button", { name: /^4 photos alike/ }).click();
  const burst = page.getByRole("dialog", { name: "4 photos alike" });
  await expect.poll(() => burst.getByRole("button", { name: /^Open photo/ }).count()).toBe(4);
  await picture(page, "photos-burst-open-phone");
  expect(await hardToUse(page)).toEqual([]);
  await burst.getByRole("button", { name: "Keep only this one" }).nth(2).click();
  await page.getByText("1 photo kept, 3 photos moved to the trash.").waitFor();
  await page.getByText("2 of 5 photos").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("5 photos", { exact: true }).waitFor();
  // The office sees the same burst.
  await phone.setOffline(false);
  await page.getByText("All sent").waitFor();
  await desk.goto(`${product.url}/account/job/${job}/photos`);
  await desk.getByText("4 alike").waitFor();
}, 90_000);

it("has the thumbnails of another phone’s photos on the device, for later without a signal", async () => {
  await desk.evaluate(async () => Boolean((await navigator.serviceWorker.ready).active));
  const saved = async () => {
    await desk.reload();
    await desk.getByText("Storage on this device").click();
    // They are fetched once the roll is drawn, and there once the server has drawn them.
    await desk.waitForTimeout(3_000);
    return await desk.getByText("5 thumbnails of this job’s photos").count();
  };
  await expect.poll(saved, { timeout: 60_000 }).toBe(1);
  await picture(desk, "photos-storage-desk");
  expect(await hardToUse(desk)).toEqual([]);
  await desk.context().setOffline(true);
  await desk.reload();
  const shown = () =>
    desk
      .locator(".roll-day img")
      .evaluateAll((all) => all.filter((one) => (one as HTMLImageElement).naturalWidth > 0).length);
  await expect.poll(shown).toBe(2);
  await desk.context().setOffline(false);
}, 90_000);

it("has the originals that somebody saves on the device, for later without a signal, until they remove them", async () => {
  await desk.context().setOffline(false);
  await desk.reload();
  await desk.getByRole("button", { name: "Select", exact: true }).click();
  await desk.locator(".roll-day button.photo").last().click();
  const bar = desk.getByRole("group", { name: "Selected photos" });
  await bar.getByRole("button", { name: "More" }).click();
  await picture(desk, "photos-more-desk");
  await bar.getByRole("button", { name: "Save on this device" }).click();
  await desk.getByText("The original is saved on this device.").waitFor();
  await desk.context().setOffline(true);
  await desk.reload();
  await desk.locator(".roll-day button.photo").last().click();
  const width = () =>
    desk.locator(".photo-large img").evaluate((one) => (one as HTMLImageElement).naturalWidth);
  await expect.poll(width).toBeGreaterThan(400);
  await desk.keyboard.press("Escape");
  await desk.getByText("Storage on this device").click();
  await desk.getByText("1 original of this job, ").waitFor();
  await desk.getByRole("button", { name: "Remove from this device" }).click();
  await expect.poll(() => desk.getByText("1 original of this job, ").count()).toBe(0);
  await desk.context().setOffline(false);
}, 60_000);

it("selects and tags all of a burst", async () => {
  await openRoll();
  await page.getByRole("button", { name: "Select", exact: true }).click();
  await page.locator("[data-photo]").filter({ hasText: "4 alike" }).click();
  await page.getByRole("group", { name: "Selected photos" }).getByText("4 photos selected").waitFor();
  expect(await page.locator('[data-photo][aria-pressed="true"]').count()).toBe(1);
}, 30_000);

it("shows the roll when a busy phone reports several changes of what is near the screen together", async () => {
  const busy = await phone.newPage();
  await busy.addInitScript(() => {
    const Watcher = globalThis.IntersectionObserver;
    // Each report begins with what was true before it.
    globalThis.IntersectionObserver = class extends Watcher {
      constructor(hear: IntersectionObserverCallback, options?: IntersectionObserverInit) {
        const stale = (one: IntersectionObserverEntry) =>
          Object.create(one, { isIntersecting: { value: !one.isIntersecting } }) as IntersectionObserverEntry;
        super((entries, self) => hear([...entries.map(stale), ...entries], self), options);
      }
    };
  });
  await busy.goto(`${product.url}/account/job/${job}/photos`);
  await busy.locator(".roll-day [data-photo]").filter({ hasText: "4 alike" }).waitFor();
  expect(await busy.locator(".roll-day [data-photo]").count()).toBe(2);
  await busy.close();
}, 60_000);

it("takes one photo for a double tap", async () => {
  await openCamera();
  await shutter().evaluate((one: HTMLButtonElement) => {
    one.click();
    one.click();
  });
  await isSaved(1);
  await page.waitForTimeout(300);
  expect(await camera().locator(".camera-head p").innerText()).toBe("1 saved on this device");
}, 30_000);

it("writes down a caption that is spoken after a swipe up", async () => {
  const last = (await camera().getByRole("button", { name: "Caption of the last photo" }).boundingBox())!;
  await page.mouse.move(last.x + 20, last.y + 40);
  await page.mouse.down();
  await page.mouse.move(last.x + 20, last.y - 60, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => camera().getByLabel("Caption").inputValue()).toBe("Behind the tub wall");
  await picture(page, "photos-spoken-phone");
  expect(await hardToUse(page)).toEqual([]);
  await camera().getByRole("button", { name: "Save caption" }).click();
  await closeCamera();
  await page.getByLabel("Search photos").fill("behind tub");
  await page.getByText(/^1 of \d photos$/).waitFor();
}, 30_000);

it("records a video without a signal, and it arrives whole", async () => {
  await openCamera();
  await phone.setOffline(true);
  await camera().getByRole("button", { name: "Video up to 5:00" }).click();
  await camera()
    .getByText(/Recording 0:0[23] of 5:00/)
    .waitFor();
  await picture(page, "photos-recording-phone");
  expect(await hardToUse(page)).toEqual([]);
  await camera().getByRole("button", { name: "Stop recording" }).click();
  await isSaved(1);
  await closeCamera();
  await page.locator("[data-photo]").filter({ hasText: "Video" }).waitFor();
  const sha256 = await page.locator("[data-photo]").filter({ hasText: "Video" }).getAttribute("data-photo");
  await phone.setOffline(false);
  await page.getByText("All sent").waitFor();
  const original = await page.request.get(`${product.url}/account/media/${sha256}/original`);
  expect(original.status()).toBe(200);
  // Closed properly, so that it plays to its end.
  await page.locator(`[data-photo="${sha256}"]`).click();
  const length = await page.locator(".photo-view video").evaluate(async (video: HTMLVideoElement) => {
    video.currentTime = 1e9;
    await new Promise((resolve) => video.addEventListener("seeked", resolve, { once: true }));
    return video.currentTime;
  });
  expect(length).toBeGreaterThan(1.5);
}, 90_000);

it("offers the rooms, trades and stages of the business, later also without a signal", async () => {
  await desk.goto(`${product.url}/account/photos`);
  await desk.getByRole("link", { name: "Edit rooms, trades, and stages" }).click();
  const rooms = desk.getByRole("region", { name: "Rooms" });
  await rooms.getByRole("button", { name: /^Rename ?: Garage$/ }).click();
  await rooms.getByLabel("New name for Garage").fill("Shop");
  await rooms.getByRole("button", { name: "Save" }).first().click();
  await desk.getByText("Garage is Shop now.").waitFor();
  await rooms.getByLabel("Add a room").fill("Kitchen");
  await rooms.getByRole("button", { name: "Save" }).click();
  await rooms.getByText("“Kitchen” is on the list already.").waitFor();
  await rooms.getByLabel("Add a room").fill("Crawl space");
  await rooms.getByRole("button", { name: "Save" }).click();
  await desk.getByText("Crawl space added.").waitFor();
  await rooms.getByRole("button", { name: /^Remove ?: Basement$/ }).click();
  await desk.getByText("Basement removed.").waitFor();
  const stages = desk.getByRole("region", { name: "Stages" });
  await stages.getByLabel("Add a stage").fill("Punch list");
  await stages.getByRole("button", { name: "Save" }).click();
  await desk.getByText("Punch list added.").waitFor();
  expect(await hardToUse(desk)).toEqual([]);
  await picture(desk, "photos-words-desk");
  await desk.getByText("All sent").waitFor();

  await openRoll();
  await page.getByText("All sent").waitFor();
  await page.goto(`${product.url}/account/jobs/photos/words`);
  await page.getByText("Crawl space", { exact: true }).waitFor();
  await picture(page, "photos-words-phone");
  expect(await hardToUse(page)).toEqual([]);
  await openCamera();
  await phone.setOffline(true);
  await camera().getByRole("button", { name: "Room: Room" }).click();
  const offered = camera().getByRole("group", { name: "Room", exact: true });
  await offered.getByRole("button", { name: "Crawl space" }).click();
  await camera().getByRole("button", { name: "Room: Crawl space" }).click();
  await offered.getByRole("button", { name: "Shop", exact: true }).waitFor();
  const words = await offered.getByRole("button").allInnerTexts();
  expect(words).toEqual(expect.arrayContaining(["Shop", "Crawl space", "Kitchen"]));
  expect(words).not.toContain("Basement");
  expect(words).not.toContain("Garage");
  await camera()
    .getByRole("button", { name: /^Stage/ })
    .click();
  const stage = camera().getByRole("group", { name: "Stage", exact: true });
  await stage.getByRole("button", { name: "Before", exact: true }).waitFor();
  await stage.getByRole("button", { name: "Punch list" }).click();
  await shoot(1);
  await isSaved(1);
  await closeCamera();
  await phone.setOffline(false);
  await page.getByText("Filter", { exact: true }).click();
  await page.getByLabel("Stage").selectOption({ label: "Punch list" });
  await page.getByText(/^1 of \d+ photos$/).waitFor();
}, 90_000);

it("straightens the paper on a photo, and the photo stays", async () => {
  const table = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="900"><rect width="1200" height="900" fill="#5b4a3a"/><polygon points="240,140 900,200 1050,770 150,700" fill="#f4f2ee"/><path d="M320 280H820M310 380H860M300 480H900" stroke="#333" stroke-width="10"/></svg>`,
  );
  const buffer = await sharp(table).jpeg().toBuffer();
  await page.goto(`${product.url}/account/job/${job}/photos/import`);
  await page
    .getByLabel("Photos, videos, or a ZIP")
    .setInputFiles({ name: "permit.jpg", mimeType: "image/jpeg", buffer });
  await page.getByText("Done. 1 added, 0 already here, 0 refused.").waitFor();
  await page.getByRole("link", { name: "Show the photos" }).click();
  const tiles = page.locator(".roll-day [data-photo]");
  await tiles.last().waitFor();
  const before = await tiles.count();
  await tiles.last().click();
  await page.getByRole("button", { name: "Straighten paper" }).click();
  const paper = page.getByRole("dialog", { name: "Straighten paper" });
  await paper.getByText("Check the corners, then save.").waitFor();
  const corner = paper.getByRole("button", { name: /^Top left corner/ });
  const left = async () => Number.parseFloat(await corner.evaluate((one) => one.style.left));
  expect(Math.abs((await left()) - 20)).toBeLessThan(2);
  const found = await left();
  await corner.focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(left).toBeCloseTo(found + 0.5, 3);
  await picture(page, "photos-paper-phone");
  expect(await hardToUse(page)).toEqual([]);
  await paper.getByRole("button", { name: "Save straightened" }).click();
  await page.getByRole("button", { name: "Photo of this paper" }).waitFor();
  await picture(page, "photos-straightened-phone");
  await page.getByRole("button", { name: "Close" }).click();
  await expect.poll(() => tiles.count()).toBe(before + 1);
}, 60_000);

it("stops an import of a thousand photos when the device is full, and has whole what it added", async () => {
  const photo = await sharp(await photoOf(5, 800, 600))
    .jpeg({ quality: 60 })
    .toBuffer();
  const files = await Promise.all(
    Array.from({ length: 1000 }, async (_, at) => {
      const file = path.join(folder, `photo-${at}.jpg`);
      await writeFile(file, Buffer.concat([photo, Buffer.from(`photo ${at}`)]));
      return file;
    }),
  );
  const address = `${product.url}/account/job/${job}/photos/import`;
  const chooser = page.getByLabel("Photos, videos, or a ZIP");
  await phone.setOffline(false);
  await page.goto(address);
  const used = await page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0);
  const lift = await limitStorage(page, product.url, used + 5_000_000);
  await page.goto(address);
  await chooser.waitFor();
  await phone.setOffline(true);
  await chooser.setInputFiles(files);
  await page.getByText(/^This device is full, so the import stopped\./).waitFor({ timeout: 90_000 });
  await picture(page, "photos-full-phone");
  expect(await hardToUse(page)).toEqual([]);
  const added = Number(/(\d+) added/.exec(await page.getByText(/^Stopped\. \d+ added/).innerText())![1]);
  expect(added).toBeGreaterThan(0);
  expect(added).toBeLessThan(1000);
  await lift();
  await phone.setOffline(false);
  await page.goto(address);
  await chooser.setInputFiles(files.slice(0, added + 5));
  await page.getByText(`Done. 5 added, ${added} already here, 0 refused.`).waitFor({ timeout: 60_000 });
  await picture(page, "photos-imported-phone");
  await page.getByRole("link", { name: "Show the photos" }).click();
  await page.getByText("All sent").waitFor({ timeout: 60_000 });
  const rows = async () =>
    (await (await page.request.get(`${product.url}/account/photos/photos.csv`)).text()).trim().split(/\r?\n/);
  // The trash and the heading aside: those of the import, and the ones taken before.
  await expect.poll(async () => (await rows()).length, { timeout: 30_000 }).toBeGreaterThan(added + 5);
}, 240_000);
