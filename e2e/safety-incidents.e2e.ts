import { rm } from "node:fs/promises";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { LAPTOP, PHONE } from "./harness/browser.ts";
import { joinOnPhone, saveJob } from "./harness/field.ts";
import { photoOf } from "./harness/photos.ts";
import { type RunningProduct, tempFolder } from "./harness/product.ts";
import { looked, openToolJourney } from "./harness/tool-journey.ts";
import { registerOwner } from "./harness/visitor.ts";

// A foreman reports an injury without a signal, at ten to midnight before the clocks change. The owner
// decides and calls. The foreman sees nothing of it afterward, and sends a near miss without a name.

const WHO = { email: "super@incidents.test", password: "correct plumb line 7" };
/** Its clocks go back in the night of the injury. */
const ZONE = "America/Chicago";
const HURT = "Zygomatic fracture";

let product: RunningProduct;
let onPhone: Page;
let other: BrowserContext;
let onOther: Page;
let folder: string;
let job: string;
let close = async (): Promise<void> => {};

beforeAll(async () => {
  ({ product, onPhone, close } = await openToolJourney("SiteSafe", WHO, "Hale Builders"));
  await onPhone.goto(`${product.url}/account/jobs/new`);
  await onPhone.getByLabel("Name", { exact: true }).fill("Hale roof");
  await onPhone.getByLabel("Address", { exact: true }).fill("418 Alder Street, Boise");
  await onPhone.getByText("Location and time zone").click();
  await onPhone.getByLabel("Time zone").fill(ZONE);
  job = await saveJob(onPhone, "Hale roof");
  folder = await tempFolder("worker");
  const ana = await registerOwner(product, "ana@incidents.test");
  [other, onOther] = await joinOnPhone(product, onPhone, { job: null, guest: ana, folder });
}, 120_000);

afterAll(async () => {
  await other?.close();
  await close();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

const go = (page: Page, path: string) => page.goto(`${product.url}/account/job/${job}/${path}`);
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const office = "/account/safety/incidents";
/** The fold of an office page whose button it is, opened. */
const unfold = (page: Page, name: string) =>
  page.locator("summary", { hasText: new RegExp(`^${name}$`) }).click();

it("reports an injury without a signal, and forgets it once the office has it", async () => {
  await go(onOther, "safety/incidents");
  await onOther.getByRole("link", { name: "Report an injury" }).waitFor();
  await looked(onOther, "incidents-phone");
  await other.setOffline(true);
  await onOther.getByRole("link", { name: "Report an injury" }).click();
  await onOther.getByLabel("Who was hurt").waitFor();
  await press(onOther, "Send report");
  await onOther
    .getByText(/Say who was hurt/)
    .first()
    .waitFor();
  await onOther.getByLabel("Who was hurt").fill("Luis Ortega");
  await onOther.getByLabel("What happened", { exact: true }).fill("Fell from the ladder onto the curb.");
  await onOther.getByLabel("Day", { exact: true }).fill("2026-10-31");
  await onOther.getByLabel("Time", { exact: true }).fill("23:50");
  await onOther.getByLabel("Where on the job").fill("North side");
  await onOther.locator('.body-figures [data-part="face"]').first().click();
  await onOther.getByText("Marked: face").waitFor();
  await onOther.getByText("Choose by name", { exact: true }).click();
  expect(await onOther.getByRole("checkbox", { name: "Face", exact: true }).isChecked()).toBe(true);
  await onOther.getByText("Choose by name", { exact: true }).click();
  await onOther.getByLabel("What the injury is").fill(HURT);
  await onOther.getByRole("checkbox", { name: "They were admitted to a hospital" }).check();
  await onOther.getByText(/within 24 hours/).waitFor();
  await press(onOther, "Add a witness");
  await onOther.getByLabel("Witness 1").fill("Ana Paz");
  await onOther
    .locator("input[type=file]")
    .first()
    .setInputFiles({
      ...{ name: "photo.jpg", mimeType: "image/jpeg" },
      buffer: await photoOf(3, 1200, 900),
    });
  await onOther.locator(".photos img").waitFor();
  await looked(onOther, "injury-form-phone");
  await press(onOther, "Send report");
  await onOther.getByText(/Report saved\./).waitFor();
  await onOther.getByText("Not sent yet").waitFor();
  await looked(onOther, "injury-waiting-phone");
  await other.setOffline(false);
  await onOther.reload();
  const arrived = async () => {
    await onPhone.goto(product.url + office);
    return await onPhone.getByRole("link", { name: /Luis Ortega/ }).count();
  };
  await expect.poll(arrived, { timeout: 60_000, interval: 1_000 }).toBe(1);
  await onOther.getByRole("heading", { name: "Near misses" }).waitFor();
  await expect.poll(() => onOther.getByText("Not sent yet").count(), { timeout: 60_000 }).toBe(0);
  expect(await onOther.textContent("body")).not.toContain("Luis Ortega");
  // Neither among the photos of the job nor on its timeline.
  await onOther.goto(`${product.url}/account/job/${job}`);
  await onOther.getByRole("heading", { level: 1, name: "Hale roof" }).waitFor();
  expect(await onOther.textContent("body")).not.toContain("Ortega");
}, 180_000);

it("shows the owner by when to call, what to say, and decides with reasons", async () => {
  await onPhone.goto(product.url + office);
  await onPhone.getByRole("link", { name: /Luis Ortega/ }).click();
  await onPhone.getByRole("heading", { name: /Hospital admission: call by/ }).waitFor();
  await onPhone.getByRole("link", { name: "Call 1-800-321-6742" }).waitFor();
  expect(await onPhone.textContent("body")).toContain("Oct 31, 2026, 11:50 PM");
  await looked(onPhone, "injury-office-phone");
  await looked(onPhone, "injury-office", LAPTOP);
  // The person died at 11:52 PM, which was known at 11:55 PM. That night has an hour more.
  await unfold(onPhone, "Enter another severe outcome");
  const another = onPhone.locator("#calls details", { has: onPhone.locator('select[name="kind"]') });
  await another.locator('select[name="kind"]').selectOption("death");
  for (const [name, value] of [
    ["outcomeDay", "2026-10-31"],
    ["outcomeTime", "23:52"],
    ["knownDay", "2026-10-31"],
    ["knownTime", "23:55"],
  ] as const)
    await another.locator(`input[name="${name}"]`).fill(value);
  await press(onPhone, "Save and start the clock");
  const heading = onPhone.getByRole("heading", { name: /^Death: the call was due/ });
  expect((await heading.textContent())?.replaceAll(/\s/g, " ")).toContain("Nov 1, 6:55 AM CST");
  for (const answer of ["Yes", "Yes", /^At the workplace/]) {
    const before = await onPhone.locator(".incident-question legend").last().textContent();
    await onPhone.locator(".incident-question").getByLabel(answer).check();
    await press(onPhone, "Save answer");
    await expect
      .poll(() => onPhone.locator(".incident-question legend").last().textContent(), { timeout: 20_000 })
      .not.toBe(before);
  }
  await onPhone.getByText(/OSHA presumes that it is work-related/).waitFor();
  await looked(onPhone, "injury-decision-phone");
}, 180_000);

it("counts days until the person leaves, and has who entered which date", async () => {
  const days = onPhone.locator("#days");
  const fold = (words: string | RegExp) => days.locator("details", { hasText: words });
  await unfold(onPhone, "Add days");
  await fold("Add days").getByLabel("What kind").selectOption("restricted");
  await fold("Add days").getByLabel("First day").fill("2026-11-01");
  await press(onPhone, "Add days");
  await days.getByText("so far, and counting").waitFor();
  await unfold(onPhone, "Their job was changed for good");
  await fold("Their job was changed").getByLabel("First day of the changed job").fill("2026-10-20");
  await fold("Their job was changed").getByRole("button", { name: "Save", exact: true }).click();
  await days.getByText("This is before the injury. Check the day.").waitFor();
  await looked(onPhone, "injury-job-changed-refused-phone");
  await unfold(onPhone, "They don’t work for you anymore");
  const left = fold("They don’t work for you anymore");
  await left.getByLabel("First day they no longer worked for you").fill("2026-11-05");
  await left.getByRole("button", { name: "Save", exact: true }).click();
  await days.getByText("4 restricted days").waitFor();
  expect(await days.getByText("so far, and counting").count()).toBe(0);
  await unfold(onPhone, "Who entered which date");
  await days.getByText(/Left the company: Nov 5, 2026, for another reason/).waitFor();
  await unfold(onPhone, "What the forms ask");
  await looked(onPhone, "injury-days-phone");
  await looked(onPhone, "injury-days", LAPTOP);
  await onPhone.setViewportSize(PHONE);
}, 90_000);

it("lists it in the office for those who read it, whom the owner names", async () => {
  await onPhone.goto(product.url + office);
  await onPhone.getByRole("link", { name: /Luis Ortega/ }).waitFor();
  await looked(onPhone, "incidents-office-phone");
  await looked(onPhone, "incidents-office", LAPTOP);
  await onPhone.getByRole("link", { name: "Who reads injuries" }).click();
  await onPhone.getByText("They can read injuries").waitFor();
  await looked(onPhone, "incident-readers-phone");
  await onPhone.goBack();
  await onPhone.getByRole("link", { name: /Luis Ortega/ }).click();
  await onPhone.getByRole("heading", { name: "What was reported" }).waitFor();
  expect(onPhone.url()).toContain(`${office}/`);
}, 60_000);

it("shows nothing of it to a member: on no page, in no download, and not to their device", async () => {
  const id = new URL(onPhone.url()).pathname.split("/").at(-1)!;
  const paths = [
    ...[`${office}/${id}`, office, `${office}/incidents.csv`, `${office}/readers`, "/account/dashboard"],
    ...[
      `/account/evidence/${job}`,
      `/account/sync/records?since=0&job=${job}`,
      "/account/sync/records?since=0",
    ],
  ];
  for (const path of paths) {
    const answer = await other.request.get(product.url + path);
    const text = await answer.text();
    expect(text, path).not.toContain("Ortega");
    expect(text, path).not.toContain(HURT);
    if (path.endsWith(id) || path.endsWith("readers")) expect(answer.status(), path).toBe(403);
  }
}, 60_000);

it("serves its photo at no address to a member, until the owner names them", async () => {
  const src = await onPhone.locator(".incident-photos img").first().getAttribute("src");
  const sha256 = src!.split("/").at(-2)!;
  const statuses = (page: Page) =>
    Promise.all(
      ["thumb", "screen", "report", "original"].map(async (what) =>
        (await page.request.get(`${product.url}/account/media/${sha256}/${what}`)).status(),
      ),
    );
  await expect.poll(() => statuses(onPhone), { timeout: 30_000 }).toEqual([200, 200, 200, 200]);
  expect(await statuses(onOther)).toEqual([404, 404, 404, 404]);
  const injury = onPhone.url();
  await onPhone.goto(`${product.url}${office}/readers`);
  await onPhone.getByRole("checkbox", { name: /member$/ }).check();
  await press(onPhone, "Save");
  await onPhone.getByText("Saved.", { exact: true }).waitFor();
  expect(await statuses(onOther)).toEqual([200, 200, 200, 200]);
  await onPhone.getByRole("checkbox", { name: /member$/ }).uncheck();
  await press(onPhone, "Save");
  await expect.poll(() => statuses(onOther)).toEqual([404, 404, 404, 404]);
  await onPhone.goto(injury);
}, 60_000);

it("sends a near miss without a name", async () => {
  await go(onOther, "safety/incidents");
  await onOther.getByRole("link", { name: "Report a near miss" }).click();
  await onOther.getByLabel("What happened", { exact: true }).fill("A board slid off the roof.");
  await onOther.getByRole("radio", { name: "Without my name" }).check();
  await looked(onOther, "near-miss-phone");
  await other.setOffline(true);
  await press(onOther, "Send without my name");
  await onOther.getByText("Saved without your name. It shows up here within two hours.").waitFor();
  await onOther.getByText(/One without a name waits on this phone/).waitFor();
  const sent = onOther.waitForRequest((request) => request.url().endsWith("/account/sync/unsigned"));
  await other.setOffline(false);
  const body = (await sent).postData()!;
  expect(Object.keys(JSON.parse(body) as object).toSorted()).toEqual(["job", "kind", "record", "sets"]);
  await onOther.reload();
  await expect
    .poll(() => onOther.evaluate(() => Object.keys(localStorage).filter((key) => key.includes("unsigned"))), {
      timeout: 30_000,
    })
    .toEqual([]);
}, 120_000);
