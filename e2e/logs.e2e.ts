// Long because it is one day of one job, from the first photo to the seal, seen from three devices.
import { execFile } from "node:child_process";
import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { hardToUse } from "./harness/axe.ts";
import { LAPTOP, launchProfile, logIn, PHONE, picture } from "./harness/browser.ts";
import { addJob, chooseEntry, joinOnPhone, openBuildLog } from "./harness/field.ts";
import { photoOf } from "./harness/photos.ts";
import { freePort, removeData, type RunningProduct, startProduct, tempFolder } from "./harness/product.ts";
import { openShop, registerOwner } from "./harness/visitor.ts";

// A foreman's day on a phone with an unreliable signal; the office that sees and locks it; a sub who writes
// alongside.

const run = promisify(execFile);
const hasPdfTools = await run("pdftotext", ["-v"]).then(
  () => true,
  () => false,
);
const WHO = { email: "foreman@logs.test", password: "correct plumb line 7" };

let product: RunningProduct;
let settings: { DATA_DIR: string; PORT: string; OPERATOR_EMAILS: string };
let profiles: string[];
let phone: BrowserContext;
let desk: BrowserContext;
let job: string;
const log = () => `${product.url}/account/job/${job}/logs`;

beforeAll(async () => {
  settings = {
    DATA_DIR: await tempFolder("logs"),
    PORT: String(await freePort()),
    OPERATOR_EMAILS: WHO.email,
  };
  profiles = await Promise.all([tempFolder("phone"), tempFolder("desk")]);
  product = await startProduct(settings);
  await openShop(product, WHO.email, "Hill Brothers");
  [phone, desk] = await Promise.all([
    launchProfile(profiles[0]!, { viewport: PHONE }),
    launchProfile(profiles[1]!, { viewport: LAPTOP }),
  ]);
}, 120_000);

afterAll(async () => {
  await Promise.all([phone?.close(), desk?.close()]);
  await product?.stop();
  await removeData(settings.DATA_DIR);
  await Promise.all(profiles.map((folder) => rm(folder, { recursive: true, force: true })));
}, 60_000);

const entries = (page: Page) => page.locator(".log-entry");
const entry = (page: Page, words: string | RegExp) => entries(page).filter({ hasText: words });
/** The one of a photo without words. */
const photoEntry = (page: Page) => entries(page).filter({ has: page.getByText("Photo", { exact: true }) });

it("belongs to a business once it is open to it, and says so until then", async () => {
  const page = await phone.newPage();
  await logIn(page, product.url, WHO);
  job = await addJob(page, product.url, "Miller house");
  expect(await page.getByRole("link", { name: "Daily log", exact: true }).count()).toBe(0);
  await page.goto(log());
  await page.getByRole("heading", { name: "This tool is in early access" }).waitFor();
  expect(await hardToUse(page)).toEqual([]);
  await openBuildLog(page, product.url);
  await page.goto(`${product.url}/account/jobs`);
  await page.getByRole("link", { name: "Daily log of Miller house" }).waitFor();
  await page.close();
}, 60_000);

it("keeps a photo three taps from the list of jobs, without a signal", async () => {
  const page = await phone.newPage();
  await page.goto(`${product.url}/account/jobs`);
  await page.getByRole("link", { name: "Daily log of Miller house" }).waitFor();
  await picture(page, "log-jobs-phone");
  expect(await hardToUse(page)).toEqual([]);
  await phone.setOffline(true);
  // One tap: the log. Two: the camera. Three: its shutter.
  await page.getByRole("link", { name: "Daily log of Miller house" }).click();
  await page.getByText("Nothing yet. Start with a photo.").waitFor();
  await picture(page, "log-empty-phone");
  expect(await hardToUse(page)).toEqual([]);
  await page
    .locator('input[capture][accept="image/*"]')
    .setInputFiles({ name: "wall.jpg", mimeType: "image/jpeg", buffer: await photoOf(3, 800, 600) });
  await page.getByText("Saved on this device.").waitFor();
  await photoEntry(page)
    .getByRole("button", { name: /Open photo 1 of 1/ })
    .waitFor();
  expect(await photoEntry(page).getByText("On this device").count()).toBeGreaterThan(0);
  await page.close();
}, 60_000);

it("is told of the work, the crew and a delay by thumb, and carries yesterday's crew over", async () => {
  const page = await phone.newPage();
  await page.goto(log());
  await page.getByRole("navigation", { name: "Days" }).getByRole("link").first().click();
  for (const [trade, people] of [
    ["Framing", "4"],
    ["Electrical", "2"],
  ] as const) {
    await chooseEntry(page, "Crew");
    await page.getByLabel("Trade").fill(trade);
    await page.getByLabel("Company").fill(trade === "Framing" ? "Hill Brothers" : "Volt & Sons");
    await page.getByRole("textbox", { name: "Workers", exact: true }).fill(people);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("Crew saved.").waitFor();
    await entry(page, trade).waitFor();
  }
  await picture(page, "log-yesterday-phone");
  await page.getByRole("navigation", { name: "Days" }).getByRole("link", { name: "Today" }).click();
  await page.getByRole("button", { name: /^Same crew as/ }).click();
  await page.getByText("2 crews saved.").waitFor();
  await entry(page, "Framing, Hill Brothers: 4 people, 8 h each").waitFor();
  await entry(page, "Electrical, Volt & Sons: 2 people, 8 h each").waitFor();
  await expect.poll(() => page.getByRole("button", { name: /^Same crew as/ }).count()).toBe(0);

  await chooseEntry(page, "Work");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.locator(".field-error").getByText("Write a few words first.").waitFor();
  await page.getByLabel("Work: what happened").fill("North wall framed and braced.");
  await page.getByLabel("Tags").fill("North wall, Level 1");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await entry(page, "North wall framed").getByText("level 1").waitFor();

  await chooseEntry(page, "Delay");
  await page.getByLabel("Hours lost").fill("25");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.locator(".field-error").getByText("Hours lost must be 0 to 24.").waitFor();
  await picture(page, "log-delay-wrong-phone");
  expect(await hardToUse(page)).toEqual([]);
  await page.getByLabel("Hours lost").fill("2.5");
  await page.getByLabel("This delay is on the critical path").check();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await entry(page, "Delay. Weather: 2.5 h lost, on the critical path").waitFor();

  const weather = page.getByRole("region", { name: "Weather" });
  await weather.getByRole("button", { name: "Add weather note" }).click();
  await weather.getByLabel("What you saw").fill("Rain until nine");
  await weather.getByLabel("Temperature, °F").fill("cold");
  await weather.getByRole("button", { name: "Save" }).click();
  await weather.locator(".field-error").getByText("Write °F as a number").waitFor();
  expect(await hardToUse(page)).toEqual([]);
  await picture(page, "log-weather-wrong-phone");
  await weather.getByLabel("Temperature, °F").fill("43");
  await weather.getByLabel("Rain that day, inches").fill("0.5");
  await weather.getByRole("button", { name: "Save" }).click();
  await weather.getByText(/On site: Rain until nine; 43.°F; rain 0\.5.in\./).waitFor();
  // The form starts with the saved values.
  await weather.getByRole("button", { name: "Edit weather note" }).click();
  expect(await weather.getByLabel("Temperature, °F").inputValue()).toBe("43");
  await weather.getByRole("button", { name: "Cancel" }).click();

  await chooseEntry(page, "Delivery");
  await page.getByLabel("What was delivered").fill("concrete");
  await page.getByLabel("Supplier").fill("Ready Mix");
  await page.getByLabel("Quantity").fill("12");
  await page.getByLabel("Unit").fill("yd³");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await entry(page, "Delivery: 12 yd³ concrete, from Ready Mix").waitFor();
  await page.close();
  // The browser was closed while still offline.
  await phone.close();
  phone = await launchProfile(profiles[0]!, { viewport: PHONE });
  await phone.setOffline(true);
  const again = await phone.newPage();
  await again.goto(log());
  await expect.poll(() => entries(again).count()).toBe(6);
  await picture(again, "log-day-phone");
  expect(await hardToUse(again)).toEqual([]);
  await again.close();
}, 120_000);

it("is seen at the desk when the signal is back, and each entry from then on, without a touch", async () => {
  const other = await desk.newPage();
  await logIn(other, product.url, WHO);
  await other.goto(log());
  const page = await phone.newPage();
  await page.goto(log());
  await phone.setOffline(false);
  await expect.poll(() => entries(other).count(), { timeout: 30_000 }).toBe(6);
  await photoEntry(other).locator("img").first().waitFor();
  await chooseEntry(page, "Safety");
  await page.getByLabel("Safety: what happened").fill("Two without harness on the ridge, sent down.");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  // Within a second: bench/logs-screen.ts measures it.
  await entry(other, "without harness").waitFor({ timeout: 10_000 });
  await picture(other, "log-day-desk");
  expect(await hardToUse(other)).toEqual([]);
  await Promise.all([page.close(), other.close()]);
}, 90_000);

it("is handed in with what it lacks, sent back, approved, and corrected beside what stood there", async () => {
  const page = await phone.newPage();
  await page.goto(log());
  const end = page.locator("#end").locator("..");
  await page.getByText("6 people, 48 h total").waitFor();
  await expect
    .poll(() =>
      page.getByRole("list", { name: "Missing from this day" }).getByRole("listitem").allTextContents(),
    )
    .toContain("1 photo without a caption or tags");
  await picture(page, "log-end-phone");
  await page.getByRole("button", { name: "Submit log" }).click();
  await page.getByText(/^Submitted by you/).waitFor();

  const other = await desk.newPage();
  await other.goto(log());
  await other.getByRole("button", { name: "Send back" }).click();
  await other.getByLabel("What’s missing or wrong").fill("What is on the photo?");
  await other.getByRole("button", { name: "Send back" }).last().click();
  await page.getByText("What is on the photo?").waitFor();
  await photoEntry(page)
    .getByRole("button", { name: /^Change/ })
    .click();
  await page.getByLabel("Caption of photo 1").fill("Sill plate, north-east corner");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Photo 1: Sill plate, north-east corner").waitFor();
  await page.getByRole("button", { name: /^Submit log/ }).click();
  await other.getByRole("button", { name: "Approve", exact: true }).click();
  await page.getByText(/^Approved by you/).waitFor();
  expect(
    await page.getByRole("button", { name: "Edit weather note" }).count(),
    "handed in with the day",
  ).toBe(0);

  await entry(page, "North wall framed")
    .getByRole("button", { name: /^Correct/ })
    .click();
  await page.getByLabel("Work: what happened").fill("North wall framed, not braced yet.");
  await page.getByRole("button", { name: "Save correction" }).click();
  await entry(page, "not braced yet").getByText("Correction", { exact: true }).waitFor();
  await entry(page, "not braced yet").getByText("Late", { exact: true }).waitFor();
  await entry(page, "North wall framed and braced.").getByText("Corrected below").waitFor();
  await picture(page, "log-corrected-phone");
  expect(await hardToUse(page)).toEqual([]);
  expect(await end.count()).toBeGreaterThan(0);
  await Promise.all([page.close(), other.close()]);
}, 90_000);

it("takes a sub's entries beside its own, and says which are not approved yet", async () => {
  const page = await desk.newPage();
  const guest = await registerOwner(product, "sub@logs.test");
  const folder = await tempFolder("sub");
  profiles.push(folder);
  const [theirs, sub] = await joinOnPhone(product, page, { job, guest, folder });
  await sub.goto(log());
  await sub.getByLabel("Your company").fill("Ray’s Electric");
  await sleep(200);
  await sub.reload();
  await expect.poll(() => sub.getByLabel("Your company").inputValue()).toBe("Ray’s Electric");
  await picture(sub, "log-guest-asked-phone");
  await sub.getByRole("button", { name: "Save", exact: true }).click();
  await sub.locator(".log-firm").getByText("Ray’s Electric").waitFor();
  await sub.getByRole("link", { name: /^Report for/ }).waitFor({ state: "detached" });
  await chooseEntry(sub, "Work");
  await sub.getByLabel("Work: what happened").fill("Rough-in of the upper floor.");
  await sub.getByRole("button", { name: "Save", exact: true }).click();
  await entry(sub, "Rough-in").getByText("Ray’s Electric (guest)").waitFor();
  // Asked once: another day knows the company.
  await sub.getByRole("navigation", { name: "Days" }).getByRole("link").first().click();
  await sub.locator(".log-firm").getByText("Ray’s Electric").waitFor();
  expect(await sub.getByLabel("Your company").count()).toBe(0);
  await sub.goto(log());
  await entry(sub, "Rough-in").waitFor();
  await picture(sub, "log-guest-phone");
  expect(await hardToUse(sub)).toEqual([]);

  await page.goto(log());
  await page
    .getByRole("navigation", { name: "Whose log" })
    .getByRole("link", { name: "Ray’s Electric (guest)" })
    .click();
  await page.getByText("1 guest entry needs your approval.").waitFor();
  await picture(page, "log-guest-desk");
  await entry(page, "Rough-in").getByRole("button", { name: "Approve" }).click();
  await page.getByText("1 guest entry needs approval").waitFor({ state: "detached" });
  expect(await hardToUse(page)).toEqual([]);
  const report = page.getByRole("link", { name: "Report for this day" });
  await desk.setOffline(true);
  await report.waitFor({ state: "detached" });
  await desk.setOffline(false);
  await report.click();
  await page.getByRole("heading", { level: 1, name: "New report" }).waitFor();
  const today = new URL(page.url()).searchParams.get("from")!;
  for (const [label, value] of [
    ["Job", job],
    ["Report", "log"],
    ["Company", new URL(page.url()).searchParams.get("company")!],
    ["From", today],
    ["To", today],
  ] as const)
    expect(await page.getByLabel(label, { exact: true }).inputValue(), label).toBe(value);
  await theirs.close();
  await page.close();
}, 120_000);

it("once sealed is not changed from a phone that did not know: the word is clear, and nothing is lost", async () => {
  const page = await phone.newPage();
  await page.goto(log());
  const yesterday = page.getByRole("navigation", { name: "Days" }).getByRole("link").first();
  await yesterday.click();
  await entry(page, "Framing").waitFor();
  await phone.setOffline(true);
  const other = await desk.newPage();
  await other.goto(page.url());
  await other.getByRole("button", { name: /^Submit log/ }).click();
  await other.locator("summary").getByText("Lock this day for good").click();
  await other.getByRole("button", { name: "Lock it for good" }).click();
  await other.getByText(/^Locked by you/).waitFor();
  await picture(other, "log-sealed-desk");
  expect(await hardToUse(other)).toEqual([]);

  await entry(page, "Framing")
    .getByRole("button", { name: /^Change/ })
    .click();
  await page.getByRole("textbox", { name: "Workers", exact: true }).fill("5");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Change saved.").waitFor();
  const weather = page.getByRole("region", { name: "Weather" });
  await weather.getByRole("button", { name: "Add weather note" }).click();
  await weather.getByLabel("What you saw").fill("Sleet");
  await weather.getByRole("button", { name: "Save" }).click();
  await weather.getByText("On site: Sleet.").waitFor();
  await phone.setOffline(false);
  await weather.getByText("including its weather notes", { exact: false }).waitFor({ timeout: 20_000 });
  await entry(page, "Framing")
    .getByText("This day is locked, so its entries can’t change.", { exact: false })
    .first()
    .waitFor({ timeout: 20_000 });
  await picture(page, "log-sealed-refused-phone");
  expect(await hardToUse(page)).toEqual([]);
  await page.getByRole("button", { name: "Save it as a correction" }).click();
  expect(await page.getByRole("textbox", { name: "Workers", exact: true }).inputValue()).toBe("5");
  await page.getByRole("button", { name: "Save correction" }).click();
  await entry(other, "Framing, Hill Brothers: 5 people")
    .getByText("Correction", { exact: true })
    .waitFor({ timeout: 20_000 });
  await weather.getByRole("button", { name: "Hide" }).click();
  await weather.getByText("Seen on site").waitFor({ state: "detached" });
  // Dismissing it also dismisses the refused change: the day shows the server's entries and their
  // corrections.
  await entry(page, "Framing, Hill Brothers: 4 people").getByText("Corrected below").waitFor();
  await Promise.all([page.close(), other.close()]);
}, 90_000);

it.skipIf(!hasPdfTools)(
  "its sealed day is a PDF that says who sealed it, what was there, and what was corrected afterwards",
  async () => {
    const page = await desk.newPage();
    await page.goto(log());
    await page.getByRole("navigation", { name: "Days" }).getByRole("link").first().click();
    await page.getByText(/^Locked by you/).waitFor();
    await page.getByRole("link", { name: "Report for this day" }).click();
    await page.getByRole("button", { name: "Create report" }).click();
    await page.getByRole("link", { name: "Open the PDF" }).waitFor({ timeout: 60_000 });
    const href = (await page.getByRole("link", { name: "Open the PDF" }).getAttribute("href"))!;
    const file = Buffer.from(await (await page.request.get(new URL(href, page.url()).href)).body());
    const kept = path.join(process.env["SCREENSHOTS"] ?? profiles[0]!, "log-sealed.pdf");
    await writeFile(kept, file);
    // Line breaks of the PDF reader don't matter.
    const words = (await run("pdftotext", ["-layout", kept, "-"])).stdout.replaceAll(/\s+/g, " ");
    for (const said of [
      /Locked by .+/,
      /Submitted by .+/,
      /Framing/,
      /Volt & Sons/,
      /Correction, late, written/,
      /replaced by its correction/i,
    ])
      expect(words).toMatch(said);
    // Five framers and two electricians, 8 hours each: the four that were corrected no longer count.
    expect(words).toMatch(/Total 7 56/);
    await page.close();
  },
  90_000,
);

it("takes out an entry and puts it back, and hears what is said to it", async () => {
  const page = await phone.newPage();
  // Fakes a browser's speech recognition: two phrases, the second one interim at first.
  await page.addInitScript(() => {
    class Heard extends EventTarget {
      start() {
        const say = (text: string, isFinal: boolean) =>
          this.dispatchEvent(
            Object.assign(new Event("result"), {
              resultIndex: 0,
              results: [Object.assign([{ transcript: text }], { isFinal })],
            }),
          );
        setTimeout(() => {
          say("Poured the", false);
          say("Poured the footing", true);
          say("two trucks waited", true);
        }, 50);
      }
      stop() {
        this.dispatchEvent(new Event("end"));
      }
      abort() {}
    }
    Object.assign(globalThis, { SpeechRecognition: Heard, webkitSpeechRecognition: Heard });
  });
  await page.goto(log());
  await page.getByRole("navigation", { name: "Days" }).getByRole("link").first().click();
  await page.getByRole("navigation", { name: "Days" }).getByRole("link").first().click();
  await page.getByText("Nothing yet. Start with a photo.").waitFor();
  await chooseEntry(page, "Note");
  await page.getByRole("button", { name: "Dictate" }).click();
  const note = page.getByRole("textbox", { name: "Note", exact: true });
  await expect.poll(() => note.inputValue()).toBe("Poured the footing two trucks waited");
  await page.getByText("Your browser’s company").waitFor();
  await picture(page, "log-dictated-phone");
  expect(await hardToUse(page)).toEqual([]);
  await page.getByRole("button", { name: "Stop dictating" }).click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  // It is about a day that is over, and shows when it was written.
  await entry(page, "two trucks").getByText("Late", { exact: true }).waitFor();
  expect(await entry(page, "two trucks").locator(".log-meta time").textContent()).toMatch(
    /^\w{3}, \w{3} \d+, \d+:\d\d/,
  );
  await picture(page, "log-late-phone");
  await entry(page, "two trucks")
    .getByRole("button", { name: /^Change/ })
    .click();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await page.getByText("Removed.").waitFor();
  await entry(page, "two trucks").waitFor({ state: "detached" });
  await picture(page, "log-taken-out-phone");
  await page.getByRole("button", { name: "Undo" }).click();
  await entry(page, "two trucks").waitFor();
  await page.getByText("Restored.").waitFor();
  await page.close();
}, 90_000);

it("that is left open overnight stays the day it was, and says that another has begun", async () => {
  const page = await phone.newPage();
  await page.clock.install({
    time: new Date(Temporal.Now.zonedDateTimeISO("UTC").with({ hour: 23, minute: 50 }).epochMilliseconds),
  });
  await page.goto(log());
  const title = await page.getByRole("heading", { level: 1 }).textContent();
  await chooseEntry(page, "Work");
  await page.getByLabel("Work: what happened").fill("Still pouring at midnight.");
  await page.clock.runFor(20 * 60_000);
  await page.getByText("It’s a new day.", { exact: false }).waitFor();
  expect(await page.getByLabel("Work: what happened").inputValue()).toBe("Still pouring at midnight.");
  expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe(title);
  await picture(page, "log-overnight-phone");
  expect(await hardToUse(page)).toEqual([]);
  await page.getByRole("link", { name: /^Go to / }).click();
  await page.getByText("Nothing yet. Start with a photo.").waitFor();
  await expect.poll(() => page.getByRole("heading", { level: 1 }).textContent()).not.toBe(title);
  // Reopening the phone on another day, without a draft, shows that day.
  const look = (isHidden: boolean) =>
    page.evaluate((hidden) => {
      Object.defineProperty(document, "hidden", { configurable: true, value: hidden });
      document.dispatchEvent(new Event("visibilitychange"));
    }, isHidden);
  const second = await page.getByRole("heading", { level: 1 }).textContent();
  await look(true);
  await page.clock.runFor(24 * 60 * 60_000);
  await page.getByText("It’s a new day.", { exact: false }).waitFor();
  await look(false);
  await page.getByText("It’s a new day.", { exact: false }).waitFor({ state: "detached" });
  await expect.poll(() => page.getByRole("heading", { level: 1 }).textContent()).not.toBe(second);
  await page.close();
}, 90_000);

it("is on the job's line of time, and in its history with the seal", async () => {
  const page = await desk.newPage();
  await page.goto(`${product.url}/account/job/${job}`);
  await page.getByText("North wall framed, not braced yet.").waitFor();
  await page
    .getByRole("group", { name: "Show" })
    .getByRole("button", { name: "Daily log", exact: true })
    .click();
  await page.getByText(/Daily log locked/).waitFor();
  await picture(page, "log-timeline-desk");
  await page.goto(`${product.url}/account/evidence/${job}`);
  await page
    .getByText(/Log for \d{4}-\d\d-\d\d locked/)
    .first()
    .waitFor();
  expect(await hardToUse(page)).toEqual([]);
  await page.close();
}, 60_000);
