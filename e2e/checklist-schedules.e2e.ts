import { rm } from "node:fs/promises";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { LAPTOP } from "./harness/browser.ts";
import { addJob, joinOnPhone } from "./harness/field.ts";
import { type RunningProduct, tempFolder } from "./harness/product.ts";
import { looked, openToolJourney } from "./harness/tool-journey.ts";
import { registerOwner } from "./harness/visitor.ts";

// A list that is due every day: scheduled on a phone, walked by two without a signal, seen in the office.

const WHO = { email: "boss@cranes.test", password: "correct plumb line 7" };

let product: RunningProduct;
let phone: BrowserContext;
let onPhone: Page;
let other: BrowserContext;
let onOther: Page;
let atClient: Page;
let folder: string;
let job: string;
let close = async (): Promise<void> => {};

beforeAll(async () => {
  ({ product, phone, onPhone, atClient, close } = await openToolJourney("Checky", WHO, "Hale Builders"));
  job = await addJob(onPhone, product.url, "Hale tower");
  folder = await tempFolder("operator");
  const ana = await registerOwner(product, "ana@cranes.test");
  [other, onOther] = await joinOnPhone(product, onPhone, { job: null, guest: ana, folder });
}, 120_000);

afterAll(async () => {
  await other?.close();
  await close();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

const lists = (page: Page) => page.goto(`${product.url}/account/job/${job}/checklists`);
const due = (page: Page) => page.getByRole("region", { name: "Due" });
let sticker: string;
async function accountOf(): Promise<string> {
  const answer = await onPhone.request.get(`${product.url}/account/field/me`);
  return ((await answer.json()) as { account: string }).account;
}

it("is scheduled for a machine, without a signal", async () => {
  await lists(onPhone);
  await onPhone.getByRole("link", { name: "Schedules" }).click();
  await onPhone.getByText("Schedule a list for every morning").waitFor();
  await looked(onPhone, "schedules-none-phone");
  // The phone learns of its new coworker.
  await onPhone.reload();
  await onPhone.getByRole("button", { name: "Schedule a list" }).click();
  const who = onPhone.getByLabel("Who does it");
  await who.locator("option", { hasText: /ana/i }).waitFor({ state: "attached" });
  await phone.setOffline(true);
  await onPhone.getByRole("button", { name: "Save" }).click();
  await onPhone.getByText("Choose a list.").first().waitFor();
  await onPhone.getByLabel("List", { exact: true }).selectOption({ label: "Final walk with the client" });
  await onPhone.getByLabel("For", { exact: true }).fill("Crane 2");
  await onPhone.getByLabel("Name", { exact: true }).fill("Crane check");
  await onPhone.getByLabel("Days, weeks, or months").selectOption("week");
  for (const day of ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"])
    await onPhone.getByLabel(day, { exact: true }).check({ force: true });
  await who.selectOption(await who.locator("option", { hasText: /ana/i }).getAttribute("value"));
  await looked(onPhone, "schedule-form-phone");
  await looked(onPhone, "schedule-form-desk", LAPTOP);
  await onPhone.getByRole("button", { name: "Save" }).click();
  await onPhone.getByText("Crane check is scheduled.").waitFor();
  await onPhone.getByText(/^Due today by 10 AM$/).waitFor();
  await phone.setOffline(false);
  sticker = (await onPhone.getByRole("link", { name: "Crane check, Crane 2" }).getAttribute("href"))!.split(
    "?",
  )[0]!;
  expect(sticker).toMatch(/^\/account\/job\/[\da-f-]+\/checklists\/due\/[\da-f-]+$/);
  await looked(onPhone, "schedules-phone");
  await looked(onPhone, "schedules-desk", LAPTOP);
}, 90_000);

it("is started once on each of two phones without a signal: both are saved, and say so", async () => {
  await lists(onOther);
  await due(onOther)
    .getByRole("link", { name: /Crane check, Crane 2\s*Today by 10 AM/ })
    .waitFor({ timeout: 30_000 });
  await lists(onPhone);
  await due(onPhone).getByRole("link").waitFor();
  await looked(onPhone, "checklists-due-phone");
  for (const page of [onPhone, onOther])
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await Promise.all([phone.setOffline(true), other.setOffline(true)]);
  // As the phone's camera opens it.
  await onOther.goto(`${product.url}${sticker}?of=${"0".repeat(8)}-0000-7000-8000-${"0".repeat(12)}`);
  await onOther.getByRole("heading", { name: "Crane check, Crane 2" }).waitFor();
  await looked(onOther, "scheduled-phone");
  for (const page of [onOther, onPhone]) {
    if (page === onPhone) await due(page).getByRole("link").click();
    await page.getByRole("button", { name: "Start the list" }).click();
    await page.getByText(/^Scheduled for /).waitFor();
  }
  // It continues.
  await lists(onPhone);
  await due(onPhone)
    .getByRole("link", { name: /started$/ })
    .click();
  await onPhone.getByText(/^Scheduled for /).waitFor();
  await Promise.all([phone.setOffline(false), other.setOffline(false)]);
  await Promise.all([onPhone.reload(), onOther.reload()]);
  for (const page of [onPhone, onOther])
    await page.getByText("This list was started twice for that day.").waitFor({ timeout: 30_000 });
  expect(await onPhone.locator(".check").count()).toBeGreaterThan(3);
  await looked(onPhone, "scheduled-twice-phone");
}, 90_000);

it("is seen by the office: due on Today, what failed, and stickers", async () => {
  await onPhone
    .locator(".check")
    .filter({ hasText: "Each sink, tub, and shower" })
    .first()
    .getByRole("button", { name: "Fail", exact: true })
    .click();
  await onPhone.getByText("1 failed").waitFor();
  await expect
    .poll(async () => {
      await onPhone.goto(`${product.url}/account/checklists/fails`);
      return onPhone.getByText("1 of 1 times").count();
    })
    .toBe(1);
  await looked(onPhone, "checklist-fails-phone");
  await looked(onPhone, "checklist-fails-desk", LAPTOP);
  const csv = await onPhone.request.get(`${product.url}/account/checklists/fails.csv`);
  expect(await csv.text()).toMatch(/^Crane check,"?Each sink, tub, and shower.*,1,1,100%/m);
  await onPhone.goto(`${product.url}/account/dashboard`);
  await onPhone.getByText(/, Crane check, Crane 2: due today by 10 AM/).waitFor();
  await looked(onPhone, "checklists-today-phone");
  await onPhone.goto(`${product.url}/account/checklists/schedules`);
  await onPhone.getByRole("link", { name: "Crane check, Crane 2" }).waitFor();
  await looked(onPhone, "schedules-office-phone");
  await looked(onPhone, "schedules-office-desk", LAPTOP);
  await onPhone.goto(`${product.url}/account/checklists`);
  await onPhone.getByRole("link", { name: "2 open" }).waitFor();
  await looked(onPhone, "checklists-office-counts-desk", LAPTOP);
  const sheet = await onPhone.request.get(`${product.url}/account/checklists/stickers.pdf?job=${job}`);
  expect([sheet.status(), sheet.headers()["content-type"]]).toEqual([200, "application/pdf"]);
  if (process.env["SCREENSHOTS"])
    await (
      await import("node:fs/promises")
    ).writeFile(`${process.env["SCREENSHOTS"]}/stickers.pdf`, await sheet.body());
}, 90_000);

it("says who to ask when a stranger scans the sticker, and nothing of the job", async () => {
  await atClient.goto(`${product.url}${sticker}?of=${await accountOf()}`);
  await atClient.getByRole("heading", { name: "This sticker opens a checklist" }).waitFor();
  expect(await atClient.content()).toContain("Hale Builders");
  for (const secret of ["Hale tower", "Crane"]) expect(await atClient.content()).not.toContain(secret);
  await looked(atClient, "sticker-stranger-phone");
  await atClient.getByRole("link", { name: "Log in" }).click();
  await atClient.waitForURL(/\/login\?/);
}, 30_000);

it("is paused, and removed with an undo", async () => {
  await onPhone.goto(`${product.url}/account/job/${job}/checklists/schedules`);
  await onPhone.getByRole("button", { name: "Pause" }).click();
  await onPhone.getByText("Paused", { exact: true }).waitFor();
  await onPhone.getByRole("button", { name: "Resume" }).click();
  await onPhone.getByText(/^Due today by 10 AM$/).waitFor();
  await onPhone.getByRole("button", { name: "Remove" }).click();
  await onPhone.getByText("The schedule is removed.").waitFor();
  expect(await onPhone.getByRole("link", { name: "Crane check, Crane 2" }).count()).toBe(0);
  await onPhone.getByRole("button", { name: "Undo" }).click();
  await onPhone.getByRole("link", { name: "Crane check, Crane 2" }).waitFor();
}, 60_000);

it("moves to another job without a signal, and its sticker leads there", async () => {
  const next = await addJob(onPhone, product.url, "Oak garage");
  await onPhone.locator(".field-state").filter({ hasText: "All sent" }).waitFor();
  await onPhone.goto(`${product.url}/account/job/${job}/checklists/schedules`);
  await onPhone.getByRole("button", { name: "Move to another job" }).waitFor();
  await phone.setOffline(true);
  await onPhone.getByRole("button", { name: "Move to another job" }).click();
  await onPhone.getByRole("button", { name: "Move", exact: true }).click();
  await onPhone.getByText("Choose a job.", { exact: true }).first().waitFor();
  await onPhone.getByLabel("Job where it is now").selectOption({ label: "Oak garage" });
  await looked(onPhone, "schedule-move-phone");
  await onPhone.getByRole("button", { name: "Move", exact: true }).click();
  await onPhone.getByText("Crane check, Crane 2 is on Oak garage now.").waitFor();
  await onPhone.getByText("Moved to Oak garage").waitFor();
  await looked(onPhone, "schedule-moved-phone");
  await lists(onPhone);
  await onPhone.getByRole("heading", { name: "Start a checklist" }).waitFor();
  expect(await due(onPhone).count()).toBe(0);
  // Its sticker, without a signal.
  await onPhone.goto(product.url + sticker);
  await onPhone.waitForURL(new RegExp(`/job/${next}/checklists/due/`));
  await onPhone.getByRole("heading", { name: "Crane check, Crane 2" }).waitFor();
  await phone.setOffline(false);
  await onPhone.reload();
  await onPhone.locator(".field-state").filter({ hasText: "All sent" }).waitFor();
  // Another phone hears of it. Before that, it would begin the list where the machine was.
  await onOther.goto(`${product.url}/account/job/${job}/checklists/schedules`);
  await onOther.getByText("Moved to Oak garage").waitFor({ timeout: 30_000 });
  await onOther.goto(product.url + sticker);
  await onOther.waitForURL(new RegExp(`/job/${next}/checklists/due/`), { timeout: 30_000 });
  await onOther.getByRole("heading", { name: "Crane check, Crane 2" }).waitFor({ timeout: 30_000 });
  const server = await onPhone.request.get(`${product.url}${sticker}?of=${await accountOf()}`, {
    maxRedirects: 0,
  });
  expect([server.status(), server.headers()["location"]]).toEqual([
    302,
    expect.stringContaining(`/account/job/${next}/checklists/due/`),
  ]);
}, 90_000);
