import { createHash } from "node:crypto";
import type { Page } from "playwright-core";
import { times } from "#platform/testing/long-form.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { hardToUse } from "./harness/axe.ts";
import { fakeCamera, LAPTOP, logIn, PHONE, picture } from "./harness/browser.ts";
import { addJob, openTool } from "./harness/field.ts";
import { KillableBrowser } from "./harness/offline-browser.ts";
import { removeData, type RunningProduct, startProduct } from "./harness/product.ts";
import { openShop } from "./harness/visitor.ts";

// ProofPix on a phone: many shots in a row without a signal, the app killed in the middle, tags of many at
// once, before and after, and a list of what must be on file.

const WHO = { email: "photos@pix.test", password: "correct plumb line 7" };

let product: RunningProduct;
let phone: KillableBrowser;
let page: Page;
let job: string;

beforeAll(async () => {
  product = await startProduct({ OPERATOR_EMAILS: WHO.email });
  await openShop(product, WHO.email, "Hill Brothers");
  phone = await KillableBrowser.create();
  page = await phone.open("about:blank");
  await fakeCamera(page);
  await page.setViewportSize(PHONE);
  await logIn(page, product.url, WHO);
  await openTool(page, product.url, "ProofPix");
  job = await addJob(page, product.url, "Miller bath");
}, 120_000);

afterAll(async () => {
  await phone?.remove();
  await product?.stop();
  if (product) await removeData(product.dataDir);
}, 60_000);

const camera = () => page.getByRole("dialog", { name: "Camera" });
const shutter = () => camera().getByRole("button", { name: "Take photo" });
const isSaved = (count: number) =>
  camera().getByText(`${count} saved on this device`, { exact: true }).waitFor();
const isLive = () =>
  expect
    .poll(() =>
      camera()
        .locator("video")
        .evaluate((one: HTMLVideoElement) => one.videoWidth),
    )
    .toBeGreaterThan(0);
const openRoll = async (query = "") => {
  await page.goto(`${product.url}/account/job/${job}/photos${query}`);
  await page.getByRole("heading", { level: 1, name: "Photos" }).waitFor();
};

/** Chooses a tag of the next photos. */
async function choose(name: string, word: string): Promise<void> {
  await camera()
    .getByRole("group", { name: "Tags of the next photos" })
    .getByRole("button", { name: new RegExp(`^${name}`) })
    .click();
  const words = camera().getByRole("group", { name, exact: true });
  await words.getByRole("button", { name: word, exact: true }).click();
}

const savedCount = async () =>
  Number(/^\d+/.exec(await camera().locator(".camera-head p").innerText())?.[0] ?? 0);

async function shoot(count: number): Promise<void> {
  const wanted = (await savedCount()) + count;
  for (let at = 0; at < count; at++) {
    await expect.poll(() => shutter().getAttribute("aria-disabled"), { interval: 20 }).toBeNull();
    await shutter().click();
    // The test camera has another picture only after a moment.
    await page.waitForTimeout(100);
  }
  await expect.poll(savedCount).toBe(wanted);
}

const roll = () => page.locator(".roll-day");
const bar = () => page.getByRole("group", { name: "Selected photos" });
const countHere = async () =>
  Number(/^\d+/.exec(await page.locator(".roll-count p").first().innerText())?.[0]);

it("opens from the job with one tap, and stays open: each shot is saved, with its tags, without a signal", async () => {
  await page.goto(`${product.url}/account/job/${job}`);
  await page.context().setOffline(true);
  await page.getByRole("link", { name: "Camera", exact: true }).click();
  await isLive();
  await choose("Room", "Bathroom");
  await choose("Stage", "Before");
  await picture(page, "photos-camera-phone");
  expect(await hardToUse(page)).toEqual([]);
  await shoot(12);
  await isSaved(12);
  await choose("Stage", "After");
  await camera().getByRole("button", { name: "Caption of the last photo" }).click();
  await camera().getByLabel("Caption").fill("Behind the tub wall");
  await camera().getByRole("button", { name: "Save caption" }).click();
  await shoot(8);
  await isSaved(20);
}, 90_000);

let acknowledged = 0;

it("is killed in the middle, and has every shot that it said it had, whole", async () => {
  await shoot(times(25, 4));
  // Killed with a shot on its way.
  await shutter().click();
  const cookies = await page.context().cookies();
  const said = await camera().locator(".camera-head p").innerText();
  await phone.kill();
  acknowledged = Number(/^\d+/.exec(said)?.[0]);
  expect(acknowledged).toBeGreaterThan(times(30, 14));
  page = await phone.open("about:blank");
  await fakeCamera(page);
  await page.setViewportSize(PHONE);
  // A browser writes its cookies to disk only now and then.
  await page.context().addCookies(cookies);
  await openRoll();
  await expect.poll(countHere).toBeGreaterThanOrEqual(acknowledged);
  expect(await countHere()).toBeLessThanOrEqual(times(46, 25));
  await page.getByRole("link", { name: "Open camera" }).click();
  await isLive();
  // The tags are as they were.
  await camera().getByRole("button", { name: "Stage: After" }).waitFor();
  await shoot(times(15, 3));
  await isSaved(times(15, 3));
  await camera().getByRole("button", { name: "Close" }).click();
  await expect.poll(countHere).toBeGreaterThanOrEqual(acknowledged + times(15, 3));
  const csv = () => page.request.get(`${product.url}/account/photos/photos.csv`).then((one) => one.text());
  const count = await countHere();
  const rows = async () => (await csv()).trim().split(/\r?\n/).slice(1);
  await expect.poll(async () => (await rows()).length, { timeout: 60_000 }).toBe(count);
  expect((await rows()).filter((row) => row.includes("Bathroom")).length).toBe(count);
  for (const row of await rows()) {
    const sha256 = /[0-9a-f]{64}/.exec(row)![0];
    const original = `${product.url}/account/media/${sha256}/original`;
    await expect.poll(async () => (await page.request.get(original)).status(), { timeout: 60_000 }).toBe(200);
    const bytes = await (await page.request.get(original)).body();
    expect(createHash("sha256").update(bytes).digest("hex")).toBe(sha256);
  }
}, 180_000);

it("shows the roll, tags all of it at once, and takes it back", async () => {
  await openRoll();
  const count = await countHere();
  await picture(page, "photos-roll-phone");
  expect(await hardToUse(page)).toEqual([]);
  await page.getByRole("button", { name: "Select", exact: true }).click();
  // Across the first row, away from the bars at the edges.
  await roll()
    .locator("[data-photo]")
    .first()
    .evaluate((one) => one.scrollIntoView({ block: "center" }));
  const tile = async (at: number) => (await roll().locator("[data-photo]").nth(at).boundingBox())!;
  const [from, to] = [await tile(0), await tile(2)];
  await page.mouse.move(from.x + 20, from.y + 20);
  await page.mouse.down();
  await page.mouse.move(to.x + 20, to.y + 20, { steps: 6 });
  await page.mouse.up();
  await bar().getByText("3 photos selected").waitFor();
  await bar().getByRole("button", { name: "Select all" }).click();
  await bar().getByText(`${count} photos selected`).waitFor();
  expect(count).toBeGreaterThanOrEqual(times(50, 24));
  await bar().getByRole("button", { name: "Tag", exact: true }).click();
  await bar().getByLabel("Tag in your own words").fill("Tub wall");
  await bar().getByRole("button", { name: "Add tag" }).click();
  await page.getByText(`${count} photos tagged “Tub wall”.`).waitFor();
  await picture(page, "photos-selected-phone");
  expect(await hardToUse(page)).toEqual([]);
  const tagged = async () => {
    const answer = await page.request.get(`${product.url}/account/photos/photos.csv?q=tub`);
    return (await answer.text()).split("tub wall").length - 1;
  };
  await expect.poll(tagged, { timeout: 30_000 }).toBeGreaterThanOrEqual(count);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("Restored.").waitFor();
  // Only the caption has the words now.
  await expect.poll(tagged, { timeout: 30_000 }).toBeLessThan(3);
  await bar().getByRole("button", { name: "Cancel" }).click();
  await page.getByLabel("Search photos").fill("tub wall");
  await page.getByText(`1 of ${count} photos`).waitFor();
}, 120_000);

it("moves photos to the trash, and restores them", async () => {
  await openRoll();
  const count = await countHere();
  await page.getByRole("button", { name: "Select", exact: true }).click();
  await roll().locator("[data-photo]").first().click();
  await bar().getByRole("button", { name: "Delete" }).click();
  await page.getByText("1 photo moved to the trash.").waitFor();
  await page.getByText(`${count - 1} of ${count} photos`).waitFor();
  await page.getByText("Filter", { exact: true }).click();
  await page.getByLabel("Show").selectOption("trash");
  await page.getByText(`1 of ${count} photos`).waitFor();
  await page.getByRole("button", { name: "Select", exact: true }).click();
  await roll().locator("[data-photo]").first().click();
  await bar().getByRole("button", { name: "Restore" }).click();
  await page.getByText("1 photo restored.").waitFor();
  await page.getByRole("button", { name: "Show all photos" }).click();
  await page.getByText(`${count} photos`, { exact: true }).waitFor();
  await expect.poll(countHere).toBe(count);
  // Pressed as fast as a panel opens.
  await page.getByRole("button", { name: "Select", exact: true }).click();
  await roll().locator("[data-photo]").first().click();
  await bar().getByRole("button", { name: "More" }).click();
  await bar().getByRole("button", { name: "Hide" }).click();
  await bar().getByLabel("Why hide it").fill("Not ours");
  await bar().getByRole("button", { name: "Hide", exact: true }).click();
  await page.getByText("1 photo hidden.").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("Restored.").waitFor();
  await expect.poll(countHere).toBe(count);
}, 60_000);

it("holds an earlier photo over the camera, and the two are a pair", async () => {
  await openRoll();
  const count = await countHere();
  await page.getByRole("button", { name: "Select", exact: true }).click();
  const earlier = await roll().locator("[data-photo]").first().getAttribute("data-photo");
  await roll().locator("[data-photo]").first().click();
  await bar().getByRole("button", { name: "More" }).click();
  await bar().getByRole("button", { name: "Take the after photo" }).click();
  await isLive();
  await expect
    .poll(() =>
      camera()
        .locator(".camera-ghost")
        .evaluate((one: HTMLImageElement) => one.naturalWidth),
    )
    .toBeGreaterThan(0);
  await camera().getByLabel("Earlier photo").fill("30");
  await picture(page, "photos-ghost-phone");
  expect(await hardToUse(page)).toEqual([]);
  await shoot(1);
  await isSaved(1);
  await camera().getByRole("button", { name: "Close" }).click();
  await expect.poll(countHere).toBe(count + 1);
  await page.locator(`[data-photo="${earlier}"]`).click();
  await page.getByRole("button", { name: "Before and after" }).click();
  const pair = page.getByRole("dialog", { name: "Before and after" });
  expect(await pair.locator("figure").count()).toBe(2);
  await picture(page, "photos-pair-phone");
  expect(await hardToUse(page)).toEqual([]);
  await pair.getByRole("button", { name: "Close" }).click();
}, 60_000);

it("isn’t done while two shots of a list are missing, and says which", async () => {
  await page.goto(`${product.url}/account/job/${job}/photos/shots`);
  await page.getByRole("button", { name: "Write your own list" }).click();
  await page.getByLabel("Name of the list").fill("Before we leave");
  await page
    .getByLabel("Shots, one per line")
    .fill("- Water shut off\n- Drain cap\n- Floor swept\n- Gate locked");
  await page.getByRole("button", { name: "Save list" }).click();
  const list = page.getByRole("region", { name: "Before we leave" });
  await list.getByText("0 of 4").waitFor();
  await picture(page, "photos-shots-phone");
  expect(await hardToUse(page)).toEqual([]);
  await list.getByRole("link", { name: "Take: Water shut off" }).click();
  await isLive();
  await camera().getByText("1 of 4: Water shut off").waitFor();
  await picture(page, "photos-shot-camera-phone");
  await shoot(1);
  await camera().getByText("2 of 4: Drain cap").waitFor();
  await shoot(1);
  await isSaved(2);
  await camera().getByRole("button", { name: "Close" }).click();
  await list.getByText("2 of 4").waitFor();
  await list.getByRole("button", { name: "Done", exact: true }).click();
  await list.getByText("2 photos are missing: “Floor swept”, “Gate locked”.").waitFor();
  expect(await list.locator(".shot-words").allInnerTexts()).toEqual([
    "Floor swept",
    "Gate locked",
    "Water shut off",
    "Drain cap",
  ]);
  await picture(page, "photos-shots-missing-phone");
  await list.getByRole("button", { name: /^Doesn’t apply ?: Gate locked$/ }).click();
  await list.getByLabel("Why not").fill("There is no gate");
  await list.getByRole("button", { name: "Save", exact: true }).click();
  await list.getByRole("link", { name: "Take: Floor swept" }).click();
  await isLive();
  await shoot(1);
  await isSaved(1);
  await camera().getByRole("button", { name: "Close" }).click();
  await list.getByRole("button", { name: "Done", exact: true }).click();
  await page.getByText("Before we leave: everything is on file.").waitFor();
  await list.getByText("Done", { exact: true }).waitFor();
}, 90_000);

it("is found in the office, over all jobs", async () => {
  await page.setViewportSize(LAPTOP);
  await expect
    .poll(async () => (await page.request.get(`${product.url}/account/photos?q=behind+tub`)).text())
    .toContain("Behind the tub wall");
  await page.goto(`${product.url}/account/photos`, { waitUntil: "networkidle" });
  await picture(page, "photos-office-desk");
  expect(await hardToUse(page)).toEqual([]);
  await page.goto(`${product.url}/account/photos?q=behind+tub`);
  await page.getByRole("link", { name: /Behind the tub wall/ }).click();
  await page.getByRole("dialog", { name: / of / }).waitFor();
  await page.keyboard.press("Escape");
  await picture(page, "photos-roll-desk");
  await page.emulateMedia({ colorScheme: "dark" });
  await picture(page, "photos-roll-desk-dark");
  expect(await hardToUse(page)).toEqual([]);
}, 60_000);
