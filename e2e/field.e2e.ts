import { createHash } from "node:crypto";
import { createServer, request as ask } from "node:http";
import { rm } from "node:fs/promises";
import type { BrowserContext, Page } from "playwright-core";
import { hasSidePaths } from "#platform/testing/long-form.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hardToUse } from "./harness/axe.ts";
import { fillIn, LAPTOP, launchProfile, logIn, PHONE, picture } from "./harness/browser.ts";
import { limitStorage } from "./harness/full-device.ts";
import { photoOf } from "./harness/photos.ts";
import { freePort, removeData, type RunningProduct, startProduct, tempFolder } from "./harness/product.ts";
import { askForGuide, openShop } from "./harness/visitor.ts";

// A roofer's phone with an unreliable signal, and the desk that sees what they wrote. The phone's browser is
// closed and reopened on its own profile, the server is really stopped, and a different server really answers
// in its place.

const WHO = { email: "roofer@field.test", password: "correct plumb line 7" };

let product: RunningProduct;
let settings: { DATA_DIR: string; PORT: string };
let profile: string;
let deskProfile: string;
let phone: BrowserContext;
let desk: BrowserContext;
let millerAddress: string;

beforeAll(async () => {
  settings = { DATA_DIR: await tempFolder("field"), PORT: String(await freePort()) };
  [profile, deskProfile] = await Promise.all([tempFolder("phone"), tempFolder("desk")]);
  product = await startProduct(settings);
  const { slug } = await openShop(product, WHO.email, "Field Roofs");
  await askForGuide(product, slug, { name: "Dana Ruiz", email: "dana@client.test" });
  [phone, desk] = await Promise.all([
    launchProfile(profile, { viewport: PHONE }),
    launchProfile(deskProfile, { viewport: LAPTOP }),
  ]);
}, 120_000);

afterAll(async () => {
  await Promise.all([phone?.close(), desk?.close()]);
  await product?.stop();
  await removeData(settings.DATA_DIR);
  await Promise.all([profile, deskProfile].map((folder) => rm(folder, { recursive: true, force: true })));
}, 60_000);

const isKept = (page: Page) =>
  page.evaluate(async () => Boolean((await navigator.serviceWorker.ready).active));

async function openAgain(): Promise<Page> {
  await phone.close();
  phone = await launchProfile(profile, { viewport: PHONE });
  return phone.newPage();
}

/** All records on the server, as a new device would fetch them. */
async function held(page: Page): Promise<string> {
  return page.evaluate(async () => (await fetch("/account/sync/records?since=0")).text());
}

async function newJob(page: Page, name: string, address: string): Promise<void> {
  await page.goto(`${product.url}/account/jobs`);
  await page.getByRole("link", { name: "New job" }).first().click();
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("Address", { exact: true }).fill(address);
  await page.getByRole("button", { name: "Save job" }).click();
  await page.getByRole("heading", { level: 1, name }).waitFor();
}

describe("the field app", () => {
  it("is on the device at the first page after sign-in, of all screens", async () => {
    const page = await phone.newPage();
    await logIn(page, product.url, WHO);
    expect(await isKept(page)).toBe(true);
    const kept = await page.evaluate(async () => {
      const [name] = await caches.keys();
      const cache = await caches.open(name!);
      return (await cache.keys()).map(({ url }) => new URL(url).pathname);
    });
    expect(kept).toContain("/account/field/shell");
    expect(kept.filter((one) => one.endsWith(".js")).length).toBeGreaterThan(5);
    expect(kept.filter((one) => !one.startsWith("/field/assets/") && one !== "/account/field/shell")).toEqual(
      [],
    );
    await page.close();
  });

  it("shows a job that the desk made, without a touch", async () => {
    const page = await phone.newPage();
    await page.goto(`${product.url}/account/jobs`);
    await page.getByRole("heading", { name: "Add your first job" }).waitFor();
    await picture(page, "field-empty-phone");
    expect(await hardToUse(page)).toEqual([]);
    const other = await desk.newPage();
    await logIn(other, product.url, WHO);
    await newJob(other, "Miller roof", "418 Alder Street, Boise");
    millerAddress = other.url();
    // Within a second: bench/logs-screen.ts measures it.
    await page.getByRole("link", { name: /Miller roof/ }).waitFor({ timeout: 10_000 });
    await picture(other, "field-job-desk");
    await other
      .getByText("Everything’s synced", { exact: false })
      .or(other.getByText(/ sent[.,]/))
      .first()
      .waitFor();
    await Promise.all([page.close(), other.close()]);
  });

  it("opens without a server after a cold start, also a job's page that was never opened", async () => {
    await product.stop();
    let page = await openAgain();
    await page.goto(`${product.url}/account/jobs`);
    await page.getByRole("link", { name: /Miller roof/ }).waitFor();
    await picture(page, "field-list-phone");
    expect(await hardToUse(page)).toEqual([]);
    page = await openAgain();
    await page.goto(millerAddress);
    await page.getByRole("heading", { level: 1, name: "Miller roof" }).waitFor();
    await picture(page, "field-job-phone");
    expect(await hardToUse(page)).toEqual([]);
  });

  it("keeps a job and a note made without a server, through another cold start", async () => {
    let page = await phone.newPage();
    await phone.setOffline(true);
    await newJob(page, "Garage on 5th", "5th Street 12");
    await page.getByLabel("Note", { exact: true }).fill("Rotten decking along the eave");
    await page.getByRole("button", { name: "Save note" }).click();
    await page.getByText("Note saved.").waitFor();
    await page.getByText("Rotten decking along the eave").waitFor();
    const address = page.url();
    page = await openAgain();
    await page.goto(address);
    await page.getByText("Rotten decking along the eave").waitFor();
    expect(await page.getByText("On this device").count()).toBeGreaterThan(0);
    await picture(page, "field-offline-phone");
  });

  it.runIf(hasSidePaths)("takes nothing for a word of the server that a captive portal answers", async () => {
    const portal = createServer((_, response) =>
      response
        .writeHead(200, { "Content-Type": "text/html" })
        .end("<!doctype html><title>Hotel</title><h1>Welcome to the hotel</h1>"),
    );
    await new Promise<void>((resolve) => portal.listen(product.port, "127.0.0.1", resolve));
    try {
      const page = await openAgain();
      await page.goto(`${product.url}/account/jobs`);
      await page.getByRole("link", { name: /Garage on 5th/ }).waitFor();
      await page.evaluate(async () => (await navigator.serviceWorker.ready).update().catch(() => undefined));
      await page.reload();
      await page.getByRole("link", { name: /Garage on 5th/ }).waitFor();
      expect(await page.getByText("Welcome to the hotel").count()).toBe(0);
      expect(await page.getByText("On this device").count()).toBeGreaterThan(0);
      const cached = await page.evaluate(async () => {
        const texts: string[] = [];
        for (const name of await caches.keys()) {
          const cache = await caches.open(name);
          for (const request of await cache.keys())
            texts.push((await (await cache.match(request))!.text()).slice(0, 5000));
        }
        return texts.join("\n");
      });
      expect(cached).not.toContain("Welcome to the hotel");
    } finally {
      portal.closeAllConnections();
      await new Promise((resolve) => portal.close(resolve));
    }
  });

  it("warns on the way out of any account page while something waits", async () => {
    const page = await openAgain();
    // Sending fails, as on a broken connection.
    await phone.route("**/account/sync/**", (route) => route.abort());
    product = await startProduct(settings);
    await page.goto(`${product.url}/account/dashboard`);
    await page.getByRole("button", { name: "Menu", exact: true }).click();
    await page.getByRole("button", { name: "Log Out" }).click();
    await page.getByRole("heading", { name: "Not everything is sent" }).waitFor();
    await picture(page, "field-recover-phone");
    expect(await hardToUse(page)).toEqual([]);
    const file = page.waitForEvent("download");
    await page.getByLabel("Passphrase").first().fill("ten rotten boards");
    await page.getByRole("button", { name: "Save an encrypted file" }).click();
    expect((await file).suggestedFilename()).toMatch(/\.plumbline$/);
    await phone.unroute("**/account/sync/**");
  });

  it("sends all of it when the server is back, and the desk sees it", async () => {
    const other = await desk.newPage();
    await other.goto(`${product.url}/account/jobs`);
    const page = await openAgain();
    await page.goto(`${product.url}/account/jobs`);
    await other.getByRole("link", { name: /Garage on 5th/ }).waitFor();
    await expect.poll(() => page.getByText("On this device").count()).toBe(0);
    await expect.poll(() => held(page)).toContain("Garage on 5th");
    await other.getByRole("link", { name: /Garage on 5th/ }).click();
    await other.getByText("Rotten decking along the eave").waitFor();
    await picture(other, "field-note-desk");
    expect(await hardToUse(other)).toEqual([]);
    await Promise.all([page.close(), other.close()]);
  });

  it("shows both sides where two wrote without seeing each other, and one tap settles it", async () => {
    const here = await phone.newPage();
    const there = await desk.newPage();
    await Promise.all([here.goto(`${millerAddress}/edit`), there.goto(`${millerAddress}/edit`)]);
    await Promise.all([
      here.getByLabel("Address", { exact: true }).waitFor(),
      there.getByLabel("Address", { exact: true }).waitFor(),
    ]);
    // The desk saves first, and the phone receives it while its own form is open: fields that it didn't show
    // aren't overwritten.
    await fillIn(there, { address: "420 Alder Street" });
    await there.getByRole("button", { name: "Save changes" }).click();
    await there.getByRole("heading", { level: 1, name: "Miller roof" }).waitFor();
    await expect.poll(async () => (await held(here)).includes("420 Alder Street")).toBe(true);
    await fillIn(here, { address: "418 Alder Street, rear" });
    await here.getByRole("button", { name: "Save changes" }).click();
    await here.getByRole("heading", { name: "Address: two versions" }).waitFor();
    await there.getByRole("heading", { name: "Address: two versions" }).waitFor();
    await picture(here, "field-conflict-phone");
    await here.emulateMedia({ colorScheme: "dark" });
    await picture(here, "field-conflict-phone-dark");
    expect(await hardToUse(here)).toEqual([]);
    const mine = here.locator(".conflict li").filter({ hasText: "rear" });
    await mine.getByRole("button", { name: "Use this one" }).click();
    await here.locator(".conflict").waitFor({ state: "detached" });
    await there.locator(".conflict").waitFor({ state: "detached" });
    await there.getByRole("link", { name: "418 Alder Street, rear", exact: true }).waitFor();
    await Promise.all([here.close(), there.close()]);
  });

  it("strands nothing that waits when a new version of the app comes", async () => {
    const page = await phone.newPage();
    await page.goto(millerAddress);
    const version = await page.locator('meta[name="field-version"]').getAttribute("content");
    const newer = "feedfacefeedface";
    await phone.route("**/account/sync/**", (route) => route.abort());
    await page.getByLabel("Note", { exact: true }).fill("Written before the new version");
    await page.getByRole("button", { name: "Save note" }).click();
    await page.getByText("Note saved.").waitFor();
    await product.stop();
    const inside = await startProduct({ ...settings, PORT: String(await freePort()) });
    // The same server, but its next build reports another version.
    const front = createServer((asked, answer) => {
      const headers = { ...asked.headers, "accept-encoding": "identity", connection: "close" };
      const on = ask(
        { port: inside.port, host: "127.0.0.1", path: asked.url, method: asked.method, headers },
        (said) => {
          if (!/field-worker|field\/shell|\/account\/jobs?/.test(asked.url ?? "")) {
            answer.writeHead(said.statusCode!, said.headers);
            return void said.pipe(answer);
          }
          const parts: Buffer[] = [];
          said.on("data", (part: Buffer) => parts.push(part));
          said.on("end", () => {
            const { "content-length": _length, etag: _etag, ...rest } = said.headers;
            answer
              .writeHead(said.statusCode!, rest)
              .end(Buffer.concat(parts).toString().replaceAll(version!, newer));
          });
        },
      );
      on.on("error", () => answer.destroy());
      asked.pipe(on);
    });
    await new Promise<void>((resolve) => front.listen(product.port, resolve));
    try {
      await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
      await page.getByText("A new version is ready.").waitFor();
      await picture(page, "field-update-phone");
      await Promise.all([
        page.waitForEvent("load"),
        page.getByRole("button", { name: "Update now" }).click(),
      ]);
      await expect.poll(() => page.locator('meta[name="field-version"]').getAttribute("content")).toBe(newer);
      await page.getByText("Written before the new version").waitFor();
      expect(await page.getByText("On this device").count()).toBeGreaterThan(0);
      await phone.unroute("**/account/sync/**");
      await page
        .getByRole("button", { name: "Send now" })
        .or(page.locator(".sync-state summary"))
        .first()
        .click();
      await page.evaluate(() => dispatchEvent(new Event("online")));
      await expect.poll(() => page.getByText("On this device").count(), { timeout: 30_000 }).toBe(0);
    } finally {
      front.closeAllConnections();
      await new Promise((resolve) => front.close(resolve));
      await inside.stop();
    }
    product = await startProduct(settings);
    await page.goto(millerAddress);
    await expect.poll(() => held(page)).toContain("Garage on 5th");
    const fresh = await desk.newPage();
    await fresh.goto(millerAddress);
    await fresh.getByText("Written before the new version").waitFor();
    await Promise.all([page.close(), fresh.close()]);
  });

  it("keeps photos at the shutter without a signal, through a cold start, and shows them to the desk afterwards", async () => {
    const bytes = await Promise.all([1, 2, 3].map((seed) => photoOf(seed, 640, 480)));
    const hashes = bytes.map((one) => createHash("sha256").update(one).digest("hex"));
    const files = bytes.map((buffer, at) => ({ name: `roof-${at}.jpg`, mimeType: "image/jpeg", buffer }));
    let page = await phone.newPage();
    await page.goto(millerAddress);
    await page.locator('input[capture][accept="image/*"]').waitFor({ state: "attached" });
    await phone.setOffline(true);
    await page.locator('input[capture][accept="image/*"]').setInputFiles(files[0]!);
    await page.getByText("Saved on this device.").waitFor();
    await page.getByLabel("Gallery").setInputFiles(files.slice(1));
    await page.getByText("3 saved on this device.").waitFor();
    await page.getByRole("list", { name: "Photos just taken" }).locator("img").nth(2).waitFor();
    await picture(page, "field-photos-taken-phone");
    expect(await hardToUse(page)).toEqual([]);
    // Nothing else was pressed: the browser is closed.
    await phone.setOffline(false);
    await phone.route("**/account/{sync,media}/**", (route) => route.abort());
    page = await openAgain();
    await phone.setOffline(true);
    await page.goto(millerAddress);
    const kept = page.getByRole("list", { name: "3 photos" });
    await kept.locator("img").nth(2).waitFor();
    expect(await kept.getByText("On this device").count()).toBe(3);
    expect(
      await kept
        .locator("img")
        .evaluateAll((all) => all.every((one) => (one as HTMLImageElement).naturalWidth > 0)),
      "they are shown from the device",
    ).toBe(true);
    await kept.getByRole("button", { name: /Open photo 1 of 3/ }).click();
    const large = page.getByRole("dialog");
    await expect
      .poll(() => large.locator("img").evaluate((one) => (one as HTMLImageElement).naturalWidth))
      .toBe(640);
    await picture(page, "field-photo-large-phone");
    expect(await hardToUse(page)).toEqual([]);
    await page.keyboard.press("ArrowRight");
    await page.getByRole("dialog", { name: "2 of 3" }).waitFor();
    await page.keyboard.press("Escape");
    await large.waitFor({ state: "detached" });
    await phone.setOffline(false);
    const heldNow = async () =>
      page.evaluate(async (asked) => {
        const account = (JSON.parse(localStorage.getItem("field-me")!) as { account: string }).account;
        const answer = await fetch("/account/media/receipts", {
          method: "POST",
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify({ account, hashes: asked }),
        });
        return ((await answer.json()) as { held: string[] }).held.toSorted();
      }, hashes);
    await expect.poll(heldNow, { timeout: 30_000 }).toEqual(hashes.toSorted());
    await expect.poll(() => kept.getByText("On this device").count(), { timeout: 20_000 }).toBe(0);
    const other = await desk.newPage();
    await other.goto(millerAddress);
    const there = other.getByRole("list", { name: "3 photos" });
    await expect
      .poll(
        () =>
          there.locator("img").evaluateAll((all) => all.map((one) => (one as HTMLImageElement).naturalWidth)),
        { timeout: 30_000 },
      )
      .toEqual([320, 320, 320]);
    await picture(other, "field-photos-desk");
    expect(await hardToUse(other)).toEqual([]);
    await there.getByRole("button", { name: /Open photo 2 of 3/ }).click();
    await expect
      .poll(() =>
        other
          .getByRole("dialog")
          .locator("img")
          .evaluate((one) => (one as HTMLImageElement).naturalWidth),
      )
      .toBe(640);
    await picture(other, "field-photo-large-desk");
    await other.getByRole("button", { name: "Delete photo" }).click();
    await other.getByRole("list", { name: "2 photos" }).waitFor();
    await page.getByRole("list", { name: "2 photos" }).waitFor();
    await other.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("list", { name: "3 photos" }).waitFor();
    await Promise.all([page.close(), other.close()]);
  });

  it.runIf(hasSidePaths)(
    "keeps a short video with its first frame, and plays it from the server",
    async () => {
      const page = await phone.newPage();
      await newJob(page, "Walk around", "7 Video Street");
      const filmed = await page.evaluate(async () => {
        const canvas = Object.assign(document.createElement("canvas"), { width: 320, height: 240 });
        const context = canvas.getContext("2d")!;
        const recorder = new MediaRecorder(canvas.captureStream(20), { mimeType: "video/webm" });
        const parts: Blob[] = [];
        recorder.addEventListener("dataavailable", ({ data }) => parts.push(data));
        const ended = new Promise((resolve) => recorder.addEventListener("stop", resolve));
        recorder.start();
        for (let at = 0; at < 30; at++) {
          context.fillStyle = `hsl(${at * 12} 80% 50%)`;
          context.fillRect(0, 0, 320, 240);
          await new Promise((resolve) => setTimeout(resolve, 50));
        }
        recorder.stop();
        await ended;
        return [...new Uint8Array(await new Blob(parts).arrayBuffer())];
      });
      const buffer = Buffer.from(filmed);
      const sha256 = createHash("sha256").update(buffer).digest("hex");
      await page
        .locator('input[capture][accept="video/*"]')
        .setInputFiles({ name: "walk.webm", mimeType: "video/webm", buffer });
      await page.getByText("Saved on this device.").waitFor();
      const held = async (what: string) =>
        page.evaluate(async (address) => (await fetch(address)).status, `/account/media/${sha256}/${what}`);
      await expect.poll(() => held("original"), { timeout: 30_000 }).toBe(200);
      await expect.poll(() => held("thumb"), { timeout: 30_000 }).toBe(200);
      const other = await desk.newPage();
      await other.goto(page.url());
      const there = other.getByRole("list", { name: "Video" });
      await expect
        .poll(
          () =>
            there
              .locator("img")
              .evaluateAll((all) => all.map((one) => (one as HTMLImageElement).naturalWidth)),
          { timeout: 30_000 },
        )
        .toEqual([320]);
      await there.getByRole("button", { name: /Open video 1 of 1/ }).click();
      const video = other.getByRole("dialog").locator("video");
      await expect
        .poll(() => video.evaluate((one) => (one as HTMLVideoElement).videoWidth), { timeout: 20_000 })
        .toBe(320);
      await picture(other, "field-video-desk");
      expect(await hardToUse(other)).toEqual([]);
      await Promise.all([page.close(), other.close()]);
    },
  );

  it.runIf(hasSidePaths)("says which file it can't take, and takes the others", async () => {
    const page = await phone.newPage();
    await page.goto(millerAddress);
    const good = await photoOf(9, 320, 240);
    await page.getByLabel("Gallery").setInputFiles([
      { name: "plan.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7") },
      { name: "nothing.jpg", mimeType: "image/jpeg", buffer: Buffer.alloc(0) },
      { name: "eave.jpg", mimeType: "image/jpeg", buffer: good },
    ]);
    await page.getByText("plan.pdf is a PDF, not a photo or a video.").waitFor();
    await page.getByText("nothing.jpg is empty.").waitFor();
    await page.getByText("Saved on this device.").waitFor();
    await page.getByLabel("Caption for these photos").fill("Eave, north side");
    await page.getByRole("button", { name: "Save note" }).click();
    await page.getByText("Note saved.").waitFor();
    const step = page.getByRole("listitem").filter({ hasText: "Eave, north side" });
    expect(await step.getByRole("button", { name: /Open photo/ }).count()).toBe(1);
    await picture(page, "field-photo-note-phone");
    await page.close();
  });

  it.runIf(hasSidePaths)(
    "keeps a photo that did not fit on the screen, and saves it when there is room",
    async () => {
      const page = await phone.newPage();
      const liftLimit = await limitStorage(page, product.url, 1_000_000);
      await page.goto(millerAddress);
      await page.locator('input[capture][accept="image/*"]').waitFor({ state: "attached" });
      await page
        .locator('input[capture][accept="image/*"]')
        .setInputFiles({ name: "a.jpg", mimeType: "image/jpeg", buffer: await photoOf(11, 4032, 3024) });
      await page.getByText("Not saved: this device is full.").first().waitFor();
      await page.getByText("the next photo may not fit").waitFor();
      await picture(page, "field-full-phone");
      expect(await hardToUse(page)).toEqual([]);
      const file = page.waitForEvent("download");
      await page.getByRole("link", { name: "Save it as a file" }).click();
      expect((await file).suggestedFilename()).toBe("a.jpg");
      await liftLimit();
      await page.getByRole("button", { name: "Try again" }).click();
      await page.getByText("Saved on this device.").waitFor();
      await expect.poll(() => page.getByText("Not saved: this device is full.").count()).toBe(0);
      await page.close();
    },
  );

  it.runIf(hasSidePaths)(
    "leads the people of the business to what is handed over, while there is a signal",
    async () => {
      const page = await desk.newPage();
      await page.goto(millerAddress);
      const job = new URL(millerAddress).pathname.split("/").at(-1)!;
      const over = page.getByRole("region", { name: "Share and records" });
      for (const [name, address] of [
        [/Reports/, `/account/reports?job=${job}`],
        [/Shared links/, `/account/shares?job=${job}`],
        [/History/, `/account/evidence/${job}`],
      ] as const)
        expect(await over.getByRole("link", { name }).getAttribute("href")).toBe(address);
      await desk.setOffline(true);
      await over.waitFor({ state: "detached" });
      await desk.setOffline(false);
      await over.waitFor();
      await page.close();
    },
  );

  it.runIf(hasSidePaths)(
    "has the camera under the thumb as soon as a job is opened, with a signal and what that adds too",
    async () => {
      const page = await phone.newPage();
      await page.goto(millerAddress);
      await page.getByRole("region", { name: "Share and records" }).waitFor();
      const shutter = await page.locator("label.chooser", { hasText: "Photo" }).boundingBox();
      expect(shutter!.y + shutter!.height).toBeLessThan(PHONE.height / 2);
      await picture(page, "field-camera-first-phone");
      await page.close();
    },
  );

  it.runIf(hasSidePaths)(
    "tells on one line what was done beside it: every status, a seal; by the words of the filter, and without a signal",
    async () => {
      const office = await desk.newPage();
      const page = await phone.newPage();
      await page.goto(millerAddress);
      const happened = page.getByRole("list", { name: "History" });
      await happened.getByText("Job added").waitFor();
      await office.goto(millerAddress);
      const status = office.getByLabel("Status");
      await status.selectOption("paused");
      await expect.poll(() => held(office)).toMatch(/"paused"/);
      await status.selectOption("active");
      await expect.poll(() => held(office)).toMatch(/"active"/);
      const job = new URL(millerAddress).pathname.split("/").at(-1)!;
      await office.goto(`${product.url}/account/evidence/${job}`);
      await office.evaluate(async () => {
        const body = new URLSearchParams({ do: "seal", words: "Roof closed" });
        await fetch(location.href, { method: "POST", body });
      });
      // It arrives without anyone touching the phone.
      await happened.getByText("History locked").waitFor({ timeout: 10_000 });
      await phone.setOffline(true);
      await page.reload();
      await happened.getByText("History locked").waitFor();
      const filter = page.getByRole("group", { name: "Show" });
      await filter.scrollIntoViewIfNeeded();
      await picture(page, "field-happened-phone");
      expect(await hardToUse(page)).toEqual([]);
      await filter.getByRole("button", { name: "Job", exact: true }).click();
      await happened.getByText("On hold").waitFor();
      expect(await happened.getByText("Active").count()).toBe(1);
      await expect.poll(() => happened.getByText("History locked").count()).toBe(0);
      await filter.getByRole("button", { name: "History", exact: true }).click();
      await happened.getByText("Roof closed").waitFor();
      await expect.poll(() => happened.getByText("On hold").count()).toBe(0);
      await phone.setOffline(false);
      await Promise.all([page.close(), office.close()]);
    },
  );

  it.runIf(hasSidePaths)("finds a job's client among the leads, and says when it can't", async () => {
    const page = await desk.newPage();
    await page.goto(`${product.url}/account/jobs/new`);
    await page.getByText("Client, dates, and contract sum").click();
    const search = page.getByLabel("Find the client in your leads");
    await search.fill("dana");
    await page.getByRole("button", { name: /Dana Ruiz/ }).click();
    expect(await page.getByLabel("Client’s name").inputValue()).toBe("Dana Ruiz");
    expect(await page.getByLabel("Client’s email").inputValue()).toBe("dana@client.test");
    await picture(page, "field-client-desk");
    expect(await hardToUse(page)).toEqual([]);
    await page.getByLabel("Name", { exact: true }).fill("Ruiz porch");
    await page.getByLabel("Address", { exact: true }).fill("9 Elm Street");
    await page.getByRole("button", { name: "Save job" }).click();
    await page.getByRole("heading", { level: 1, name: "Ruiz porch" }).waitFor();
    await page.getByText("Dana Ruiz", { exact: true }).waitFor();
    await expect.poll(() => held(page)).toMatch(/"leadId"/);
    await page.goto(`${product.url}/account/jobs/new`);
    await page.getByText("Client, dates, and contract sum").click();
    await search.fill("Nobody by that name");
    await page.getByText("No matching lead. Enter the client below.").waitFor();
    await desk.setOffline(true);
    await search.fill("Dana");
    await page.getByText("You can’t search leads without a signal.").waitFor();
    await desk.setOffline(false);
    await page.close();
  });

  it.runIf(hasSidePaths)("is worked by keys alone", async () => {
    const page = await desk.newPage();
    await page.goto(`${product.url}/account/jobs/new`);
    await page.getByLabel("Name", { exact: true }).waitFor();
    await page.keyboard.type("By keys");
    await page.keyboard.press("Tab");
    await page.keyboard.type("1 Key Street");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "By keys" }).waitFor();
    expect(new URL(page.url()).pathname).toMatch(/^\/account\/job\/[0-9a-f-]{36}$/);
    await picture(page, "field-keys-desk");
    await page.close();
  });
});
