import { rm } from "node:fs/promises";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { LAPTOP, PHONE } from "./harness/browser.ts";
import { addJob, joinOnPhone } from "./harness/field.ts";
import { photoOf } from "./harness/photos.ts";
import { type RunningProduct, tempFolder } from "./harness/product.ts";
import { looked, openToolJourney } from "./harness/tool-journey.ts";
import { registerOwner } from "./harness/visitor.ts";

// Issues of a job: found with and without a signal, fixed with a photo, looked at by a second person.

const WHO = { email: "super@issues.test", password: "correct plumb line 7" };

let product: RunningProduct;
let phone: BrowserContext;
let onPhone: Page;
let other: BrowserContext;
let onOther: Page;
let folder: string;
let job: string;
let close = async (): Promise<void> => {};

beforeAll(async () => {
  ({ product, phone, onPhone, close } = await openToolJourney("Checky", WHO, "Hale Builders"));
  job = await addJob(onPhone, product.url, "Hale kitchen");
  folder = await tempFolder("sub");
  const ana = await registerOwner(product, "ana@issues.test");
  [other, onOther] = await joinOnPhone(product, onPhone, { job, guest: ana, folder });
}, 120_000);

afterAll(async () => {
  await other?.close();
  await close();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

const issues = (page: Page) => page.goto(`${product.url}/account/job/${job}/checklists/issues`);
const save = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const photo = async (seed: number) => ({
  ...{ name: "photo.jpg", mimeType: "image/jpeg" },
  buffer: await photoOf(seed, 1200, 900),
});
const row = (page: Page, words: string) => page.locator(".issue-row").filter({ hasText: words });

it("walks the job without a signal: photo, words, next", async () => {
  await issues(onPhone);
  await onPhone.getByText("Nothing to fix yet.").waitFor();
  await looked(onPhone, "issues-empty-phone");
  await phone.setOffline(true);
  await save(onPhone, "Walk the job");
  const add = async (what: string, seed: number) => {
    await onPhone
      .locator("input[type=file]")
      .first()
      .setInputFiles(await photo(seed));
    await onPhone.locator(".photos img").waitFor();
    await onPhone.getByLabel("What’s wrong").fill(what);
  };
  await add("Paint drips on the pantry door", 3);
  await onPhone.getByLabel("Where").fill("Kitchen");
  await onPhone.getByLabel("Who fixes it").fill("Lopez Paint");
  await onPhone.getByLabel("Due").fill("2026-11-02");
  await looked(onPhone, "issues-walk-phone");
  await save(onPhone, "Save, next one");
  await expect.poll(() => onPhone.getByLabel("What’s wrong").inputValue()).toBe("");
  expect(await onPhone.getByLabel("Where").inputValue()).toBe("Kitchen");
  expect(await onPhone.getByLabel("Who fixes it").inputValue()).toBe("Lopez Paint");
  await onPhone.getByLabel("What’s wrong").fill("Outlet cover cracked");
  await onPhone.getByLabel("Who fixes it").fill("");
  await save(onPhone, "Save, next one");
  await expect.poll(() => onPhone.getByLabel("What’s wrong").inputValue()).toBe("");
  await save(onPhone, "Cancel");
  await row(onPhone, "Paint drips on the pantry door")
    .getByText(/Lopez Paint, was due/)
    .waitFor();
  await onPhone.getByRole("button", { name: "Overdue 2" }).click();
  await expect.poll(() => onPhone.locator(".issue-row").count()).toBe(2);
  await onPhone.getByRole("button", { name: "Open 2" }).click();
  await looked(onPhone, "issues-list-phone");
}, 60_000);

it("has numbers once there is a signal, and one date for several", async () => {
  await phone.setOffline(false);
  await row(onPhone, "Paint drips").getByText("PL-00").waitFor({ timeout: 30_000 });
  await row(onPhone, "Outlet cover").getByText("PL-00").waitFor();
  await save(onPhone, "Select several");
  await save(onPhone, "Select all 2");
  await onPhone.getByRole("region", { name: "Selected issues" }).getByLabel("Due").fill("2031-01-10");
  await looked(onPhone, "issues-selected-phone");
  await save(onPhone, "Save");
  await onPhone.getByText("2 issues: a new date.").waitFor();
  await expect.poll(() => onPhone.getByRole("button", { name: /^Overdue/ }).count()).toBe(0);
  await row(onPhone, "Outlet cover")
    .getByText(/due (Fri|Jan)/)
    .waitFor();
});

it("is fixed with a photo where the job wants one, sent back with a reason, and closed", async () => {
  await onPhone.getByText("What closing an issue needs on this job").click();
  await onPhone.getByLabel("A photo of the fix").click();
  await expect.poll(() => onPhone.getByLabel("A photo of the fix").isChecked()).toBe(true);
  await row(onPhone, "Outlet cover").getByRole("link").click();
  await onPhone.getByRole("heading", { name: "Outlet cover cracked" }).waitFor();
  await looked(onPhone, "issues-one-phone");
  await save(onPhone, "It’s fixed");
  await save(onPhone, "Ready for review");
  await onPhone.getByText("This job wants a photo of the fix. Add one first.", { exact: true }).waitFor();
  await onPhone
    .locator("input[type=file]")
    .first()
    .setInputFiles(await photo(8));
  await onPhone.locator(".photos img").first().waitFor();
  await onPhone.getByLabel("What you did").fill("New cover");
  await save(onPhone, "Ready for review");
  await onPhone.locator(".issue-state").getByText("Ready for review").waitFor();
  await looked(onPhone, "issues-ready-phone");
  await save(onPhone, "Send back");
  await onPhone.getByLabel("What’s still wrong?").fill("Wrong color");
  await onPhone.locator("form").getByRole("button", { name: "Send back" }).click();
  await onPhone.getByText("Still wrong: Wrong color").waitFor();
  await save(onPhone, "It’s fixed");
  await onPhone.getByLabel("What you did").fill("White one");
  await save(onPhone, "Ready for review");
  await onPhone.locator(".issue-state").getByText("Ready for review").waitFor();
  await save(onPhone, "Accept and close");
  await onPhone.locator(".issue-state").getByText("Closed").waitFor();
  await looked(onPhone, "issues-closed-phone");
}, 60_000);

it("begins with a failed item of a checklist once, and a guest of the job sees it", async () => {
  await onPhone.goto(`${product.url}/account/job/${job}/checklists`);
  await onPhone.getByRole("link", { name: "Issues: 1 open" }).waitFor();
  await onPhone.getByLabel("Find a list").fill("walk client");
  await onPhone.getByLabel("Where").fill("Unit 4");
  await onPhone.getByRole("button", { name: /^Final walk with the client/ }).click();
  const item = onPhone.locator(".check").filter({ hasText: "Smoke alarms sound" }).first();
  await item.getByRole("button", { name: "Fail", exact: true }).click();
  await item.getByRole("button", { name: "Make it an issue" }).click();
  await onPhone.getByRole("heading", { level: 1, name: /Smoke alarms sound/ }).waitFor();
  const path = new URL(onPhone.url()).pathname;
  await onPhone.locator("dd").getByText("Unit 4", { exact: true }).waitFor();
  await looked(onPhone, "issues-found-phone");
  await onPhone.getByRole("link", { name: "Found on Final walk with the client" }).click();
  await item.getByRole("link", { name: /: Open$/ }).waitFor();
  await expect.poll(() => item.evaluate((one) => one.contains(document.activeElement))).toBe(true);
  const isInView = async () => {
    const { y, height } = (await item.boundingBox())!;
    return y > 0 && y + height < PHONE.height;
  };
  await expect.poll(isInView).toBe(true);
  expect(await item.getByRole("button", { name: "Make it an issue" }).count()).toBe(0);
  await item.getByRole("link", { name: /: Open$/ }).click();
  await onPhone.locator(".issue-state").waitFor();
  expect(new URL(onPhone.url()).pathname).toBe(path);
  await issues(onOther);
  await row(onOther, "Smoke alarms sound").getByRole("link").click({ timeout: 30_000 });
  await onOther.locator(".issue-state").waitFor();
  expect(await onOther.getByRole("button", { name: "It’s fixed" }).count()).toBe(0);
  await onPhone.setViewportSize(LAPTOP);
  await issues(onPhone);
  await row(onPhone, "Smoke alarms").waitFor();
  await looked(onPhone, "issues-list-desk", LAPTOP);
}, 60_000);
