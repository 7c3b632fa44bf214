import { rm } from "node:fs/promises";
import type { BrowserContext, Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { hardToUse } from "./harness/axe.ts";
import { LAPTOP, launchProfile, logIn, PHONE, picture } from "./harness/browser.ts";
import { addJob, openBuildLog } from "./harness/field.ts";
import { freePort, removeData, type RunningProduct, startProduct, tempFolder } from "./harness/product.ts";
import { openShop } from "./harness/visitor.ts";

// Photos that were already on the phone: when they were taken, which day they belong to, what can't be added,
// and what the server refuses.

const WHO = { email: "library@logs.test", password: "correct plumb line 7" };

let product: RunningProduct;
let settings: { DATA_DIR: string; PORT: string; OPERATOR_EMAILS: string };
let profile: string;
let phone: BrowserContext;
let page: Page;
let job: string;

beforeAll(async () => {
  settings = {
    DATA_DIR: await tempFolder("library-photos"),
    PORT: String(await freePort()),
    OPERATOR_EMAILS: WHO.email,
  };
  profile = await tempFolder("library-photos-phone");
  product = await startProduct(settings);
  await openShop(product, WHO.email, "Hill Brothers");
  // Far from the job: the job's time zone counts, not the phone's.
  phone = await launchProfile(profile, { viewport: PHONE, timezoneId: "Asia/Tokyo" });
  page = await phone.newPage();
  await logIn(page, product.url, WHO);
  await openBuildLog(page, product.url);
  job = await addJob(page, product.url, "Miller house");
  const zone = page.getByLabel("Time zone");
  await page.goto(`${product.url}/account/job/${job}/edit`);
  await page.getByText("Location and time zone").click();
  await zone.fill("America/Denver");
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.waitForURL(/\/account\/job\/[0-9a-f-]+$/);
}, 120_000);

afterAll(async () => {
  await phone?.close();
  await product?.stop();
  await removeData(settings.DATA_DIR);
  await rm(profile, { recursive: true, force: true });
}, 60_000);

let made = 0;
const drawn = () =>
  sharp({
    create: { width: 320 + made++, height: 240, channels: 3, background: { r: 200, g: 60 + made, b: 40 } },
  });
const taken = async (name: string, DateTimeOriginal: string, rest: Record<string, string> = {}) => ({
  name,
  mimeType: "image/jpeg",
  buffer: await drawn()
    .withExif({ IFD2: { DateTimeOriginal, ...rest } })
    .jpeg()
    .toBuffer(),
});
const openDay = (day = "") => page.goto(`${product.url}/account/job/${job}/logs${day && `?day=${day}`}`);
const library = () =>
  page.getByRole("region", { name: "Add to this day" }).locator("input[multiple]").first();
const held = async () =>
  await expect
    .poll(() => page.locator(".sync-state summary").textContent(), { timeout: 30_000 })
    .toMatch(/^All sent/);

it("taken on another day are asked about before they land in a log, and go to the day that is chosen", async () => {
  await openDay();
  // 11:30 PM in Denver, which is the next day where the phone is.
  await library().setInputFiles([await taken("old.jpg", "2019:10:20 23:30:00")]);
  await page.getByText("Taken Oct 20, 2019 by the camera’s clock. Put it on that day?").waitFor();
  expect(await page.locator(".log-entry").count()).toBe(0);
  await picture(page, "library-photo-of-another-day-phone");
  expect(await hardToUse(page)).toEqual([]);
  await page.getByRole("button", { name: "Move to Oct 20, 2019" }).click();
  await page.getByText("The photo is on Oct 20, 2019 now.").waitFor();
  await expect.poll(() => page.locator(".log-entry").count()).toBe(0);
  await openDay("2019-10-20");
  await page.getByRole("heading", { name: "Sunday, Oct 20, 2019" }).waitFor();
  await page.getByText("Oct 20, 2019, 11:30 PM (camera time, time zone assumed)").waitFor();
  await page.getByRole("button", { name: "Open photo 1 of 1, Oct 20, 2019, 11:30 PM" }).click();
  await page.getByRole("dialog").getByText("camera time, time zone assumed").waitFor();
  await picture(page, "library-photo-time-phone");
  await page.getByRole("button", { name: "Close" }).click();
});

it("of several days are asked about day by day; what somebody wants in today's log stands there with its own time", async () => {
  await openDay();
  await library().setInputFiles([
    await taken("a.jpg", "2025:03:01 10:00:00", { OffsetTimeOriginal: "-07:00" }),
    await taken("b.jpg", "2025:03:01 10:05:00", { OffsetTimeOriginal: "-07:00" }),
    await taken("c.jpg", "2025:03:02 09:00:00", { OffsetTimeOriginal: "-07:00" }),
    await taken("d.jpg", "2025:03:03 09:00:00", { OffsetTimeOriginal: "-07:00" }),
  ]);
  await page.getByText("2 photos taken Mar 1, 2025. Put them on that day?").waitFor();
  const ofDay = (words: string) => page.locator(".photo-day").filter({ hasText: words });
  await ofDay("Mar 2, 2025").getByRole("button", { name: "Today’s log" }).click();
  await page.getByRole("button", { name: "Open photo 1 of 1, Mar 2, 2025, 9:00 AM" }).waitFor();
  await page.getByRole("button", { name: "Put each on its own day" }).click();
  await page.getByText("The photo is on Mar 3, 2025 now.").waitFor();
  await expect.poll(() => page.locator(".photo-day").count()).toBe(0);
  for (const [day, count] of [
    ["2025-03-01", 2],
    ["2025-03-03", 1],
  ] as const) {
    await openDay(day);
    await page.getByRole("button", { name: new RegExp(`^Open photo ${count} of ${count}`) }).waitFor();
    // The camera recorded its zone, so nothing is uncertain.
    expect(await page.getByText("zone assumed").count()).toBe(0);
  }
  await held();
});

it("that can't be taken are refused when they are chosen, by name and with what to do; AVIF and GIF are taken", async () => {
  await openDay();
  const sized = Buffer.from(await drawn().png().toBuffer());
  sized.writeUInt32BE(20_000, 16);
  sized.writeUInt32BE(20_000, 20);
  await library().setInputFiles([
    { name: "plan.tif", mimeType: "image/tiff", buffer: await drawn().tiff().toBuffer() },
    {
      name: "burst.heic",
      mimeType: "image/heic",
      buffer: Buffer.from("00000018667479706d736631000000006d73663168657663", "hex"),
    },
    { name: "scan.jpg", mimeType: "image/jpeg", buffer: Buffer.from("%PDF-1.7") },
    { name: "huge.png", mimeType: "image/png", buffer: sized },
    {
      name: "broken.jpg",
      mimeType: "image/jpeg",
      buffer: Buffer.concat([Buffer.from("ffd8ffe000104a464946", "hex"), Buffer.alloc(900, 7)]),
    },
    { name: "new.avif", mimeType: "image/avif", buffer: await drawn().avif({ effort: 0 }).toBuffer() },
    { name: "moving.gif", mimeType: "image/gif", buffer: await drawn().gif().toBuffer() },
  ]);
  for (const words of [
    "plan.tif is a TIFF or raw photo, which we don’t support. Save it as a JPEG in your photo app, then choose that.",
    "burst.heic is a HEIF burst or moving photo, which we don’t support.",
    "scan.jpg is a PDF, not a photo or a video.",
    "huge.png is 20000 by 20000 pixels, and our limit is 60 megapixels. Save a smaller copy, then choose that.",
    "broken.jpg is damaged. Copy it to this device again, then choose it.",
  ])
    await page.getByText(words).waitFor();
  await page.getByText("2 saved on this device.").waitFor();
  expect(await page.locator(".log-entry .photo").count()).toBe(2 + 1);
  await picture(page, "library-refused-when-chosen-phone");
  await held();
});

it("that the server refuses are listed with the reason, kept as a file, and removed; then it is safe to sign out", async () => {
  await openDay();
  // Its header is valid and half of its rows are missing: a device can't know that.
  const noise = await sharp({
    create: {
      width: 300,
      height: 200,
      channels: 3,
      background: "#375",
      noise: { type: "gaussian", mean: 120, sigma: 40 },
    },
  })
    .png()
    .toBuffer();
  const whole = await sharp({
    create: {
      width: 300,
      height: 200,
      channels: 3,
      background: "#375",
      noise: { type: "gaussian", mean: 99, sigma: 40 },
    },
  })
    .jpeg()
    .toBuffer();
  await library().setInputFiles([
    { name: "half.png", mimeType: "image/png", buffer: noise.subarray(0, noise.length / 2) },
    { name: "cut.jpg", mimeType: "image/jpeg", buffer: whole.subarray(0, whole.length - 3000) },
  ]);
  const why = page.getByRole("link", { name: "See why" });
  await why.waitFor({ timeout: 30_000 });
  expect(await page.locator(".sync-state summary").textContent()).toMatch(/1 was rejected\.$/);
  await page.getByText(/Photo \d: incomplete: the bottom is missing/).waitFor();
  await why.click();
  await page.getByRole("heading", { name: "1 was rejected" }).waitFor();
  const item = page.getByRole("listitem").filter({ hasText: "half.png" });
  await item.getByText("This photo is damaged.").waitFor();
  await item.getByRole("link", { name: /Log entry.*Miller house/ }).waitFor();
  await picture(page, "refused-phone");
  await page.setViewportSize(LAPTOP);
  await picture(page, "refused-desk");
  await page.emulateMedia({ colorScheme: "dark" });
  await picture(page, "refused-desk-dark");
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize(PHONE);
  expect(await hardToUse(page)).toEqual([]);
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    item.getByRole("link", { name: "Save as a file" }).click(),
  ]);
  expect(file.suggestedFilename()).toBe("half.png");
  await page.goto(`${product.url}/account/jobs/recover`);
  await page.getByRole("heading", { name: "Everything else is sent" }).waitFor();
  expect(await page.getByText("With a signal, this takes a moment").count()).toBe(0);
  await picture(page, "recover-refused-phone");
  await page.getByRole("link", { name: "See what was rejected" }).click();
  await item.getByRole("button", { name: "Remove half.png" }).click();
  await item.getByRole("button", { name: "Remove for good half.png" }).click();
  await page.getByRole("heading", { name: "Nothing was rejected" }).waitFor();
  await held();
  // It is removed where it was shown; the other photo remains.
  await openDay();
  await page.getByRole("button", { name: "Open photo 1 of 1", exact: false }).last().waitFor();
});
