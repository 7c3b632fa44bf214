import { zipSync } from "fflate";
import type { Browser, Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { hardToUse } from "./harness/axe.ts";
import { launchBrowser, logIn, PHONE, picture } from "./harness/browser.ts";
import { addJob, openTool } from "./harness/field.ts";
import { photoOf } from "./harness/photos.ts";
import { removeData, type RunningProduct, startProduct } from "./harness/product.ts";
import { openShop } from "./harness/visitor.ts";

// A phone's library and a ZIP come into a job: each photo once, with a word for everything that isn't taken.

const WHO = { email: "boss@import.test", password: "correct plumb line 7" };

let product: RunningProduct;
let browser: Browser;
let page: Page;
let job: string;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct({ OPERATOR_EMAILS: WHO.email }), launchBrowser()]);
  await openShop(product, WHO.email, "Import Builders");
  page = await browser.newPage({ viewport: PHONE });
  await logIn(page, product.url, WHO);
  await openTool(page, product.url, "ProofPix");
  job = await addJob(page, product.url, "Miller house");
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  if (product) await removeData(product.dataDir);
});

const openImport = () => page.goto(`${product.url}/account/job/${job}/photos/import`);
const choose = (files: Readonly<Record<string, Uint8Array>>) =>
  page.getByLabel("Photos, videos, or a ZIP").setInputFiles(
    Object.entries(files).map(([name, bytes]) => ({
      name,
      mimeType: name.endsWith(".zip") ? "application/zip" : "image/jpeg",
      buffer: Buffer.from(bytes),
    })),
  );

it("takes the photos of a ZIP, once each, and says why the rest isn’t taken", async () => {
  const [one, two] = await Promise.all([photoOf(1, 300, 200), photoOf(2, 300, 200)]);
  await openImport();
  await choose({
    "job.zip": zipSync({
      "day 1/one.jpg": one,
      "day 2/two.jpg": two,
      "day 2/again.jpg": two,
      "__MACOSX/day 1/._one.jpg": new Uint8Array(9),
      "notes.txt": new Uint8Array(20),
    }),
  });
  await page.getByText("Done. 2 added, 1 already here, 1 refused.").waitFor();
  await page.getByText("notes.txt isn’t a photo or video").waitFor();
  expect(await hardToUse(page)).toEqual([]);
  await picture(page, "photo-import-phone");

  await openImport();
  await choose({ "one.jpg": one, "three.jpg": await sharp(one).negate().jpeg().toBuffer() });
  await page.getByText("Done. 1 added, 1 already here, 0 refused.").waitFor();
  await page.getByText("Already here: 1").click();
  await page.getByText("one.jpg: Already on this job").waitFor();

  await page.getByRole("link", { name: "Show the photos" }).click();
  await page.getByText("All sent").waitFor();
}, 90_000);
