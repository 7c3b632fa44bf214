import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { unzipSync } from "fflate";
import { afterAll, beforeAll, expect, it } from "vitest";
import { LAPTOP, PHONE } from "./harness/browser.ts";
import { addJob } from "./harness/field.ts";
import { mailTo } from "./harness/mails.ts";
import { pdfOf } from "./harness/pdfs.ts";
import { photoOf } from "./harness/photos.ts";
import { looked, openToolJourney, type ToolJourney } from "./harness/tool-journey.ts";

// An office makes the closeout package of a job and emails it; the client opens it on a phone without script,
// downloads the PDF and the ZIP, and asks for the yearly check-up; the owner closes the link.

const OWNER = { email: "boss@closeout.test", password: "correct plumb line 7" };
const CLIENT = "dana@client.test";

let journey: ToolJourney;
let job: string;
let link: string;

beforeAll(async () => {
  journey = await openToolJourney("ProofPix", OWNER, "Hill Brothers");
  const { onPhone: page, product } = journey;
  job = await addJob(page, product.url, "Miller bath");
}, 120_000);
afterAll(() => journey?.close(), 60_000);

const packageAt = () => `${journey.product.url}/account/closeouts/${job}`;

it("the office gets to the package from the job, writes it, adds a manual, looks, and publishes", async () => {
  const { onPhone: page, product } = journey;
  await page.goto(`${product.url}/account/job/${job}/edit`);
  await page.getByLabel("Client’s name").fill("Dana Miller");
  await page.getByLabel("Client’s email").fill(CLIENT);
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByRole("heading", { level: 1, name: "Miller bath" }).waitFor();
  await page.goto(`${product.url}/account/job/${job}/photos`);
  await page.getByRole("link", { name: "Import", exact: true }).click();
  const photos = [await photoOf(1, 1200, 900), await photoOf(2, 900, 1200)];
  await page
    .getByLabel("Photos, videos, or a ZIP")
    .setInputFiles(photos.map((buffer, at) => ({ name: `${at}.jpg`, mimeType: "image/jpeg", buffer })));
  await page.getByText("Done. 2 added, 0 already here, 0 refused.").waitFor();
  // The phone sends them while the field app is open.
  const arrived = (bytes: Buffer) =>
    page.request.get(
      `${product.url}/account/media/${createHash("sha256").update(bytes).digest("hex")}/thumb`,
    );
  await expect
    .poll(async () => (await Promise.all(photos.map(arrived))).map((answer) => answer.status()), {
      timeout: 60_000,
    })
    .toEqual([200, 200]);

  await page.goto(`${product.url}/account/job/${job}`);
  await page.getByRole("link", { name: "Closeout package" }).click();
  await page.getByRole("heading", { level: 1, name: "Closeout package" }).waitFor();
  await page.getByRole("link", { name: "Add a PDF" }).click();
  await page.getByLabel("Name").fill("Fan manual");
  await page
    .getByLabel("PDF")
    .setInputFiles({ name: "notes.pdf", mimeType: "application/pdf", buffer: Buffer.from("Notes") });
  await page.getByRole("button", { name: "Add it" }).click();
  await page.getByText("notes.pdf isn’t a PDF.").first().waitFor({ timeout: 60_000 });
  expect(await page.getByLabel("Name").inputValue()).toBe("Fan manual");
  await page.getByLabel("PDF").setInputFiles({
    name: "fan.pdf",
    mimeType: "application/pdf",
    buffer: pdfOf([{ width: 400, height: 600, text: "Fan" }]),
  });
  await page.getByRole("button", { name: "Add it" }).click();
  await page.getByRole("link", { name: "Fan manual" }).waitFor();

  const letter = page.locator("textarea[name=letter]");
  await letter.fill("Dear {{clint}}, thank you.");
  await page.getByRole("button", { name: "Save and preview" }).click();
  await page.getByText("We can’t fill in {{clint}}.").first().waitFor();
  expect(await letter.inputValue()).toBe("Dear {{clint}}, thank you.");
  await letter.fill("Dear {{client}},\n\nWe warrant {{job}} for two years.\n\n{{business}}");
  await page.getByRole("button", { name: "Save and preview" }).click();
  await page.getByRole("heading", { level: 1, name: "Preview" }).waitFor();
  await page.getByText("We warrant Miller bath for two years.").waitFor();
  await looked(page, "closeout-preview-phone");
  await page.getByRole("link", { name: "Back to the package" }).click();
  await looked(page, "closeout-office-phone");
  await looked(page, "closeout-office-desk", LAPTOP);
  await page.getByRole("button", { name: "Save and publish", exact: true }).click();
  await page.getByText("What your client sees").waitFor({ timeout: 60_000 });
  expect(page.url()).toContain("did=published");
}, 180_000);

it("emails it to the client, who opens it without script and downloads all of it", async () => {
  const { onPhone: page, atClient: own, product } = journey;
  await page.getByLabel("To", { exact: true }).fill(CLIENT);
  await page.getByRole("button", { name: "Send the package" }).click();
  await page.getByText("Sent.", { exact: true }).waitFor();
  await looked(page, "closeout-sent-phone");
  const mail = await mailTo(product, CLIENT, /\/s\/[\w-]{46}/);
  link = product.url + /\/s\/[\w-]{46}/.exec(mail)![0];
  await own.goto(link);
  await own.getByRole("heading", { level: 1, name: "Closeout package" }).waitFor();
  await own.getByText("We warrant Miller bath for two years.").waitFor();
  await own.getByRole("heading", { level: 2, name: "Photos" }).waitFor();
  expect(await own.locator(".gallery-photo img").count()).toBe(2);
  await looked(own, "closeout-client-phone");
  await looked(own, "closeout-client-desk", LAPTOP);
  expect(await own.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);

  const [pdf] = await Promise.all([
    own.waitForEvent("download"),
    own.getByRole("link", { name: "Download the PDF" }).click(),
  ]);
  expect((await readFile(await pdf.path())).subarray(0, 5).toString()).toBe("%PDF-");
  const [zip] = await Promise.all([
    own.waitForEvent("download"),
    own.getByRole("button", { name: "Download everything (ZIP)" }).click(),
  ]);
  expect(zip.suggestedFilename()).toBe("Closeout package Miller bath.zip");
  const files = unzipSync(new Uint8Array(await readFile(await zip.path())));
  expect(Object.keys(files).toSorted()).toEqual([
    "Closeout package.pdf",
    "Contents.txt",
    "Manuals/Fan manual.pdf",
    "Photos/All photos/001 All photos.jpg",
    "Photos/All photos/002 All photos.jpg",
  ]);
  expect(Buffer.from(files["Contents.txt"]!).toString()).not.toContain("MISSING");
}, 120_000);

it("asks for the yearly check-up with one tap, once", async () => {
  const { onPhone: page, atClient: own } = journey;
  await own.goto(link);
  await own.getByText("Emails go to d…@client.test.").waitFor();
  await own.getByRole("button", { name: "Remind me in a year" }).click();
  await own.getByText("You’re set.").waitFor();
  await own.goto(link);
  expect(await own.getByRole("button", { name: "Remind me in a year" }).count()).toBe(0);
  await page.goto(packageAt());
  await page.getByText("Your client asked for the yearly check-up").waitFor();
}, 60_000);

it("opens nothing once the owner closes the link, and says why", async () => {
  const { onPhone: page, atClient: own } = journey;
  await page.getByRole("link", { name: "this job’s links" }).click();
  await page.getByText("Change", { exact: true }).first().click();
  await page
    .getByRole("button", { name: /^Close/ })
    .first()
    .click();
  await page.getByText("People who open it will see that it’s closed.").waitFor();
  for (const address of [link, `${link}/closeout`, `${link}/closeout/pdf`]) {
    await own.goto(address);
    await own.getByText("This link was closed by the business that sent it.").waitFor();
  }
  await looked(own, "closeout-closed-phone");
  expect((await own.goto(`${journey.product.url}/s/garbage/closeout`))?.status()).toBe(404);
}, 60_000);
