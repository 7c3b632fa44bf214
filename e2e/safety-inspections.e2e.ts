import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { LAPTOP } from "./harness/browser.ts";
import { addJob, joinOnPhone } from "./harness/field.ts";
import { photoOf } from "./harness/photos.ts";
import { type RunningProduct, tempFolder } from "./harness/product.ts";
import { looked, openToolJourney } from "./harness/tool-journey.ts";
import { registerOwner } from "./harness/visitor.ts";

// A safety list is walked without a signal, for a business without Checky. What failed starts an action,
// which one person fixes and another one closes.

const WHO = { email: "super@inspections.test", password: "correct plumb line 7" };
const FAILS = "Rails, rungs and steps are whole";

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
  ({ product, phone, onPhone, atClient, close } = await openToolJourney("SiteSafe", WHO, "Hale Builders"));
  job = await addJob(onPhone, product.url, "Hale kitchen");
  folder = await tempFolder("worker");
  const ana = await registerOwner(product, "ana@inspections.test");
  [other, onOther] = await joinOnPhone(product, onPhone, { job: null, guest: ana, folder });
}, 120_000);

afterAll(async () => {
  await other?.close();
  await close();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

const go = (page: Page, path: string) => page.goto(`${product.url}/account/job/${job}/${path}`);
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const item = (page: Page, words: string) => page.locator(".check").filter({ hasText: words }).first();
const photo = async (seed: number) => ({
  ...{ name: "photo.jpg", mimeType: "image/jpeg" },
  buffer: await photoOf(seed, 1200, 900),
});
const stateOf = (page: Page) => page.locator(".issue-state");

it("walks a safety list without a signal, and what fails starts an action", async () => {
  await go(onPhone, "safety");
  await onPhone.getByRole("link", { name: "Inspections" }).waitFor();
  await phone.setOffline(true);
  await onPhone.getByRole("link", { name: "Inspections" }).click();
  await onPhone.getByRole("heading", { name: "Start an inspection" }).waitFor();
  await looked(onPhone, "inspections-start-phone");
  await onPhone.getByRole("button", { name: /^Show all 19 lists$/ }).click();
  expect(await onPhone.locator(".checklist-pick").count()).toBe(19);
  await onPhone.locator(".checklist-pick", { hasText: "Ladders" }).click();
  await onPhone.getByRole("heading", { level: 1, name: "Ladders" }).waitFor();
  const failed = item(onPhone, FAILS);
  await failed.getByRole("button", { name: "Fail", exact: true }).click();
  const action = failed.getByRole("link", { name: /^Action: Open, due/ });
  await action.waitFor();
  // Taken back and failed again, it is one action.
  await failed.getByRole("button", { name: "Pass", exact: true }).click();
  await expect.poll(() => action.count()).toBe(0);
  await failed.getByRole("button", { name: "Fail", exact: true }).click();
  await action.waitFor();
  await failed.getByLabel("Priority").selectOption("urgent");
  await expect.poll(() => failed.getByLabel("Priority").inputValue()).toBe("urgent");
  await failed.getByRole("button", { name: /^Note or photo/ }).click();
  await failed
    .locator("input[type=file]")
    .first()
    .setInputFiles(await photo(3));
  await failed.locator(".photos img").waitFor();
  await looked(onPhone, "inspection-failed-phone");
  await action.click();
  await onPhone.getByRole("heading", { name: FAILS }).waitFor();
  await onPhone.getByRole("link", { name: /^Found on Ladders/ }).waitFor();
  await onPhone.locator(".photos img").waitFor();
  await looked(onPhone, "action-found-phone");
}, 120_000);

it("shows another person the inspection and the action, which they fix with a photo", async () => {
  await phone.setOffline(false);
  await onPhone.reload();
  await go(onOther, "safety/inspections");
  await onOther.getByRole("link", { name: /Ladders.*1 failed/ }).waitFor({ timeout: 60_000 });
  await onOther.getByRole("link", { name: "Actions: 1 open" }).click();
  await onOther.locator(".issue-row").getByRole("link", { name: FAILS }).click();
  await press(onOther, "It’s fixed");
  await press(onOther, "Ready for review");
  await onOther
    .getByText("A safety action needs a photo of the fix. Add one first.", { exact: true })
    .waitFor();
  await onOther
    .locator("input[type=file]")
    .first()
    .setInputFiles(await photo(8));
  await onOther.locator(".photos img").first().waitFor();
  await onOther.getByLabel("What you did").fill("Took it off the site");
  await press(onOther, "Ready for review");
  await stateOf(onOther).getByText("Ready for review").waitFor();
  expect(await stateOf(onOther).innerText()).toContain("Ready for review");
}, 120_000);

it("is closed by a second person, and the office has both lists", async () => {
  await go(onPhone, "safety/actions");
  await onPhone.getByRole("button", { name: "To review 1" }).waitFor({ timeout: 60_000 });
  await looked(onPhone, "actions-phone");
  await onPhone.locator(".issue-row").getByRole("link", { name: FAILS }).click();
  await press(onPhone, "Accept and close");
  await stateOf(onPhone).getByText("Closed").waitFor();
  await looked(onPhone, "action-closed-phone");
  // What this person fixes, somebody else closes.
  await go(onPhone, "safety/actions");
  await press(onPhone, "New action");
  await onPhone.getByLabel("What’s wrong").fill("Cord across the stairs");
  await looked(onPhone, "action-new-phone");
  await press(onPhone, "Save action");
  await onPhone
    .locator(".issue-row")
    .getByRole("link", { name: /Cord across the stairs/ })
    .click();
  await press(onPhone, "It’s fixed");
  await onPhone
    .locator("input[type=file]")
    .first()
    .setInputFiles(await photo(9));
  await onPhone.locator(".photos img").first().waitFor();
  await press(onPhone, "Ready for review");
  await stateOf(onPhone).getByText("Ready for review").waitFor();
  await press(onPhone, "Accept and close");
  await onPhone
    .getByText(/closed by a second person\. Someone else/)
    .first()
    .waitFor();
  await onPhone.goto(`${product.url}/account/safety/actions`);
  await onPhone.getByRole("link", { name: FAILS }).waitFor();
  await looked(onPhone, "actions-office-phone");
  await onPhone.goto(`${product.url}/account/safety/inspections`);
  await onPhone.getByRole("link", { name: /^Ladders/ }).waitFor();
  await looked(onPhone, "inspections-office", LAPTOP);
  const csv = await phone.request.get(`${product.url}/account/safety/actions/actions.csv`);
  expect(await csv.text()).toMatch(/Closed/);
}, 120_000);

it("has overdue actions first, on the job and in the office, and a filter for them", async () => {
  const add = async (title: string, due: string) => {
    await press(onPhone, "New action");
    await onPhone.getByLabel("What’s wrong").fill(title);
    await onPhone.getByLabel(/^Due/).fill(due);
    await press(onPhone, "Save action");
    await onPhone.locator(".issue-row", { hasText: title }).waitFor();
  };
  await go(onPhone, "safety/actions");
  await add("Anchor is loose", "2099-01-02");
  await add("Hole isn’t covered", "2020-01-02");
  const first = onPhone.getByRole("region", { name: "Overdue" });
  await first.getByText("Hole isn’t covered").waitFor();
  expect(await onPhone.locator(".check-group h2").first().innerText()).toBe("Overdue");
  await looked(onPhone, "actions-overdue-phone");
  await onPhone.getByRole("button", { name: "Overdue 1" }).click();
  await expect.poll(() => onPhone.locator(".issue-row").count()).toBe(1);
  const list = `${product.url}/account/safety/actions`;
  await expect
    .poll(async () => (await phone.request.get(`${list}/actions.csv?type=overdue`)).text(), {
      timeout: 30_000,
    })
    .toContain("Hole isn’t covered");
  await onPhone.goto(list);
  await onPhone.locator(".office-found > li").first().getByText("Hole isn’t covered").waitFor();
  await looked(onPhone, "actions-overdue-office", LAPTOP);
  await onPhone.getByRole("navigation", { name: "States" }).getByRole("link", { name: "Overdue" }).click();
  await expect.poll(() => onPhone.locator(".office-found > li").count()).toBe(1);
}, 120_000);

it("becomes a report with the failed item and its action, and is an inspection on the timeline", async () => {
  await onPhone.goto(`${product.url}/account/job/${job}`);
  await onPhone.getByText(/^Inspection · Ladders · Open/).waitFor({ timeout: 30_000 });
  const filter = onPhone.getByRole("region", { name: "History" }).getByRole("group", { name: "Show" });
  await filter.getByRole("button", { name: "Safety" }).click();
  await onPhone.getByText(/^Inspection · Ladders · Open/).waitFor();
  expect(await filter.getByRole("button", { name: "Checklists" }).count()).toBe(0);
  await looked(onPhone, "inspection-timeline-phone");
  await go(onPhone, "safety/inspections");
  await onPhone.getByRole("link", { name: /Ladders.*1 failed/ }).click();
  await onPhone.getByRole("link", { name: "Report", exact: true }).click();
  await onPhone.getByRole("heading", { name: "Inspection report" }).waitFor();
  await looked(onPhone, "inspection-report-form-phone");
  await press(onPhone, "Create report");
  await onPhone.getByRole("link", { name: "Open the PDF" }).waitFor({ timeout: 60_000 });
  await looked(onPhone, "inspection-report-made-phone");
  const pdf = await phone.request.get(`${onPhone.url().split("?")[0]!}/pdf`);
  expect(pdf.headers()["content-type"]).toBe("application/pdf");
  const shots = process.env["SCREENSHOTS"];
  if (shots) await writeFile(path.join(shots, "inspection-journey.pdf"), await pdf.body());
  await press(onPhone, "Create a link");
  await atClient.goto(await onPhone.locator("#paper-link").innerText());
  const groups = atClient.locator(".items-group");
  await groups.first().waitFor();
  const names = await groups.evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")));
  expect(names.slice(0, 2)).toEqual(["Failed", "Actions"]);
  await groups.nth(1).getByText("Took it off the site").waitFor();
  expect(await groups.nth(1).locator("img").count()).toBe(2);
  await looked(atClient, "inspection-report-client-phone");
  await looked(atClient, "inspection-report-client-desk", LAPTOP);
  await onPhone.goto(`${product.url}/account/safety/inspections`);
  await onPhone.getByRole("link", { name: /^Report of Ladders/ }).click();
  await onPhone.getByRole("heading", { name: "Inspection report" }).waitFor();
}, 180_000);

it("leads an old address of the action to SiteSafe, because Checky is closed", async () => {
  await go(onPhone, "checklists/issues");
  await expect.poll(() => new URL(onPhone.url()).pathname).toBe(`/account/job/${job}/safety/actions`);
  await go(onPhone, "checklists/plans");
  await onPhone
    .getByRole("main")
    .getByText(/Checky/)
    .first()
    .waitFor();
  expect(new URL(onPhone.url()).pathname).toBe(`/account/job/${job}/checklists/plans`);
}, 60_000);
