import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser, PHONE } from "./harness/browser.ts";
import { freePort, removeData, type RunningProduct, startProduct } from "./harness/product.ts";

// Every public form, submitted after the server went away: what a person typed on a phone isn't lost, with or
// without script.

const LOST = "We can’t reach the server right now. What you typed is still here. Try again in a moment.";
const EMAIL = "gil@client.test";

interface Form {
  readonly path: string;
  readonly typed: Readonly<Record<string, string>>;
  /** The form's message with script. */
  readonly says: string;
}
const FORMS: readonly Form[] = [
  {
    path: "/contact",
    typed: { name: "Gil Gone", email: EMAIL, message: "Anybody there?\nWe need a roof." },
    says: "Server error. Please try again.",
  },
  { path: "/buildlog", typed: { email: EMAIL }, says: "Something went wrong. Try again." },
  {
    path: "/genLeadMagnet",
    typed: { name: "Gil Gone", email: EMAIL, product: "cedar decks", topic: "what a deck costs" },
    says: LOST,
  },
  {
    path: "/genLeadDrip",
    typed: { name: "Gil Gone", email: EMAIL, company: "Gone Decks", product: "cedar decks" },
    says: LOST,
  },
  { path: "/login", typed: { email: EMAIL, password: "a long enough one" }, says: LOST },
  {
    path: "/register",
    typed: { email: EMAIL, password: "a long enough one", confirmPassword: "a long enough one" },
    says: LOST,
  },
];
/** Browsers don't restore passwords on Back. */
const SECRET = ["password", "confirmPassword"];

let product: RunningProduct;
let port: string;
let browser: Browser;
const contexts: BrowserContext[] = [];
/** Pages filled in while the server was up. */
const open = new Map<string, Page>();

beforeAll(async () => {
  port = String(await freePort());
  [product, browser] = await Promise.all([startProduct({ PORT: port }), launchBrowser()]);
  for (const javaScriptEnabled of [true, false]) {
    const context = await browser.newContext({ viewport: PHONE, javaScriptEnabled });
    contexts.push(context);
    for (const { path, typed } of FORMS) {
      const page = await context.newPage();
      page.setDefaultTimeout(20_000);
      await page.goto(product.url + path);
      for (const [name, value] of Object.entries(typed))
        await page.locator(`main form [name="${name}"]`).fill(value);
      open.set(`${path} ${javaScriptEnabled}`, page);
    }
  }
  await product.stop();
}, 180_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  if (product) await removeData(product.dataDir);
});

const press = (page: Page) => page.locator('main form button[type="submit"]').first().click();
const values = async (page: Page, names: readonly string[]) =>
  Object.fromEntries(
    await Promise.all(
      names.map(
        async (name) => [name, await page.locator(`main form [name="${name}"]`).inputValue()] as const,
      ),
    ),
  );

describe.each(FORMS)("$path, with the server gone", ({ path, typed, says }) => {
  it("with script: the page stays, says so, and holds every word", async () => {
    const page = open.get(`${path} true`)!;
    const button = page.locator('main form button[type="submit"]').first();
    const words = await button.innerText();
    await press(page);
    await expect
      .poll(() => page.locator("main form .status-line").first().textContent(), { timeout: 15_000 })
      .toBe(says);
    expect(new URL(page.url()).pathname).toBe(path);
    expect(await values(page, Object.keys(typed))).toEqual(typed);
    // The button is enabled again.
    expect([await button.innerText(), await button.getAttribute("aria-busy")]).toEqual([words, null]);
  });

  it("without script: going back from the browser's own page shows the form as it was filled in", async () => {
    const page = open.get(`${path} false`)!;
    await press(page);
    await page.waitForURL(/^chrome-error:/);
    await page.goBack();
    const names = Object.keys(typed).filter((name) => !SECRET.includes(name));
    await expect
      .poll(() => values(page, names), { timeout: 15_000 })
      .toEqual(Object.fromEntries(names.map((name) => [name, typed[name]])));
  });
});

it("and once it is there again, the same press goes through", async () => {
  product = await startProduct({ PORT: port, DATA_DIR: product.dataDir });
  for (const script of [true, false]) {
    const page = open.get(`/genLeadMagnet ${script}`)!;
    await press(page);
    await page.getByRole("heading", { name: "Here Is Your Lead Magnet" }).waitFor();
    expect(page.url()).toContain("made=");
  }
  const contact = open.get("/contact true")!;
  await press(contact);
  await contact.getByText("Message sent successfully!", { exact: true }).waitFor();
});
