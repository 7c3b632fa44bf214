import { setTimeout as sleep } from "node:timers/promises";
import { rm } from "node:fs/promises";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { hardToUse } from "./harness/axe.ts";
import { LAPTOP, launchProfile, logIn, PHONE, picture } from "./harness/browser.ts";
import { addJob } from "./harness/field.ts";
import { limitStorage } from "./harness/full-device.ts";
import { freePort, removeData, type RunningProduct, startProduct, tempFolder } from "./harness/product.ts";
import { openShop } from "./harness/visitor.ts";

// Problems on a device and their fixes there: a wrong location, a note with a typo, a clock that is hours
// off, a tab that the phone discarded, a job that was opened only on the other device, and signing out of a
// phone.

const WHO = { email: "roofer@mends.test", password: "correct plumb line 7" };

let product: RunningProduct;
let settings: { DATA_DIR: string; PORT: string };
let profiles: string[];
let phone: BrowserContext;
let desk: BrowserContext;
let miller: string;

beforeAll(async () => {
  settings = { DATA_DIR: await tempFolder("mends"), PORT: String(await freePort()) };
  profiles = await Promise.all([tempFolder("phone"), tempFolder("desk")]);
  product = await startProduct(settings);
  await openShop(product, WHO.email, "Field Roofs");
  [phone, desk] = await Promise.all([
    launchProfile(profiles[0]!, { viewport: PHONE }),
    launchProfile(profiles[1]!, { viewport: LAPTOP }),
  ]);
  for (const context of [phone, desk]) {
    const page = await context.newPage();
    await logIn(page, product.url, WHO);
    await page.evaluate(async () => Boolean((await navigator.serviceWorker.ready).active));
    await page.close();
  }
}, 120_000);

afterAll(async () => {
  await Promise.all([phone?.close(), desk?.close()]);
  await product?.stop();
  await removeData(settings.DATA_DIR);
  await Promise.all(profiles.map((folder) => rm(folder, { recursive: true, force: true })));
}, 60_000);

const held = (page: Page, job = "") =>
  page.evaluate(
    async (of) => (await fetch(`/account/sync/records?since=0${of ? `&job=${of}` : ""}`)).text(),
    job,
  );
/** The clock's offset stored on the device, in milliseconds. */
const skewOf = (page: Page) =>
  page.evaluate(async () => {
    const name = (await indexedDB.databases()).find((one) => one.name?.startsWith("plumbline-"))?.name;
    if (!name) return 0;
    const request = indexedDB.open(name);
    await new Promise((resolve) => request.addEventListener("success", resolve));
    const asked = request.result.transaction("known").objectStore("known").get("skew");
    await new Promise((resolve) => asked.addEventListener("success", resolve));
    request.result.close();
    return (asked.result as { value: number } | undefined)?.value ?? 0;
  });
const happened = (page: Page) => page.getByRole("list", { name: "History" });

it("a job is where somebody writes that it is, by the clocks of that place, without a signal", async () => {
  const page = await phone.newPage();
  await page.goto(`${product.url}/account/jobs`);
  await page.getByRole("heading", { name: "Add your first job" }).waitFor();
  await phone.setOffline(true);
  await page.getByRole("link", { name: "New job" }).first().click();
  await page.getByLabel("Name", { exact: true }).fill("Miller roof");
  await page.getByText("Location and time zone").click();
  await page.getByLabel("Coordinates").fill("91, 200");
  await page.getByLabel("Time zone").fill("Mars");
  await page.getByRole("button", { name: "Save job" }).click();
  await page.getByText("That’s not a place on the map.", { exact: false }).first().waitFor();
  await page.getByText("That time zone doesn’t exist.", { exact: false }).first().waitFor();
  await picture(page, "mends-position-wrong-phone");
  expect(await hardToUse(page)).toEqual([]);
  await page.getByLabel("Coordinates").fill("43.6150° N, 116.2023° W");
  await page.getByLabel("Time zone").fill("america/boise");
  await page.getByRole("button", { name: "Save job" }).click();
  await page.getByRole("heading", { level: 1, name: "Miller roof" }).waitFor();
  miller = page.url();
  await page.getByRole("link", { name: "43.61500, -116.20230" }).waitFor();
  await page.getByText("America/Boise").waitFor();
  await page.getByRole("link", { name: "Change", exact: true }).click();
  await page.getByText("Location and time zone").click();
  expect(await page.getByLabel("Coordinates").inputValue()).toBe("43.615, -116.2023");
  await page.getByLabel("Coordinates").fill("40.01, -105.27");
  await picture(page, "mends-position-phone");
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByRole("link", { name: "40.01000, -105.27000" }).waitFor();
  await phone.setOffline(false);
  await expect
    .poll(() => held(page), { timeout: 20_000 })
    .toMatch(/"by":"hand","lat":40.01,"lon":-105.27,"accuracy":null/);
  await page.close();
}, 60_000);

it("a note outlives its tab before it is saved, is changed and taken out afterwards, and comes back", async () => {
  const page = await phone.newPage();
  await page.goto(miller);
  // The device’s database doesn’t get to it before the tab is gone.
  const typed = page.getByLabel("Note", { exact: true }).evaluate((field) => {
    IDBDatabase.prototype.transaction = () => {
      throw new Error("too late");
    };
    (field as HTMLTextAreaElement).value = "Flashing at the chimny";
    field.dispatchEvent(new Event("input", { bubbles: true }));
    location.reload();
  });
  await Promise.all([page.waitForEvent("load"), typed]);
  expect(await page.getByLabel("Note", { exact: true }).inputValue()).toBe("Flashing at the chimny");
  await page.getByRole("button", { name: "Save note" }).click();
  await page.getByText("Note saved.").waitFor();
  await page.reload();
  await happened(page).getByText("Flashing at the chimny").waitFor();
  expect(await page.getByLabel("Note", { exact: true }).inputValue()).toBe("");
  await happened(page).getByRole("button", { name: "Change note" }).click();
  const form = happened(page).locator("form");
  await form.getByLabel("Note", { exact: true }).fill("Flashing at the chimney is loose");
  await sleep(200);
  await page.reload();
  // The change outlives its tab too, and goes on where it was.
  await page.locator(".unfinished li").filter({ hasText: "Unfinished change to note" }).waitFor();
  await page.locator(".unfinished").getByRole("link", { name: "Continue" }).click();
  expect(await form.getByLabel("Note", { exact: true }).inputValue()).toBe(
    "Flashing at the chimney is loose",
  );
  await picture(page, "mends-note-phone");
  expect(await hardToUse(page)).toEqual([]);
  await form.getByRole("button", { name: "Save", exact: true }).click();
  await happened(page).getByText("Flashing at the chimney is loose").waitFor();
  await happened(page).getByRole("button", { name: "Change note" }).click();
  await form.getByRole("button", { name: "Remove", exact: true }).click();
  await page.getByText("Note removed.").waitFor();
  await expect.poll(() => happened(page).getByText("is loose").count()).toBe(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await happened(page).getByText("Flashing at the chimney is loose").waitFor();
  await page.close();
}, 60_000);

it("what happened is told by the server's clock, whatever the phone's says", async () => {
  const page = await phone.newPage();
  await page.clock.install({ time: Date.now() - 3 * 3_600_000 });
  await page.goto(miller);
  // It learns from the server how far its clock is off.
  await expect.poll(() => skewOf(page), { timeout: 20_000 }).toBeGreaterThan(2.9 * 3_600_000);
  const from = Date.now();
  await page.getByLabel("Note", { exact: true }).fill("By a slow clock");
  await page.getByRole("button", { name: "Save note" }).click();
  await happened(page).getByText("By a slow clock").waitFor();
  const other = await desk.newPage();
  await other.goto(miller);
  await happened(other).getByText("By a slow clock").waitFor();
  const when = await happened(other)
    .getByRole("listitem")
    .filter({ hasText: "By a slow clock" })
    .locator("time")
    .getAttribute("datetime");
  expect(Math.abs(Date.parse(when!) - from)).toBeLessThan(60_000);
  await Promise.all([page.close(), other.close()]);
}, 60_000);

it("of a job that was opened on another device alone it says so without a signal, and shows it with one", async () => {
  const other = await desk.newPage();
  const job = await addJob(other, product.url, "Ruiz porch");
  await other.getByLabel("Note", { exact: true }).fill("Two posts are rotten");
  await other.getByRole("button", { name: "Save note" }).click();
  await expect.poll(() => held(other, job), { timeout: 20_000 }).toMatch(/Two posts/);
  const page = await phone.newPage();
  await page.goto(`${product.url}/account/jobs`);
  await page.getByRole("link", { name: /Ruiz porch/ }).waitFor();
  await phone.setOffline(true);
  await page.getByRole("link", { name: /Ruiz porch/ }).click();
  await page.getByText("on this device before", { exact: false }).waitFor();
  await picture(page, "mends-not-here-phone");
  expect(await hardToUse(page)).toEqual([]);
  await phone.setOffline(false);
  await happened(page).getByText("Two posts are rotten").waitFor({ timeout: 20_000 });
  await expect.poll(() => page.getByText("on this device before", { exact: false }).count()).toBe(0);
  await Promise.all([page.close(), other.close()]);
}, 60_000);

it("a job that was added by mistake is taken away, and back", async () => {
  const page = await phone.newPage();
  await page.goto(`${product.url}/account/jobs`);
  await page.getByRole("link", { name: /Ruiz porch/ }).click();
  await page.getByRole("link", { name: "Change", exact: true }).click();
  await page.getByText("Delete this job").first().click();
  await picture(page, "mends-take-away-phone");
  expect(await hardToUse(page)).toEqual([]);
  await page.getByRole("button", { name: "Delete this job" }).click();
  await page.getByText("Job deleted.").waitFor();
  await page.getByRole("link", { name: /Ruiz porch/ }).waitFor({ state: "detached" });
  await picture(page, "mends-taken-away-phone");
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("link", { name: /Ruiz porch/ }).waitFor();
  // Later, without an Undo, it is restored from below the list.
  await page.getByRole("link", { name: /Ruiz porch/ }).click();
  await page.getByRole("link", { name: "Change", exact: true }).click();
  await page.getByText("Delete this job").first().click();
  await page.getByRole("button", { name: "Delete this job" }).click();
  await page.getByText("Job deleted.").waitFor();
  await page.goto(`${product.url}/account/jobs`);
  await page.getByText("Deleted (1)").click();
  await picture(page, "mends-bring-back-phone");
  expect(await hardToUse(page)).toEqual([]);
  await page.getByRole("button", { name: "Restore Ruiz porch" }).click();
  await page.getByText("Ruiz porch restored.").waitFor();
  await page.getByRole("link", { name: /Ruiz porch/ }).waitFor();
  await expect.poll(() => page.getByText(/^Deleted \(/).count()).toBe(0);
  await page.close();
}, 90_000);

it("what a tap could not save on a full device, it says", async () => {
  const page = await phone.newPage();
  const liftLimit = await limitStorage(page, product.url, 1);
  await page.goto(miller);
  await page.getByLabel("Status").selectOption("paused");
  await page.getByRole("alert").filter({ hasText: "Not saved: this device is full." }).waitFor();
  expect(await page.getByLabel("Status").inputValue()).not.toBe("paused");
  await picture(page, "mends-full-status-phone");
  await liftLimit();
  await page.getByLabel("Status").selectOption("paused");
  await expect.poll(() => page.getByLabel("Status").inputValue()).toBe("paused");
  await page.getByLabel("Status").selectOption("active");
  await page.close();
}, 60_000);

it("signing out takes what the server holds off the phone, and a new sign-in brings it back", async () => {
  const page = await phone.newPage();
  await page.goto(miller);
  await happened(page).getByText("By a slow clock").waitFor();
  await page.getByText("All sent", { exact: false }).waitFor();
  // Everything stored about a person's work: database rows, files, texts. A page that is closing may leave an
  // empty database behind.
  const kept = () =>
    page.evaluate(async () => {
      const settled = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.addEventListener("success", () => resolve(request.result));
          request.addEventListener("error", () => reject(new Error("the database can't be read")));
        });
      const found: string[] = [];
      for (const { name } of await indexedDB.databases()) {
        if (!name?.startsWith("plumbline-")) continue;
        const database = await settled(indexedDB.open(name));
        for (const table of ["records", "outbox", "blobs", "bytes", "previews", "drafts"])
          if (
            database.objectStoreNames.contains(table) &&
            (await settled(database.transaction(table).objectStore(table).count())) !== 0
          )
            found.push(`${name} ${table}`);
        database.close();
      }
      for await (const [name, folder] of (await navigator.storage.getDirectory()).entries())
        for await (const file of (folder as FileSystemDirectoryHandle).keys()) found.push(`${name}/${file}`);
      return [
        ...found,
        ...Object.keys(localStorage).filter((key) => key.startsWith("field-me") || key.startsWith("draft")),
      ];
    });
  await page.getByLabel("Note", { exact: true }).fill("Never saved");
  await expect.poll(async () => (await kept()).length).toBeGreaterThanOrEqual(3);
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  await page.getByRole("button", { name: "Log Out" }).click();
  await page.waitForURL(`${product.url}/`);
  await expect.poll(kept, { timeout: 20_000 }).toEqual([]);
  await logIn(page, product.url, WHO);
  await page.goto(miller);
  await happened(page).getByText("Flashing at the chimney is loose").waitFor({ timeout: 20_000 });
  expect(await page.getByLabel("Note", { exact: true }).inputValue()).toBe("");
  await page.close();
}, 60_000);
