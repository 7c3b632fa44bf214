import { rm } from "node:fs/promises";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { addJob, joinOnPhone } from "./harness/field.ts";
import { type RunningProduct, tempFolder } from "./harness/product.ts";
import { looked, openToolJourney } from "./harness/tool-journey.ts";
import { registerOwner } from "./harness/visitor.ts";

// Two inspectors and a sub walk one list without a signal, and contradict each other.

const WHO = { email: "super@three.test", password: "correct plumb line 7" };
const ITEMS = ["Ledger", "Posts", "Beams", "Joists", "Hangers", "Stairs", "Rail", "Gate", "Lights", "Drain"];

let product: RunningProduct;
let phones: BrowserContext[] = [];
let pages: Page[] = [];
let folders: string[] = [];
let run: string;
let close = async (): Promise<void> => {};

beforeAll(async () => {
  const opened = await openToolJourney("Checky", WHO, "Hale Builders");
  ({ product, close } = opened);
  const job = await addJob(opened.onPhone, product.url, "Hale deck");
  folders = await Promise.all([tempFolder("ana"), tempFolder("sub")]);
  const ana = await registerOwner(product, "ana@three.test");
  const sub = await registerOwner(product, "sub@three.test");
  const second = await joinOnPhone(product, opened.onPhone, { job: null, guest: ana, folder: folders[0]! });
  const third = await joinOnPhone(product, opened.onPhone, { job, guest: sub, folder: folders[1]! });
  phones = [opened.phone, second[0], third[0]];
  pages = [opened.onPhone, second[1], third[1]];
  const [first] = pages as [Page];
  await first.goto(`${product.url}/account/job/${job}/checklists`);
  await first.getByRole("button", { name: "Paste your own list" }).click();
  await first.getByLabel("Name of the list").fill("Deck");
  await first.getByLabel("Items, one per line").fill(ITEMS.join("\n"));
  await first.getByRole("button", { name: "Save and start" }).click();
  await first.getByRole("heading", { level: 1, name: "Deck" }).waitFor();
  run = first.url();
  await first.getByText("All sent").waitFor();
  for (const page of pages.slice(1)) {
    await page.goto(run);
    await page.getByRole("heading", { level: 1, name: "Deck" }).waitFor({ timeout: 30_000 });
  }
}, 180_000);

afterAll(async () => {
  await Promise.all(phones.slice(1).map((phone) => phone.close()));
  await close();
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
}, 60_000);

const item = (page: Page, words: string) => page.locator(".check").filter({ hasText: words }).first();
const answer = (page: Page, words: string, name: string) =>
  item(page, words).getByRole("button", { name, exact: true });
const isAnswered = (page: Page, words: string, name: string) =>
  expect.poll(() => answer(page, words, name).getAttribute("aria-pressed")).toBe("true");
async function mark(page: Page, words: string, name: string): Promise<void> {
  await answer(page, words, name).click();
  await isAnswered(page, words, name);
}
const shown = (page: Page) =>
  Promise.all(
    ITEMS.map((words) =>
      item(page, words)
        .locator('[aria-pressed="true"]')
        .allTextContents()
        .then((all) => all.join()),
    ),
  );

it("ends the same on three phones that had no signal, with every answer that was lost out one tap away", async () => {
  const [one, two, sub] = pages as [Page, Page, Page];
  await Promise.all(phones.map((phone) => phone.setOffline(true)));
  // Each alone, on items that nobody else marks.
  for (const [at, page] of pages.entries())
    for (const words of ITEMS.slice(at * 2, at * 2 + 2)) await mark(page, words, "Pass");
  // The phone is restarted in between.
  await two.reload();
  await isAnswered(two, ITEMS[2]!, "Pass");
  // Two against one, each against each, and one who changes their mind.
  await mark(one, "Rail", "Pass");
  await mark(two, "Rail", "Pass");
  await mark(sub, "Rail", "Fail");
  await mark(one, "Gate", "N/A");
  await mark(two, "Gate", "Pass");
  await mark(sub, "Gate", "Fail");
  await mark(sub, "Lights", "Fail");
  await mark(sub, "Lights", "Pass");
  await mark(one, "Lights", "N/A");
  await mark(two, "Drain", "Fail");
  // The one whose marks are the latest comes back first.
  for (const phone of phones.toReversed()) await phone.setOffline(false);
  for (const page of pages) await page.reload();
  for (const page of pages) {
    for (const words of ITEMS.slice(0, 6)) await isAnswered(page, words, "Pass");
    await isAnswered(page, "Drain", "Fail");
    for (const [words, count] of [
      ["Rail", 3],
      ["Gate", 3],
      ["Lights", 2],
    ] as const) {
      const versions = count === 2 ? "two versions" : `${count} versions`;
      await item(page, words).getByText(`Answer: ${versions}`).waitFor({ timeout: 30_000 });
    }
    // Each of the three is there, with who said it.
    await expect.poll(() => item(page, "Gate").getByRole("button", { name: "Use this one" }).count()).toBe(3);
  }
  expect(await shown(two)).toEqual(await shown(one));
  expect(await shown(sub)).toEqual(await shown(one));
  await item(one, "Gate").scrollIntoViewIfNeeded();
  await looked(one, "checklists-three-answers-phone");
  await item(one, "Gate").getByRole("button", { name: "Use this one" }).first().click();
  for (const page of pages)
    await expect
      .poll(() =>
        item(page, "Gate")
          .getByText(/^Answer: .* versions$/)
          .count(),
      )
      .toBe(0);
  expect(await shown(two)).toEqual(await shown(one));
  expect(await shown(sub)).toEqual(await shown(one));
}, 120_000);
