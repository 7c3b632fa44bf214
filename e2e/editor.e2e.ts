import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { violationsOn } from "./harness/axe.ts";
import { complaintsOf, LAPTOP, launchBrowser, PHONE, picture, settled, signInAs } from "./harness/browser.ts";
import { startServerPostgres, type ServerPostgres } from "./harness/postgres.ts";
import { removeData, type RunningProduct, startProduct } from "./harness/product.ts";
import { openShop, type Shop } from "./harness/visitor.ts";

// A sequence is created, changed and published: with a mouse, a finger, only the keyboard, without a
// connection, without script, and by two people at once.

let postgres: ServerPostgres;
let product: RunningProduct;
let browser: Browser;
let shop: Shop;

beforeAll(async () => {
  postgres = await startServerPostgres();
  [product, browser] = await Promise.all([
    startProduct({ DATABASE_URL: postgres.ownerUrl, SECRET: "e".repeat(40) }),
    launchBrowser(),
  ]);
  shop = await openShop(product, "owner@editor.test", "Summit Deck");
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await postgres?.remove();
  if (product) await removeData(product.dataDir);
});

async function signedIn(
  options: Parameters<Browser["newContext"]>[0],
): Promise<{ context: BrowserContext; page: Page; complaints: string[] }> {
  const context = await browser.newContext(options);
  const complaints = complaintsOf(context);
  await signInAs(context, product.url, shop.visitor);
  return { context, page: await context.newPage(), complaints };
}

/** Creates a new sequence and opens its editor. */
async function begin(page: Page, name: string): Promise<string> {
  await page.goto(`${product.url}/account/sequences/new`);
  await page.getByLabel("Name").fill(name);
  await page.getByRole("button", { name: "Add steps" }).click();
  await page.waitForURL(/\/edit$/);
  return /sequences\/([0-9a-f-]{36})/.exec(page.url())![1]!;
}
const titles = (page: Page) => page.locator(".step-title").allTextContents();
const saved = (page: Page) =>
  page.locator(".edit-bar .status-line", { hasText: "All changes are saved." }).waitFor();
const draftOf = async (id: string) =>
  (
    await postgres.sql<{ steps: { subject: string; body: string }[]; revision: number }>(
      "select steps, revision from sequences_drafts where sequence_id = $1",
      [id],
    )
  )[0]!;
const violations = async (page: Page) => {
  await settled(page);
  const found = await violationsOn(page);
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`);
};
const wideBy = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Adds an email at the end and fills it in. */
async function addMail(page: Page, subject: string) {
  const last = page.locator(".step-add").last();
  if (!(await last.evaluate((one: HTMLDetailsElement) => one.open))) await last.locator("summary").click();
  await last.getByRole("button", { name: "An email" }).click();
  const card = page.locator("[data-step]").last();
  await card.getByLabel("Subject").fill(subject);
  await card.getByLabel("Email", { exact: true }).fill("Hi {{first_name}},\n\nany question?\n\n{{business}}");
  await card.locator("summary").first().click();
}

it.each([
  { name: "laptop", viewport: LAPTOP, colorScheme: "light", hasTouch: false },
  { name: "phone-dark", viewport: PHONE, colorScheme: "dark", hasTouch: true },
] as const)(
  "is made, moved by hand and put to work: $name",
  async ({ name, viewport, colorScheme, hasTouch }) => {
    const { context, page, complaints } = await signedIn({ viewport, colorScheme, hasTouch });
    const look = async (screen: string) => {
      await picture(page, `${screen}-${name}`);
      expect(await wideBy(page), screen).toBeLessThanOrEqual(0);
      expect(await violations(page), screen).toEqual([]);
    };
    const id = await begin(page, "After a quote");
    await look("editor-empty");
    for (const subject of ["First", "Second", "Third"]) await addMail(page, subject);
    expect(await titles(page)).toEqual(
      ["First", "Second", "Third"].map((one) => expect.stringContaining(one)),
    );
    // Dragged by its handle.
    const handle = (await page.locator("[data-handle]").nth(2).boundingBox())!;
    const target = (await page.locator("[data-step]").first().boundingBox())!;
    await page.mouse.move(handle.x + 10, handle.y + 10);
    await page.mouse.down();
    await page.mouse.move(handle.x + 10, target.y + 30, { steps: 6 });
    await page.mouse.move(handle.x + 10, target.y + 2);
    await page.mouse.up();
    await expect
      .poll(async () => (await titles(page)).map((one) => one.slice(0, 5)))
      .toEqual(["Third", "First", "Secon"]);
    await page.getByRole("button", { name: "Delete: Email, step 3" }).click();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(async () => (await titles(page)).length).toBe(3);
    await page.locator(".step-edit summary").first().click();
    await look("editor");
    await saved(page);
    expect((await draftOf(id)).steps.map(({ subject }) => subject)).toEqual(["Third", "First", "Second"]);
    await page.getByRole("button", { name: "Publish" }).click();
    await page.waitForURL(/published=1/);
    await look("sequence");
    await page.getByRole("button", { name: "Pause" }).click();
    await page.getByText("Paused. Everything is on hold.").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("Resumed.").waitFor();
    await page.goto(`${product.url}/account/follow-up`);
    await look("sequences");
    expect(complaints).toEqual([]);
    await context.close();
  },
  60_000,
);

it("works by keys alone, and says what it does", async () => {
  const { context, page } = await signedIn({ viewport: LAPTOP });
  await begin(page, "By keys");
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await page.locator(".step-add summary").first().focus();
  for (const subject of ["One", "Two"]) {
    if (subject === "Two") {
      await page.locator(".step-add").last().locator("summary").focus();
      await press("Enter");
    }
    await page.locator(".step-add").last().getByRole("button", { name: "An email" }).focus();
    await press("Enter");
    // The first field of the new step has the focus.
    await expect.poll(() => page.evaluate(() => document.activeElement?.id ?? "")).toMatch(/-amount$/);
    await press("Tab", "Tab");
    await page.keyboard.type(subject);
    await press("Tab");
    await page.keyboard.type("Hi.");
  }
  const began = performance.now();
  await press("Alt+ArrowUp");
  await expect.poll(async () => (await titles(page)).map((one) => one.slice(0, 3))).toEqual(["Two", "One"]);
  expect(performance.now() - began).toBeLessThan(2000);
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("TEXTAREA");
  const tree = await page.locator("main").ariaSnapshot();
  expect(tree).toContain('- list "Steps"');
  expect(tree).toContain("Now step 1 of 2.");
  expect(tree).toContain('button "Move Email, step 1"');
  expect(tree).toContain('button "Down: Email, step 1"');
  await page.getByRole("button", { name: "Publish" }).focus();
  await press("Enter");
  await page.waitForURL(/published=1/);
  await context.close();
}, 60_000);

it("loses nothing with the connection, says what is missing beside its field, and keeps ten thousand characters", async () => {
  const { context, page: lost } = await signedIn({ viewport: PHONE });
  const id = await begin(lost, "Offline");
  await addMail(lost, "Before");
  await saved(lost);
  await context.setOffline(true);
  const long = "ten thousand characters ".repeat(420);
  await lost.locator(".step-edit summary").first().click();
  await lost.getByLabel("Email", { exact: true }).fill(long);
  await lost.getByText("You’re offline. Your changes are saved on this device").waitFor();
  await lost.getByRole("button", { name: "Publish" }).click();
  expect(await lost.getByLabel("Email", { exact: true }).inputValue()).toBe(long);
  // Closed while offline and reopened online, so that it couldn't be sent in between.
  await lost.close();
  await context.setOffline(false);
  const page = await context.newPage();
  await page.goto(`${product.url}/account/sequences/${id}/edit`);
  await page.getByText("We restored what you typed before you lost your connection.").waitFor();
  await saved(page);
  expect((await draftOf(id)).steps[0]?.body).toBe(long);
  await page.locator(".step-edit summary").first().click();
  await page.getByLabel("Subject").fill("");
  await page.getByRole("button", { name: "Publish" }).click();
  await page.getByRole("link", { name: "Please give the mail a subject." }).waitFor();
  expect(await page.getByLabel("Email", { exact: true }).inputValue()).toBe(long);
  await context.close();
}, 60_000);

it("of two people tells the second, and keeps both texts", async () => {
  const [one, two] = [await signedIn({ viewport: LAPTOP }), await signedIn({ viewport: LAPTOP })];
  const id = await begin(one.page, "Two of us");
  await addMail(one.page, "Shared");
  await saved(one.page);
  await two.page.goto(`${product.url}/account/sequences/${id}/edit`);
  for (const { page } of [one, two])
    if (!(await page.getByLabel("Subject").isVisible()))
      await page.locator(".step-edit summary").first().click();
  await one.page.getByLabel("Subject").fill("Hers");
  await saved(one.page);
  await expect.poll(async () => (await draftOf(id)).steps[0]?.subject).toBe("Hers");
  await two.page.getByLabel("Subject").fill("Mine");
  await two.page.getByRole("heading", { name: "owner@editor.test changed it too" }).waitFor();
  await picture(two.page, "two-people");
  expect(await violations(two.page)).toEqual([]);
  expect((await draftOf(id)).steps[0]?.subject).toBe("Hers");
  await two.page.getByRole("button", { name: "Continue with mine" }).click();
  await expect.poll(async () => (await draftOf(id)).steps[0]?.subject).toBe("Mine");
  await two.page.reload();
  await two.page.getByText("that was replaced").click();
  await two.page.getByRole("button", { name: "Bring it back" }).click();
  await expect.poll(async () => (await draftOf(id)).steps[0]?.subject).toBe("Hers");
  await one.context.close();
  await two.context.close();
}, 60_000);

it("works without script", async () => {
  const { context, page } = await signedIn({ viewport: PHONE, javaScriptEnabled: false });
  const id = await begin(page, "Plain");
  const add = async (kind: string) => {
    const last = page.locator(".step-add").last();
    if ((await last.getAttribute("open")) === null) await last.locator("summary").click();
    await last.getByRole("button", { name: kind }).click();
  };
  await add("An email");
  await page.getByLabel("Subject").fill("Kept");
  await page.getByLabel("Email", { exact: true }).fill("Hi.");
  await add("A call by you");
  await page.getByRole("button", { name: "Up: Call, step 2" }).click();
  expect(await page.locator(".step-title").last().textContent()).toContain("Kept");
  await page.getByRole("button", { name: "Delete: Email, step 2" }).click();
  await page.getByRole("button", { name: "Undo" }).click();
  expect((await draftOf(id)).steps.map(({ subject }) => subject)).toEqual(["", "Kept"]);
  await page.getByRole("button", { name: "Publish" }).click();
  await page.getByRole("link", { name: "Please say what the call is about." }).waitFor();
  await page.getByLabel("What to say on the call").fill("Ask how it looks.");
  await page.getByRole("button", { name: "Publish" }).click();
  await page.getByText("Published.").waitFor();
  await context.close();
}, 60_000);
