import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import type { Browser, BrowserContext, Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { newId } from "../src/platform/db/ids.ts";
import { drawScene, type Scene } from "../src/app/demo/scenes.ts";
import { photoId } from "../src/tools/photos/rules/ids.ts";
import { hardToUse } from "./harness/axe.ts";
import { LAPTOP, launchBrowser, logIn, PHONE, picture, signInAs } from "./harness/browser.ts";
import { addJob, openTool } from "./harness/field.ts";
import { linkOf, mailTo } from "./harness/mails.ts";
import { sendPhoto } from "./harness/photos.ts";
import { removeData, type RunningProduct, startProduct } from "./harness/product.ts";
import { openShop, type Owner, Visitor } from "./harness/visitor.ts";

// A phone makes a report of an album with a before and after, the office sends it, and a client without a
// script reads it. What was blurred is in none of its pictures. A pair becomes pictures to post.

const run = promisify(execFile);
const WHO = { email: "boss@report.test", password: "correct plumb line 7" };
const CLIENT = "june@client.test";

let product: RunningProduct;
let shop: Owner;
let browser: Browser;
let phone: BrowserContext;
let page: Page;
let job: string;
let account: string;
let hashes: string[];
let report: string;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct({ OPERATOR_EMAILS: WHO.email }), launchBrowser()]);
  shop = await openShop(product, WHO.email, "Hill Brothers");
  phone = await browser.newContext({ viewport: PHONE, hasTouch: true });
  page = await phone.newPage();
  await logIn(page, product.url, WHO);
  await openTool(page, product.url, "ProofPix");
  job = await addJob(page, product.url, "Miller deck");
  ({ account } = (await (await shop.visitor.get("/account/field/me")).json()) as { account: string });
  const scenes: readonly [Scene, number, number][] = [
    ["ledger", 1600, 1200],
    ["rail", 1600, 1200],
    ["footing", 1200, 1600],
    ["boards", 1600, 460],
    ["stairs", 1600, 1200],
  ];
  const photos = await Promise.all(
    scenes.map(async ([scene, width, height]) =>
      sharp(
        await sharp(await drawScene(scene, 1))
          .resize(width, height)
          .toBuffer(),
      )
        .withExif({
          IFD0: { Make: "Camera Works" },
          IFD3: { GPSLatitudeRef: "N", GPSLatitude: "43/1 36/1 0/1" },
        })
        .jpeg({ quality: 88 })
        .toBuffer(),
    ),
  );
  hashes = [];
  for (const bytes of [...photos, await striped()])
    hashes.push(await sendPhoto(product, shop.visitor, { account, job, bytes: new Uint8Array(bytes) }));
  await record();
}, 180_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  if (product) await removeData(product.dataDir);
});

/** Stripes of 6 pixels all over. */
const striped = () =>
  sharp(
    Buffer.from(
      Uint8Array.from({ length: 1000 * 700 * 3 }, (_, at) =>
        Math.floor((Math.floor(at / 3) % 1000) / 6) % 2 ? 235 : 25,
      ),
    ),
    { raw: { width: 1000, height: 700, channels: 3 } },
  )
    .jpeg({ quality: 92 })
    .toBuffer();

/** What phones wrote of these photos: an album, a pair, captions, and one that is blurred all over. */
async function record(): Promise<void> {
  const album = newId();
  const [ledger, rail, footing, boards, stairs, face] = hashes as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  const facts: Record<string, Record<string, unknown>> = {
    [ledger]: { pair: rail, caption: "Ledger board, before", stage: "before" },
    [rail]: { pair: ledger, caption: "Cedar rail, done", stage: "after" },
    [footing]: { caption: "Footing at 42 inches, below frost", room: "Outside" },
    [boards]: { room: "Outside", trade: "Framing", "tags.cedar": true },
    [stairs]: { caption: "Not in the album" },
    [face]: {
      caption: "A neighbor at the fence",
      marks: [{ id: "b", kind: "blur", color: "red", from: [0.01, 0.01], to: [0.99, 0.99], text: "" }],
    },
  };
  const commands = [
    { kind: "photos.album", record: album, sets: { name: "For June" }, media: [] },
    ...hashes.map((sha256, at) => ({
      kind: "photos.photo",
      record: photoId(job, sha256),
      media: [sha256],
      sets: {
        sha256,
        [`photos.${sha256}`]: {
          type: "image/jpeg",
          at: Date.parse("2026-11-03T16:00:00Z") + at * 86_400_000,
        },
        ...(sha256 === stairs ? {} : { [`album.${album}`]: true }),
        ...facts[sha256],
      },
    })),
  ];
  const answer = await shop.visitor.send("/account/sync/commands", {
    method: "POST",
    headers: { "Content-Type": "application/json", "Sec-Fetch-Site": "same-origin" },
    body: JSON.stringify({
      version: 1,
      device: newId(),
      commands: commands.map((one) => ({
        ...{ ...one, id: newId(), job, replaces: {} },
        ...{ capturedAt: Date.now(), skew: 0, zone: "America/Boise" },
      })),
    }),
  });
  const { outcomes } = (await answer.json()) as { outcomes: { is: string }[] };
  expect(outcomes.map(({ is }) => is)).toEqual(commands.map(() => "held"));
}

/** How much neighboring pixels differ. */
async function stripesIn(bytes: Uint8Array): Promise<number> {
  const { data, info } = await sharp(bytes).grayscale().raw().toBuffer({ resolveWithObject: true });
  let sum = 0;
  for (let at = 1; at < data.length; at++) if (at % info.width) sum += Math.abs(data[at]! - data[at - 1]!);
  return sum / data.length;
}

/** A text-free picture of each page, and the photos that are in the file. */
async function lookInto(pdf: Uint8Array): Promise<Uint8Array[]> {
  const folder = await mkdtemp(path.join(tmpdir(), "plumbline-photo-report-"));
  await writeFile(path.join(folder, "report.pdf"), pdf);
  await run("pdfimages", ["-j", path.join(folder, "report.pdf"), path.join(folder, "photo")]);
  const names = (await readdir(folder)).filter((name) => name.endsWith(".jpg"));
  return Promise.all(names.map((name) => readFile(path.join(folder, name))));
}

/** The facts of a report that its page lists. */
const lookAt = async (shown: Page) => ({
  photos: await shown
    .locator("dt", { hasText: /^Photos$/ })
    .locator("+ dd")
    .innerText(),
});

it("a phone makes a report of an album", async () => {
  await page.goto(`${product.url}/account/job/${job}/photos`);
  await page.getByRole("button", { name: /^For June/ }).click();
  await page.getByText("5 of 6 photos").waitFor();
  await page.getByRole("link", { name: "Report", exact: true }).click();
  await page.getByRole("heading", { name: "Photo report" }).waitFor();
  expect(await page.getByLabel("Title").inputValue()).toBe("For June");
  await picture(page, "photo-report-form-phone");
  expect(await hardToUse(page)).toEqual([]);
  await page.getByLabel("Title").fill("");
  await page.getByLabel("Who took it").check();
  // The server answers, as without a script.
  await page.locator("form.form[method=post]").evaluate((form: HTMLFormElement) => (form.noValidate = true));
  await page.getByRole("button", { name: "Create report" }).click();
  await page.getByText("Enter a title, such as Photos.").first().waitFor();
  expect(await page.getByLabel("Who took it").isChecked()).toBe(true);
  await page.getByLabel("Title").fill("Your deck, start to finish");
  await page.getByRole("button", { name: "Create report" }).click();
  await page.getByRole("link", { name: "Open the PDF" }).waitFor({ timeout: 60_000 });
  report = new URL(page.url()).pathname;
  await picture(page, "photo-report-made-phone");
  const pdf = new Uint8Array(await (await shop.visitor.get(`${report}/pdf`)).arrayBuffer());
  if (process.env["SCREENSHOTS"])
    await writeFile(path.join(process.env["SCREENSHOTS"], "photo-report.pdf"), pdf);
  const photos = await lookInto(pdf);
  // Each is there once or, on the cover too, twice.
  expect(photos.length).toBeGreaterThanOrEqual(5);
  for (const photo of photos) {
    expect(await stripesIn(photo)).toBeLessThan(20);
    expect((await sharp(photo).metadata()).exif).toBeUndefined();
  }
  expect(await stripesIn(await striped())).toBeGreaterThan(25);
}, 120_000);

it("selected photos make one too", async () => {
  await page.goto(`${product.url}/account/job/${job}/photos`);
  await page.getByRole("button", { name: "Select", exact: true }).click();
  const tiles = page.locator(".roll-day [data-photo]");
  await tiles.nth(0).tap();
  await tiles.nth(1).tap();
  await page.getByText("2 photos selected").waitFor();
  await picture(page, "photo-report-selected-phone");
  const bar = page.getByRole("group", { name: "Selected photos" });
  await bar.getByRole("button", { name: "More" }).click();
  await bar.getByRole("button", { name: "Report" }).click();
  await page.getByText(/^2 selected photos of Miller deck/).waitFor();
  await page.getByRole("button", { name: "Create report" }).click();
  await page.getByRole("link", { name: "Open the PDF" }).waitFor({ timeout: 60_000 });
  const { photos } = await lookAt(page);
  expect(photos).toBe("2");
}, 90_000);

it("the office sends it, and its client reads it without a script, each photo larger too", async () => {
  const desk = await browser.newContext({ viewport: LAPTOP });
  await signInAs(desk, product.url, shop.visitor);
  const office = await desk.newPage();
  await office.goto(`${product.url}/account/photos`);
  await office.getByRole("link", { name: "Create a photo report" }).click();
  await office.getByRole("heading", { name: "Photo report" }).waitFor();
  await picture(office, "photo-report-form-desk");
  expect(await hardToUse(office)).toEqual([]);
  await office.goto(`${product.url}${report}`);
  await office.getByLabel("To", { exact: true }).fill(CLIENT);
  await office.getByRole("button", { name: "Send report" }).click();
  await office.getByText("Sent.", { exact: true }).waitFor();
  await desk.close();

  const link = linkOf(await mailTo(product, CLIENT, /Read the/), /\/s\/[\w-]+/);
  for (const [viewport, colorScheme, name] of [
    [PHONE, "light", "phone"],
    [LAPTOP, "dark", "desk"],
  ] as const) {
    const context = await browser.newContext({ viewport, colorScheme, javaScriptEnabled: false });
    const client = await context.newPage();
    await client.goto(link);
    await client.getByRole("button", { name: "Read it (PDF)" }).waitFor();
    const photos = client.locator(".book-photo img");
    expect(await photos.count()).toBe(5);
    expect(await client.getByText("Not in the album").count()).toBe(0);
    await client.getByText("Before, Nov 3, 2026").waitFor();
    await client.getByText("After, Nov 4, 2026").waitFor();
    for (let at = 0; at < 5; at++) await photos.nth(at).scrollIntoViewIfNeeded();
    await expect
      .poll(() => photos.evaluateAll((all: HTMLImageElement[]) => all.every((one) => one.naturalWidth > 0)))
      .toBe(true);
    await picture(client, `photo-report-client-${name}`);
    await photos.nth(0).click();
    await client.waitForURL(/\/report\/photos\/[0-9a-f]{64}\/screen$/);
    await context.close();
  }
  const visitor = new Visitor(product.url);
  const at = new URL(link, product.url).pathname;
  const face = await visitor.get(`${at}/report/photos/${hashes.at(-1)}/screen`);
  expect(await stripesIn(new Uint8Array(await face.arrayBuffer()))).toBeLessThan(20);
  // Hidden since: gone from the page, not from the PDF.
  await page.goto(`${product.url}/account/job/${job}/photos?photo=${hashes[3]}`);
  await page.getByRole("dialog").getByRole("button", { name: "More" }).click();
  await page.getByRole("button", { name: "Hide", exact: true }).click();
  await page.getByLabel("Why hide it").fill("Not ours");
  await page.getByRole("button", { name: "Hide", exact: true }).last().click();
  await page.getByText("1 photo hidden.").waitFor();
  await expect
    .poll(async () => (await visitor.get(`${at}/report/photos/${hashes[3]}/screen`)).status, {
      timeout: 20_000,
    })
    .toBe(404);
  expect(await (await visitor.get(`${at}/report`)).text()).toContain(
    "taken off this page after the report was made",
  );
  // A photo of the job that isn't in the report.
  expect((await visitor.get(`${at}/report/photos/${hashes[4]}/screen`)).status).toBe(404);
}, 120_000);

it("a pair becomes pictures to post, in three shapes, without the camera's data", async () => {
  await page.goto(`${product.url}/account/job/${job}/photos?photo=${hashes[1]}`);
  await page.getByRole("link", { name: "Picture to post" }).click();
  await page.getByRole("heading", { name: "Picture to post" }).waitFor();
  await page.getByRole("heading", { name: "Ask your client first" }).waitFor();
  await page.getByRole("textbox", { name: "Line" }).fill("Cedar decks in Boise");
  for (const [shape, width, height] of [
    ["Square", 1080, 1080],
    ["Portrait", 1080, 1350],
    ["Story", 1080, 1920],
  ] as const) {
    await page.getByRole("radio", { name: shape }).check();
    await page.getByRole("button", { name: "Update picture" }).click();
    await page.waitForURL(new RegExp(`format=${shape.toLowerCase()}.*line=Cedar`));
    const preview = page.locator(".post-preview");
    await expect.poll(() => preview.evaluate((one: HTMLImageElement) => one.naturalHeight)).toBe(height);
    const answer = await page.request.get(
      `${product.url}${await page.getByRole("link", { name: "Download" }).getAttribute("href")}`,
    );
    expect(answer.headers()["content-disposition"]).toContain(`photo-${shape.toLowerCase()}.jpg`);
    const bytes = await answer.body();
    expect(await sharp(bytes).metadata()).toMatchObject({ format: "jpeg", width, height });
    expect((await sharp(bytes).metadata()).exif).toBeUndefined();
    expect(bytes.includes("Camera Works")).toBe(false);
  }
  await picture(page, "photo-post-phone");
  expect(await hardToUse(page)).toEqual([]);
  await page.setViewportSize(LAPTOP);
  await page.emulateMedia({ colorScheme: "dark" });
  await picture(page, "photo-post-desk");
}, 120_000);
