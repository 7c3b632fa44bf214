import { existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import { type Browser, type BrowserContext, chromium, type Page, type Request } from "playwright-core";
import type { Visitor } from "./visitor.ts";

// Without the network flags Chromium looks for its maker's hosts at every start.
export const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** A phone in a hand and a laptop on a desk. */
export const PHONE = { width: 390, height: 844 } as const;
export const LAPTOP = { width: 1440, height: 900 } as const;

/** A real Chromium: the one the test command found, or the machine's. */
export async function launchBrowser(flags: readonly string[] = []): Promise<Browser> {
  const browser = await chromium.launch({ args: [...FLAGS, ...flags], ...executable() });
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    await context.addInitScript(MEAN_EVERY_CLICK);
    return context;
  };
  return browser;
}

/**
 * A journey reads a new screen within milliseconds, which src/ui/scripts/double-tap.ts takes for the second
 * tap of a double tap. What a person does in the meantime to show that they mean it is done for them; the
 * second click of a real double click (`detail` 2) stays one.
 */
const MEAN_EVERY_CLICK = `addEventListener("click", (event) => event.detail === 1 && dispatchEvent(new Event("input")), { capture: true });`;

/**
 * A browser with a profile of its own, as a device has: closed and opened again on the same folder, it has
 * what it had.
 */
export async function launchProfile(
  folder: string,
  options: { viewport: { width: number; height: number }; timezoneId?: string },
): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(folder, {
    args: FLAGS,
    ...executable(),
    ...options,
  });
  await context.addInitScript(MEAN_EVERY_CLICK);
  return context;
}

/** Where the Chromium of the tests is. */
export function executable(): { executablePath?: string } {
  const known = [process.env["TEST_CHROMIUM"], "/usr/bin/chromium", "/usr/bin/google-chrome"].find(
    (file) => file && existsSync(file),
  );
  return known ? { executablePath: known } : {};
}

/**
 * Everything a page complained about: script errors, refused policies, failed requests. Empty after a clean
 * visit.
 */
export function complaintsOf(context: BrowserContext): string[] {
  const complaints: string[] = [];
  context.on("page", (page) => {
    page.on("pageerror", (error) => complaints.push(`script error: ${error.message}`));
    page.on("console", (message) => {
      // A refused form is answered with an error status on purpose.
      if (message.type() === "error" && !/status of 4\d\d/.test(message.text()))
        complaints.push(`console: ${message.text()} ${message.location().url}`);
    });
  });
  return complaints;
}

/** Types into the fields of those names, and chooses where there is a list to choose from. */
export async function fillIn(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    const field = page.locator(`main [name="${name}"]`);
    if ((await field.evaluate((one) => one.tagName)) === "SELECT") await field.selectOption(value);
    else await field.fill(value);
  }
}

/** Fills in the login page that is there, and sends it. */
export async function sendLogIn(
  page: Page,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await fillIn(page, { email, password });
  await page.getByRole("button", { name: "Log In", exact: true }).click();
}

/** Logs somebody in by the login page, as they would. @param origin where the product is */
export async function logIn(
  page: Page,
  origin: string,
  who: { email: string; password: string },
): Promise<void> {
  await page.goto(`${origin}/login`);
  await sendLogIn(page, who);
  await page.waitForURL("**/account/dashboard");
}

/**
 * Signs a browser in as a visitor is already, without a look at the login page.
 * @param origin where the product is
 */
export async function signInAs(context: BrowserContext, origin: string, visitor: Visitor): Promise<void> {
  const pairs = visitor.cookies().split("; ");
  await context.addCookies(
    pairs.map((pair) => ({
      name: pair.slice(0, pair.indexOf("=")),
      value: pair.slice(pair.indexOf("=") + 1),
      url: origin,
    })),
  );
}

/** A page is drawn a moment after what it draws has changed: colours, sizes, where it is scrolled to. */
export const settled = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    // A page that is not drawn, or moves for ever, is not waited for.
    const soon = new Promise((resolve) => setTimeout(resolve, 5_000));
    await Promise.race([
      soon,
      new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    ]);
    await Promise.race([soon, Promise.allSettled(document.getAnimations().map((one) => one.finished))]);
  });

/**
 * Presses the button that sends the page's form, twice as the impatient do, once the next page is there.
 * @returns what the button read meanwhile, and how often the form was sent
 */
export async function sendWatched(page: Page): Promise<{ read: string | null; posts: number }> {
  let posts = 0;
  const { pathname } = new URL(page.url());
  const count = (request: Request) => {
    if (request.method() === "POST" && new URL(request.url()).pathname === pathname) posts++;
  };
  page.on("request", count);
  // The page goes away with its button, so the page itself writes down what happened to it.
  await Promise.all([
    page.waitForEvent("load"),
    page.locator('main form button[type="submit"]').evaluate((button: HTMLButtonElement) => {
      new MutationObserver(() => sessionStorage.setItem("read", button.textContent)).observe(button, {
        childList: true,
        subtree: true,
      });
      button.click();
      button.click();
    }),
  ]);
  page.off("request", count);
  return { read: await page.evaluate(() => sessionStorage.getItem("read")), posts };
}

/** Keeps a picture for a person to look at, when SCREENSHOTS names a folder. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env["SCREENSHOTS"];
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: path.join(folder, `${name}.png`), fullPage: true });
}
