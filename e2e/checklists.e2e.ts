import { rm } from "node:fs/promises";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { LAPTOP, PHONE } from "./harness/browser.ts";
import { addJob, joinOnPhone } from "./harness/field.ts";
import { photoOf } from "./harness/photos.ts";
import { type RunningProduct, tempFolder } from "./harness/product.ts";
import { looked, openToolJourney } from "./harness/tool-journey.ts";
import { registerOwner } from "./harness/visitor.ts";

// A checklist that two people walk without a signal: every answer of both is there afterward.

const WHO = { email: "super@checks.test", password: "correct plumb line 7" };

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
  folder = await tempFolder("inspector");
  const ana = await registerOwner(product, "ana@checks.test");
  [other, onOther] = await joinOnPhone(product, onPhone, { job: null, guest: ana, folder });
}, 120_000);

afterAll(async () => {
  await other?.close();
  await close();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

const lists = (page: Page) => page.goto(`${product.url}/account/job/${job}/checklists`);
const item = (page: Page, words: string) => page.locator(".check").filter({ hasText: words }).first();
const answer = (page: Page, words: string, name: string) =>
  item(page, words).getByRole("button", { name, exact: true });
const isAnswered = (page: Page, words: string, name: string) =>
  expect.poll(() => answer(page, words, name).getAttribute("aria-pressed")).toBe("true");
const tally = (page: Page) => page.locator(".check-bar p").innerText();
let run: string;

it("starts with one tap, without a signal, and asks each room", async () => {
  await lists(onPhone);
  await onPhone.getByRole("heading", { name: "Start a checklist" }).waitFor();
  await looked(onPhone, "checklists-start-phone");
  await phone.setOffline(true);
  expect(await onPhone.locator(".checklist-pick").count()).toBe(8);
  await onPhone.getByRole("button", { name: /^Show all \d+ lists$/ }).click();
  expect(await onPhone.locator(".checklist-pick").count()).toBeGreaterThan(30);
  await onPhone.getByLabel("Find a list").fill("walk client");
  await expect.poll(() => onPhone.locator(".checklist-pick").count()).toBe(1);
  await onPhone.getByLabel("Where").fill("Unit 4");
  await onPhone.getByRole("button", { name: /^Final walk with the client/ }).click();
  await onPhone.getByRole("heading", { level: 1, name: "Final walk with the client" }).waitFor();
  run = new URL(onPhone.url()).pathname.split("/").at(-1)!;
  await onPhone.getByLabel("Rooms or units to check").fill("Kitchen, Bath 1-2");
  await onPhone.getByRole("button", { name: "Add", exact: true }).click();
  await onPhone.getByRole("region", { name: "Each room, Bath 2" }).waitFor();
  await onPhone.getByRole("region", { name: "Each room, Kitchen" }).getByText("Pass all 7").click();
  await onPhone.getByText("7 passed in Each room, Kitchen.").waitFor();
  await expect.poll(() => tally(onPhone)).toMatch(/^7 of \d+$/);
  await onPhone.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => tally(onPhone)).toMatch(/^0 of \d+$/);
}, 60_000);

it("fails an item, which needs a photo and begins extra work, and refuses a number that isn’t one", async () => {
  await answer(onPhone, "Each sink, tub, and shower", "Fail").click();
  await item(onPhone, "Each sink").getByText("Needs a photo before you finish.").waitFor();
  await item(onPhone, "Each sink")
    .getByRole("button", { name: /^Note or photo/ })
    .click();
  await item(onPhone, "Each sink").getByLabel("Note", { exact: true }).fill("Drip below the kitchen sink");
  await item(onPhone, "Each sink").getByRole("button", { name: "Save note" }).click();
  await item(onPhone, "Each sink").locator(".check-note").getByText("Drip below").waitFor();
  await item(onPhone, "Each sink")
    .locator("input[type=file]")
    .first()
    .setInputFiles({ name: "drip.jpg", mimeType: "image/jpeg", buffer: await photoOf(7, 1200, 900) });
  await item(onPhone, "Each sink").locator(".photos img").waitFor();
  expect(await item(onPhone, "Each sink").getByText("Needs a photo").count()).toBe(0);
  await looked(onPhone, "checklists-failed-phone");
  const water = item(onPhone, "Hot water at the tap");
  await water.getByRole("textbox").fill("hot");
  await water.getByRole("button", { name: "Save" }).click();
  await water.getByText("Enter a number, such as 12.5 or 12 1/2.").waitFor();
  await water.getByRole("textbox").fill("131");
  await water.getByRole("textbox").blur();
  await expect.poll(() => tally(onPhone)).toMatch(/2 failed$/);
  await answer(onPhone, "Smoke alarms sound", "Pass").click();
  await isAnswered(onPhone, "Smoke alarms sound", "Pass");
  // The count and the way to the next item are above the account's bar, wherever the list is scrolled to.
  await onPhone.evaluate(() => scrollTo(0, 900));
  const [bar, places] = await Promise.all(
    [".check-bar", ".places"].map((one) => onPhone.locator(one).last().boundingBox()),
  );
  expect(bar!.y + bar!.height).toBeLessThanOrEqual(places!.y + 1);
  // Nothing that gets the focus or is scrolled to is below it, on a small phone either.
  for (const viewport of [{ width: 320, height: 568 }, PHONE]) {
    await onPhone.setViewportSize(viewport);
    const covered = await onPhone.locator(".check-option").evaluateAll((options) => {
      const edge = () => document.querySelector(".check-bar")!.getBoundingClientRect().top;
      const isCovered = (option: Element) => option.getBoundingClientRect().bottom > edge() + 1;
      return options.filter((option) => {
        scrollTo(0, 0);
        (option as HTMLElement).focus();
        const byFocus = isCovered(option);
        scrollTo(0, 0);
        option.scrollIntoView({ block: "end" });
        return byFocus || isCovered(option);
      }).length;
    });
    expect([viewport.width, covered]).toEqual([viewport.width, 0]);
  }
  await looked(onPhone, "checklists-bar-phone");
}, 60_000);

it("is walked by another person too: the answers of both are there, and a contradiction is settled by choice", async () => {
  await phone.setOffline(false);
  await onPhone.reload();
  await lists(onOther);
  const theirs = onOther.getByRole("link", { name: /Final walk with the client, Unit 4/ });
  await theirs.click({ timeout: 30_000 });
  await isAnswered(onOther, "Smoke alarms sound", "Pass");
  await Promise.all([phone.setOffline(true), other.setOffline(true)]);
  await answer(onPhone, "Handrails and guards", "Pass").click();
  await isAnswered(onPhone, "Handrails and guards", "Pass");
  await answer(onPhone, "Carbon monoxide alarm", "Pass").click();
  await isAnswered(onPhone, "Carbon monoxide alarm", "Pass");
  await answer(onOther, "Handrails and guards", "Fail").click();
  await isAnswered(onOther, "Handrails and guards", "Fail");
  await answer(onOther, "GFCI outlets trip", "Pass").click();
  await isAnswered(onOther, "GFCI outlets trip", "Pass");
  await Promise.all([phone.setOffline(false), other.setOffline(false)]);
  await Promise.all([onPhone.reload(), onOther.reload()]);
  for (const page of [onPhone, onOther]) {
    await isAnswered(page, "GFCI outlets trip", "Pass");
    await isAnswered(page, "Carbon monoxide alarm", "Pass");
    await isAnswered(page, "Handrails and guards", "Fail");
    await item(page, "Handrails and guards").getByText("Answer: two versions").waitFor();
  }
  await item(onPhone, "Handrails and guards").scrollIntoViewIfNeeded();
  await looked(onPhone, "checklists-two-answers-phone");
  await item(onPhone, "Handrails and guards").getByRole("button", { name: "Use this one" }).last().click();
  await isAnswered(onOther, "Handrails and guards", "Pass");
  expect(await item(onOther, "Handrails and guards").getByText("two versions").count()).toBe(0);
}, 90_000);

it("isn’t finished before each item has what it needs, and then takes no answer once it’s approved", async () => {
  await onPhone.getByRole("button", { name: "Finish", exact: true }).click();
  await onPhone.getByText(/“Walls and ceiling: .*” \(Kitchen\) needs an answer; .* and \d+ more\./).waitFor();
  expect(await onPhone.evaluate(() => document.activeElement?.closest(".check")?.textContent)).toContain(
    "Walls and ceiling",
  );
  await looked(onPhone, "checklists-not-finished-phone");
  for (const name of ["Each room, Kitchen", "Each room, Bath 1", "Each room, Bath 2", "Kitchen and baths"])
    await onPhone
      .getByRole("region", { name, exact: true })
      .getByRole("button", { name: /^Pass (the other|all)/ })
      .click();
  for (const words of ["The client was shown", "Manuals, warranties"])
    await answer(onPhone, words, "Yes").click();
  await item(onPhone, "Keys and openers").getByRole("textbox").fill("3");
  await item(onPhone, "Keys and openers").getByRole("textbox").blur();
  await answer(onPhone, "House, yard, and driveway", "Pass").click();
  const left = async () => {
    const [done = 0, asked = 0] = (await tally(onPhone)).match(/\d+/g)!.map(Number);
    return asked - done;
  };
  await expect.poll(left).toBe(1);
  await onPhone.getByRole("button", { name: "Next open item" }).click();
  expect(
    await onPhone.evaluate(() =>
      document.activeElement?.closest(".check")?.textContent?.includes("still wants"),
    ),
  ).toBe(true);
  await onPhone.getByRole("button", { name: "Finish", exact: true }).click();
  await onPhone.getByText("Finished.").waitFor();
  await onPhone.waitForTimeout(1_100);
  await onPhone.getByRole("button", { name: "Approve", exact: true }).click();
  await onPhone.getByText("Approved.").waitFor();
  expect(await onPhone.locator(".check-option, .check-units").count()).toBe(0);
  await looked(onPhone, "checklists-approved-phone");
}, 90_000);

it("is found in the office, and a pasted list becomes one of the business", async () => {
  await onPhone.goto(`${product.url}/account/checklists?q=unit+4`);
  await onPhone
    .getByRole("link", { name: /^Final walk with the client, Unit 4/ })
    .waitFor({ timeout: 30_000 });
  await looked(onPhone, "checklists-office-desk", LAPTOP);
  const csv = await onPhone.request.get(`${product.url}/account/checklists/checklists.csv`);
  expect(await csv.text()).toContain('Hale kitchen,"Final walk with the client, Unit 4",Approved');
  await lists(onPhone);
  await onPhone.getByRole("button", { name: "Paste your own list" }).click();
  await onPhone.getByLabel("Name of the list").fill("Paint touch-up");
  await onPhone.getByLabel("Items, one per line").fill("INSIDE\nDoors\nTrim\nOUTSIDE\nSiding");
  await onPhone.getByText("2 items", { exact: true }).waitFor();
  await looked(onPhone, "checklists-paste-phone");
  await onPhone.getByRole("button", { name: "Save and start" }).click();
  await onPhone.getByRole("heading", { level: 1, name: "Paint touch-up" }).waitFor();
  await onPhone
    .getByRole("region", { name: "Outside" })
    .getByText("Siding", { exact: true })
    .first()
    .waitFor();
  expect(run).not.toBe(new URL(onPhone.url()).pathname.split("/").at(-1));
}, 60_000);
