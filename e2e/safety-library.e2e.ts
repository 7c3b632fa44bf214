import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { LAPTOP } from "./harness/browser.ts";
import { addJob, joinOnPhone } from "./harness/field.ts";
import { pdfOf } from "./harness/pdfs.ts";
import { photoOf } from "./harness/photos.ts";
import { type RunningProduct, tempFolder } from "./harness/product.ts";
import { looked, openToolJourney } from "./harness/tool-journey.ts";
import { registerOwner } from "./harness/visitor.ts";

// A data sheet is added at the office, found on a phone by a word inside, pinned, and opened without a signal
// on everybody's phone. A poster opens the job's list for people without an account.

const WHO = { email: "safety@library.test", password: "correct plumb line 7" };
const run = promisify(execFile);

let product: RunningProduct;
let phone: BrowserContext;
let onPhone: Page;
let atClient: Page;
let guest: BrowserContext;
let onGuest: Page;
let folder: string;
let job: string;
let close = async (): Promise<void> => {};

beforeAll(async () => {
  ({ product, phone, onPhone, atClient, close } = await openToolJourney("SiteSafe", WHO, "Hale Builders"));
  job = await addJob(onPhone, product.url, "Hale kitchen", "14 Elm Street, Boise");
  folder = await tempFolder("library-guest");
  const ana = await registerOwner(product, "ana@library.test");
  [guest, onGuest] = await joinOnPhone(product, onPhone, { job: "Hale kitchen", guest: ana, folder });
}, 120_000);

afterAll(async () => {
  await guest?.close();
  await close();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

const LETTER = { width: 1000, height: 1290 };
const pdf = (...texts: readonly string[]) => ({
  ...{ name: "paint-stripper.pdf", mimeType: "application/pdf" },
  buffer: pdfOf(texts.map((text) => ({ ...LETTER, text }))),
});
const office = (rest = "") => `${product.url}/account/safety/library${rest}`;
const field = (rest = "") => `${product.url}/account/job/${job}/safety${rest}`;
const drawn = (page: Page) => page.locator(".sheet-pages canvas").count();

it("is filled at the office, and says what is wrong with a file beside it", async () => {
  await onPhone.setViewportSize(LAPTOP);
  await onPhone.goto(office());
  await onPhone.getByText("No sheets yet").waitFor();
  await looked(onPhone, "library-none", LAPTOP);
  await onPhone.goto(office("/new"));
  await onPhone.getByLabel("Name", { exact: true }).fill("Paint stripper");
  await onPhone.getByLabel("Maker").fill("Kirkland Chemical");
  await onPhone.getByLabel("Put it on a job").selectOption("Hale kitchen");
  const files = onPhone.locator("input[type=file]");
  await files.setInputFiles({ name: "page.pdf", mimeType: "application/pdf", buffer: Buffer.from("<html>") });
  await onPhone.getByRole("button", { name: "Add to the library" }).click();
  await onPhone.locator(".field-error", { hasText: "page.pdf isn’t a PDF or a photo." }).waitFor();
  expect(await onPhone.getByLabel("Maker").inputValue()).toBe("Kirkland Chemical");
  await looked(onPhone, "library-refused", LAPTOP);
  await files.setInputFiles(pdf("Dichloromethane 75-09-2", "First aid: fresh air", "Store below 25 C"));
  await onPhone.getByLabel("Revised on").fill("2024-05-01");
  await onPhone.getByRole("button", { name: "Add to the library" }).click();
  await onPhone.getByText("It’s in the library now.").waitFor();
  await looked(onPhone, "library-sheet", LAPTOP);
  await onPhone.goto(office("/new"));
  await onPhone.getByLabel("Name", { exact: true }).fill("Zinc primer");
  await onPhone.getByLabel("Put it on a job").selectOption("Hale kitchen");
  await files.setInputFiles([
    { name: "scan.jpg", mimeType: "image/jpeg", buffer: await photoOf(7, 900, 1200) },
  ]);
  await onPhone.getByRole("button", { name: "Add to the library" }).click();
  await onPhone.getByText("This is a scan without text.").waitFor();
  await onPhone.goto(office("?q=dichlor"));
  expect(await onPhone.locator(".office-found > li").count()).toBe(1);
  await onPhone.goto(office());
  await onPhone.getByText("on 1 job").first().waitFor();
  await looked(onPhone, "library-office", LAPTOP);
}, 120_000);

it("is found on the phone by a word inside, and pinned for everybody", async () => {
  await onPhone.goto(field());
  await onPhone.getByText("More", { exact: true }).click();
  await onPhone.getByRole("link", { name: "Library" }).click();
  await onPhone.getByText("Zinc primer").waitFor();
  await looked(onPhone, "library-phone");
  await onPhone.getByLabel("Find a sheet").fill("75-09-2");
  await expect.poll(() => onPhone.locator(".talk-list > li").count()).toBe(1);
  await onPhone.getByRole("link", { name: /Paint stripper/ }).click();
  await expect.poll(() => drawn(onPhone), { timeout: 20_000 }).toBeGreaterThan(0);
  await onPhone.getByRole("button", { name: "Pin to this job" }).click();
  await onPhone.getByRole("button", { name: "Unpin" }).waitFor();
  await looked(onPhone, "library-sheet-phone");
}, 90_000);

it("opens without a signal, also on the phone of a guest who never opened it", async () => {
  // By the screen of talks, where everybody comes by.
  await onGuest.goto(field());
  const saved = onGuest.waitForResponse(/\/sheet\.pdf$/);
  await onGuest.getByRole("heading", { name: "All talks" }).waitFor();
  expect((await saved).status()).toBe(200);
  await onGuest.waitForLoadState("networkidle");
  for (const [context, page] of [
    [guest, onGuest],
    [phone, onPhone],
  ] as const) {
    await context.setOffline(true);
    await page.goto(field("/library"));
    await page.getByLabel("Find a sheet").fill("fresh air");
    await expect.poll(() => page.locator(".talk-list > li").count()).toBe(1);
    await page.getByRole("link", { name: /Paint stripper/ }).click();
    await expect.poll(() => drawn(page), { timeout: 20_000 }).toBeGreaterThan(0);
  }
  await looked(onGuest, "library-offline-guest");
  expect(await onGuest.getByRole("button", { name: "Pin to this job" }).count()).toBe(0);
  await guest.setOffline(false);
}, 90_000);

it("writes down without a signal where the chemical is used", async () => {
  await onPhone.getByText("Where it’s used").click();
  await onPhone.getByRole("button", { name: "It’s used here" }).click();
  await onPhone.getByRole("button", { name: "Save", exact: true }).click();
  await onPhone.locator(".field-error", { hasText: "Enter where it’s used" }).waitFor();
  await onPhone.getByLabel("Where", { exact: true }).fill("Paint shed");
  await looked(onPhone, "library-used-phone");
  await onPhone.getByRole("button", { name: "Save", exact: true }).click();
  await onPhone.getByText(/still used/).waitFor();
  await phone.setOffline(false);
  await expect
    .poll(
      async () => (await onPhone.request.get(`${product.url}/account/safety/chemicals/chemicals.csv`)).text(),
      {
        timeout: 20_000,
      },
    )
    .toContain("Paint stripper,Kirkland Chemical,Hale kitchen,Paint shed");
  await onPhone.goto(`${product.url}/account/safety/chemicals`);
  await looked(onPhone, "library-chemicals", LAPTOP);
}, 60_000);

it("gets a new version on every phone, and keeps the old one at the office", async () => {
  await onPhone.setViewportSize(LAPTOP);
  await onPhone.goto(office());
  await onPhone.getByRole("link", { name: /Paint stripper/ }).click();
  await onPhone.getByText("Add a new version").click();
  await onPhone.locator("input[type=file]").setInputFiles(pdf("Benzyl alcohol 100-51-6, no dichloromethane"));
  await onPhone.getByRole("button", { name: "Save the new version" }).click();
  await onPhone.getByText("The new version is on every job").waitFor();
  await looked(onPhone, "library-versions", LAPTOP);
  const old = await onPhone.getByRole("link", { name: "Version 1", exact: true }).getAttribute("href");
  const answer = await onPhone.request.get(product.url + old!);
  expect(answer.headers()["content-type"]).toBe("application/pdf");
  await onGuest.goto(field("/library"));
  await onGuest.getByLabel("Find a sheet").fill("benzyl");
  await expect.poll(() => onGuest.locator(".talk-list > li").count(), { timeout: 20_000 }).toBe(1);
}, 60_000);

it("has a poster whose code lists the job’s sheets without an account and without script", async () => {
  const poster = await onPhone.request.get(office(`/poster.pdf?job=${job}`));
  const at = await mkdtemp(path.join(tmpdir(), "poster-"));
  await writeFile(path.join(at, "poster.pdf"), await poster.body());
  const { stdout } = await run("pdftotext", ["-layout", path.join(at, "poster.pdf"), "-"]);
  const shots = process.env["SCREENSHOTS"];
  if (shots)
    await run("pdftoppm", [
      "-gray",
      "-r",
      "60",
      "-png",
      path.join(at, "poster.pdf"),
      path.join(shots, "library-poster"),
    ]);
  await rm(at, { recursive: true });
  const address = /\S+\/s\/[\w-]{46}/.exec(stdout)![0];
  await atClient.goto(`http://${address}`);
  await atClient.getByRole("heading", { name: "Safety data sheets" }).waitFor();
  expect(await atClient.locator(".talk-list > li").count()).toBe(2);
  await looked(atClient, "library-shared");
  await atClient.getByLabel("Find a sheet").fill("benzyl");
  await atClient.getByRole("button", { name: "Search" }).click();
  await expect.poll(() => atClient.locator(".talk-list > li").count()).toBe(1);
  const sheet = await atClient.getByRole("link", { name: /Paint stripper/ }).getAttribute("href");
  const answer = await atClient.request.get(product.url + sheet!);
  expect([answer.status(), answer.headers()["content-type"]]).toEqual([200, "application/pdf"]);
  expect(await atClient.content()).not.toContain(WHO.email);
  // In Spanish, where the search stays as it was.
  await atClient.getByRole("link", { name: "Español" }).click();
  await atClient.getByRole("heading", { name: "Hojas de datos de seguridad" }).waitFor();
  expect(await atClient.locator(".talk-list > li").count()).toBe(1);
  await looked(atClient, "library-shared-es");
  await atClient.getByLabel("Buscar una hoja").fill("zzz");
  await atClient.getByRole("button", { name: "Buscar" }).click();
  await atClient.getByText("Ninguna hoja tiene estas palabras.").waitFor();
  await atClient.getByRole("link", { name: "Mostrar las 2 hojas" }).click();
  await expect.poll(() => atClient.locator(".talk-list > li").count()).toBe(2);
  await atClient
    .getByText(/^Hoja de datos, .*páginas?$/)
    .first()
    .waitFor();
}, 60_000);
