import { createHash } from "node:crypto";
import { unzipSync } from "fflate";
import type { Browser, Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { hardToUse } from "./harness/axe.ts";
import { LAPTOP, launchBrowser, logIn, PHONE, picture } from "./harness/browser.ts";
import { addJob, openTool } from "./harness/field.ts";
import { mailTo } from "./harness/mails.ts";
import { photoOf } from "./harness/photos.ts";
import { removeData, type RunningProduct, startProduct } from "./harness/product.ts";
import { openShop } from "./harness/visitor.ts";

// Photos taken without a signal reach a client by link, who looks without script on a slow network, asks, and
// downloads. No response says where they were taken, what is blurred later is in none, and a closed link
// opens nothing.

const WHO = { email: "boss@gallery.test", password: "correct plumb line 7" };
const [WIDTH, HEIGHT] = [1200, 900];
/** Stripes that a blur removes. */
const FACE = { left: 700, top: 450, width: 400, height: 350 };

const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1";

let product: RunningProduct;
let browser: Browser;
let page: Page;
let job: string;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct({ OPERATOR_EMAILS: WHO.email }), launchBrowser()]);
  await openShop(product, WHO.email, "Hill Brothers");
  const phone = await browser.newContext({ viewport: PHONE });
  page = await phone.newPage();
  await logIn(page, product.url, WHO);
  await openTool(page, product.url, "ProofPix");
  job = await addJob(page, product.url, "Miller bath");
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  if (product) await removeData(product.dataDir);
}, 60_000);

/** A photo as a phone's camera writes it, with the place where it was taken, and stripes. */
async function shot(seed: number): Promise<Buffer> {
  const { left, top, width, height } = FACE;
  const stripes = Buffer.from(
    Uint8Array.from({ length: width * height * 3 }, (_, at) =>
      Math.floor((Math.floor(at / 3) % width) / 8) % 2 ? 235 : 25,
    ),
  );
  return sharp(await photoOf(seed, WIDTH, HEIGHT))
    .composite([{ input: stripes, raw: { width, height, channels: 3 }, left, top }])
    .withExif({
      IFD0: { Make: "Acme", Model: "SecretPhone" },
      IFD3: {
        GPSLatitude: "39/1 44/1 0/1",
        GPSLatitudeRef: "N",
        GPSLongitude: "104/1 59/1 0/1",
        GPSLongitudeRef: "W",
      },
    })
    .jpeg()
    .toBuffer();
}

const hashOf = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");
const hashes: string[] = [];

async function addPhotos(...seeds: number[]): Promise<void> {
  await page.getByRole("link", { name: "Import", exact: true }).click();
  const files = await Promise.all(
    seeds.map(async (seed) => ({ name: `${seed}.jpg`, mimeType: "image/jpeg", buffer: await shot(seed) })),
  );
  hashes.push(...files.map(({ buffer }) => hashOf(buffer)));
  await page.getByLabel("Photos, videos, or a ZIP").setInputFiles(files);
  await page.getByText(`Done. ${seeds.length} added, 0 already here, 0 refused.`).waitFor();
  await page.getByRole("link", { name: "Show the photos" }).click();
}

const openRoll = async () => {
  await page.goto(`${product.url}/account/job/${job}/photos`);
  await page.getByRole("heading", { level: 1, name: "Photos" }).waitFor();
};

/** Everything that clients got, as text; bytes are kept one to one. */
let received = "";

/** A client without script, on 3G. */
async function client(
  options: { script?: boolean; colorScheme?: "dark" | "light"; size?: typeof PHONE } = {},
) {
  const context = await browser.newContext({
    viewport: options.size ?? PHONE,
    javaScriptEnabled: options.script ?? false,
    colorScheme: options.colorScheme ?? "light",
    acceptDownloads: true,
    // A headless browser calls itself a program.
    userAgent: IPHONE,
  });
  const opened = await context.newPage();
  opened.on("response", (response) => {
    if (response.url().includes("/s/"))
      void response.body().then(
        (body) => (received += body.toString("latin1")),
        () => {},
      );
  });
  const network = await context.newCDPSession(opened);
  await network.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 300,
    downloadThroughput: (1.6 * 1024 * 1024) / 8,
    uploadThroughput: (750 * 1024) / 8,
  });
  return [context, opened] as const;
}

/** Fills in the form of a new gallery and makes a link. @returns its address */
async function makeLink(title: string): Promise<string> {
  await page.getByRole("heading", { level: 1, name: "Share photos" }).waitFor();
  await page.getByLabel("Title").fill(title);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("heading", { level: 1, name: title }).waitFor();
  await page.getByRole("button", { name: "Create a link" }).click();
  return (await page.locator("#paper-link").getAttribute("href"))!;
}

let live: string;
let fixed: string;

it("without a signal, sharing says that it needs one; with one, a link is three taps away", async () => {
  await openRoll();
  await page.context().setOffline(true);
  await addPhotos(1, 2, 3);
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await page.getByText("Sharing needs a signal").waitFor();
  await picture(page, "gallery-offline-phone");
  await page.context().setOffline(false);
  await expect
    .poll(
      async () => {
        const statuses = await Promise.all(
          hashes.map(async (one) =>
            (await page.request.get(`${product.url}/account/media/${one}/thumb`)).status(),
          ),
        );
        return statuses.every((status) => status === 200);
      },
      { timeout: 60_000 },
    )
    .toBe(true);
  await page.getByRole("link", { name: "Share", exact: true }).click();
  await picture(page, "gallery-new-phone");
  expect(await hardToUse(page)).toEqual([]);
  // Nothing that is taken later is shown unless somebody says so.
  await page.getByText("Show up too, if they match").click();
  live = await makeLink("Miller bath, all photos");
  await picture(page, "gallery-made-phone");
  expect(await hardToUse(page)).toEqual([]);

  await openRoll();
  await page.getByRole("button", { name: "Select", exact: true }).click();
  await page.getByRole("button", { name: "Select all" }).click();
  await page.getByRole("group", { name: "Selected photos" }).getByRole("button", { name: "Share" }).click();
  await page.getByText("3 photos", { exact: true }).waitFor();
  fixed = await makeLink("Miller bath, three photos");
}, 120_000);

it("a client without script on 3G looks, asks about a photo, and downloads", async () => {
  const [context, own] = await client();
  await own.goto(live);
  await own.getByRole("heading", { level: 1, name: "Miller bath, all photos" }).waitFor();
  expect(await own.locator(".gallery-photo img").count()).toBe(3);
  await expect
    .poll(() =>
      own
        .locator(".gallery-photo img")
        .first()
        .evaluate((one: HTMLImageElement) => one.naturalWidth),
    )
    .toBeGreaterThan(100);
  await picture(own, "gallery-client-phone");

  await own.locator(".gallery-photo").nth(1).click();
  await own.getByText("Photo 2 of 3").waitFor();
  await picture(own, "gallery-photo-phone");
  await own.getByRole("link", { name: "Next" }).click();
  await own.getByText("Photo 3 of 3").waitFor();
  await own.getByRole("link", { name: "Previous" }).click();
  await own.getByText("Ask about this photo").click();
  await own.getByLabel("Your name").fill("Dana Ruiz");
  await own.getByLabel("Your question", { exact: true }).fill("Is that pipe new?");
  await own.getByRole("button", { name: "Send" }).click();
  await own.getByText("Hill Brothers has your question.").waitFor();
  expect(await mailTo(product, WHO.email, /asked about/)).toContain("Photo 2");

  await own.getByRole("link", { name: /^Back to/ }).click();
  await own.getByRole("button", { name: "Download selected" }).click();
  await own.getByText("Select a photo first").waitFor();
  await own.locator(".gallery-pick input").nth(0).check();
  await own.locator(".gallery-pick input").nth(2).check();
  const saved = own.waitForEvent("download");
  await own.getByRole("button", { name: "Download selected" }).click();
  const chunks: Buffer[] = [];
  for await (const chunk of await (await saved).createReadStream())
    chunks.push(Buffer.from(chunk as Uint8Array));
  const zip = Buffer.concat(chunks);
  expect((await saved).suggestedFilename()).toBe("Miller bath, all photos.zip");
  const files = unzipSync(new Uint8Array(zip));
  expect(Object.keys(files)).toHaveLength(2);
  received += zip.toString("latin1");
  await context.close();

  await page.goto(page.url().replace(/\?.*/, ""));
  const [, id] =
    /photos\/galleries\/([0-9a-f-]{36})/.exec(await mailTo(product, WHO.email, /asked about/)) ?? [];
  await page.goto(`${product.url}/account/photos/galleries/${id}`);
  await page.getByText("Is that pipe new?").waitFor();
  await page.getByText(/First opened/).waitFor();
  await page.getByText(/Visits and downloads/).click();
  await page.getByText(/A person downloaded it/).waitFor();
  await picture(page, "gallery-office-phone");
  await page.setViewportSize(LAPTOP);
  await picture(page, "gallery-office-desk");
  expect(await hardToUse(page)).toEqual([]);
  await page.goto(`${product.url}/account/photos/galleries`);
  await picture(page, "gallery-list-desk");
  await page.setViewportSize(PHONE);
}, 120_000);

/** How striped the place of the blur is in a picture. */
async function stripesIn(bytes: Buffer): Promise<number> {
  const { width } = await sharp(bytes).metadata();
  const scale = width / WIDTH;
  const part = await sharp(bytes)
    .extract({
      left: Math.round((FACE.left + 40) * scale),
      top: Math.round((FACE.top + 40) * scale),
      width: Math.round((FACE.width - 80) * scale),
      height: Math.round((FACE.height - 80) * scale),
    })
    .greyscale()
    .png()
    .toBuffer();
  // Of the part: statistics are those of an input.
  const { channels } = await sharp(part).stats();
  return channels[0]!.stdev;
}

const pictureAt = async (link: string, sha256: string): Promise<Buffer> =>
  (await page.request.get(`${link}/photos/${sha256}/screen`)).body();

it("shows a new photo at the live link alone, and a blur that is drawn later at both", async () => {
  await openRoll();
  await addPhotos(4);
  await expect
    .poll(async () => (await page.request.get(`${live}/photos/${hashes[3]}/thumb`)).status(), {
      timeout: 60_000,
    })
    .toBe(200);
  expect((await page.request.get(`${fixed}/photos/${hashes[3]}/thumb`)).status()).toBe(404);
  const count = async (link: string) =>
    [...(await (await page.request.get(link)).text()).matchAll(/name="photo"/g)].length;
  expect([await count(live), await count(fixed)]).toEqual([4, 3]);

  for (const link of [live, fixed])
    expect(await stripesIn(await pictureAt(link, hashes[0]!))).toBeGreaterThan(60);
  await page.goto(`${product.url}/account/job/${job}/photos?photo=${hashes[0]}`);
  await page.locator(".photo-large > img").waitFor();
  const viewer = page.getByRole("dialog");
  await viewer.getByRole("button", { name: "Draw" }).click();
  await viewer.locator(".mark-kind").filter({ hasText: "Blur" }).click();
  const box = (await page.locator(".photo-large").boundingBox())!;
  const scale = Math.min(box.width / WIDTH, box.height / HEIGHT);
  const at = (x: number, y: number) =>
    [
      box.x + (box.width - WIDTH * scale) / 2 + x * scale,
      box.y + (box.height - HEIGHT * scale) / 2 + y * scale,
    ] as const;
  await page.mouse.move(...at(FACE.left - 10, FACE.top - 10));
  await page.mouse.down();
  await page.mouse.move(...at(FACE.left + 100, FACE.top + 100), { steps: 4 });
  await page.mouse.move(...at(FACE.left + FACE.width + 10, FACE.top + FACE.height + 10), { steps: 4 });
  await page.mouse.up();
  await page
    .getByRole("group", { name: "Marks on this photo" })
    .getByRole("button", { name: /^Blur/ })
    .waitFor();
  await picture(page, "gallery-blur-phone");
  for (const link of [live, fixed])
    await expect
      .poll(async () => stripesIn(await pictureAt(link, hashes[0]!)), { timeout: 60_000, interval: 500 })
      .toBeLessThan(30);
}, 120_000);

it("looks right on a phone and a desk, light and dark, swipes, and prints", async () => {
  for (const [name, size] of [
    ["phone", PHONE],
    ["desk", { width: 1280, height: 900 }],
  ] as const)
    for (const colorScheme of ["light", "dark"] as const) {
      const [context, own] = await client({ script: true, colorScheme, size: size as typeof PHONE });
      await own.goto(live);
      await own.waitForLoadState("networkidle");
      expect(await hardToUse(own)).toEqual([]);
      await own.emulateMedia({ colorScheme });
      await picture(own, `gallery-client-${name}-${colorScheme}`);
      await own.locator(".gallery-photo").first().click();
      await own.getByText("Photo 1 of 4").waitFor();
      await own.waitForLoadState("networkidle");
      expect(await hardToUse(own)).toEqual([]);
      await own.emulateMedia({ colorScheme });
      await picture(own, `gallery-photo-${name}-${colorScheme}`);
      await own.keyboard.press("ArrowRight");
      await own.getByText("Photo 2 of 4").waitFor();
      await context.close();
    }
}, 120_000);

it("no response to a client said where or with what a photo was taken", async () => {
  expect(received.length).toBeGreaterThan(50_000);
  expect(received).not.toMatch(/GPSLat|Exif\0|SecretPhone|39\.73|104\.98/);
});

it("opens nothing once it is closed: the page, its pictures, the next photo of somebody who is looking", async () => {
  const [context, own] = await client({ script: true });
  await own.goto(`${live}/photos/${hashes[1]}`);
  await own.getByRole("heading", { level: 1 }).waitFor();
  await page.goto(`${product.url}/account/photos/galleries`);
  await page.getByRole("link", { name: "Miller bath, all photos" }).click();
  await page.getByText("Close it, or change when it expires").click();
  await page.getByRole("button", { name: "Close now" }).click();
  await page.getByText("Link closed. It opens nothing from now on.").waitFor();
  await own
    .getByRole("link", { name: /^(?:Next|Previous)$/ })
    .first()
    .click();
  await own.getByText("This link was closed by the business that sent it.").waitFor();
  for (const path of ["", "/photos", `/photos/${hashes[1]}/screen`])
    expect((await page.request.get(live + path)).status()).toBe(404);
  expect((await page.request.get(`${fixed}/photos`)).status()).toBe(200);
  await context.close();
}, 60_000);
