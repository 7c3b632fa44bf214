import { existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import { type Browser, type BrowserContext, chromium, type Page, type Request } from "playwright-core";
import type { Visitor } from "./visitor.ts";

// Without the network flags Chromium contacts Google's hosts at every start.
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

export const PHONE = { width: 390, height: 844 } as const;
export const LAPTOP = { width: 1440, height: 900 } as const;

/** Launches the Chromium that the test command found, or the machine's. */
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
 * A journey clicks on a new screen within milliseconds, which src/ui/scripts/double-tap.ts would take for the
 * second tap of a double tap. This fakes the input that a person makes in between; the second click of a real
 * double click (`detail` 2) stays one.
 */
const MEAN_EVERY_CLICK = `addEventListener("click", (event) => event.detail === 1 && dispatchEvent(new Event("input")), { capture: true });`;

/**
 * Replaces the camera of a page by one that never shows the same picture twice, as none does: equal pictures
 * are one photo.
 */
export const fakeCamera = async (page: Page): Promise<void> =>
  void (await page.addInitScript(() => {
    if (!navigator.mediaDevices) return;
    navigator.mediaDevices.getUserMedia = async () => {
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [1280, 960];
      const paint = canvas.getContext("2d")!;
      const draw = () => {
        paint.fillStyle = "#7a8b99";
        paint.fillRect(0, 0, 1280, 960);
        for (let at = 0; at < 12; at++) {
          paint.fillStyle = `hsl(${Math.random() * 360} 60% 45%)`;
          paint.fillRect(Math.random() * 1000, Math.random() * 700, 60 + Math.random() * 240, 200);
        }
      };
      draw();
      setInterval(draw, 40);
      return canvas.captureStream(25);
    };
  }));

/** Launches a browser with its own profile, like a device: reopened on the same folder, it has its data. */
export async function launchProfile(
  folder: string,
  options: { viewport: { width: number; height: number }; timezoneId?: string; hasTouch?: boolean },
): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(folder, {
    args: FLAGS,
    ...executable(),
    ...options,
  });
  await context.addInitScript(MEAN_EVERY_CLICK);
  return context;
}

export function executable(): { executablePath?: string } {
  const known = [process.env["TEST_CHROMIUM"], "/usr/bin/chromium", "/usr/bin/google-chrome"].find(
    (file) => file && existsSync(file),
  );
  return known ? { executablePath: known } : {};
}

/**
 * Collects everything a page complains about: script errors, policy violations, failed requests. Empty after
 * a clean visit.
 */
export function complaintsOf(context: BrowserContext): string[] {
  const complaints: string[] = [];
  context.on("page", (page) => {
    page.on("pageerror", (error) => complaints.push(`script error: ${error.message}`));
    page.on("console", (message) => {
      // A refused form returns an error status on purpose.
      if (message.type() === "error" && !/status of 4\d\d/.test(message.text()))
        complaints.push(`console: ${message.text()} ${message.location().url}`);
    });
  });
  return complaints;
}

/** Fills in fields by name, or selects an option in lists. */
export async function fillIn(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    const field = page.locator(`main [name="${name}"]`);
    if ((await field.evaluate((one) => one.tagName)) === "SELECT") await field.selectOption(value);
    else await field.fill(value);
  }
}

/** Fills in and submits the login page. */
export async function sendLogIn(
  page: Page,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await fillIn(page, { email, password });
  await page.getByRole("button", { name: "Log In", exact: true }).click();
}

/** Logs in through the login page. @param origin where the product is */
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
 * Copies a visitor's session to a browser, without the login page.
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

/** Waits until a page has drawn its latest changes: colors, sizes, scroll position. */
export const settled = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    // Gives up on a page that isn't drawn.
    const latest = performance.now() + 5_000;
    const frame = () =>
      Promise.race([
        new Promise((resolve) => requestAnimationFrame(resolve)),
        new Promise((resolve) => setTimeout(resolve, 5_000)),
      ]);
    // Frame by frame: `finished` of an animation that isn't visible resolves only when something is drawn.
    const isMoving = () =>
      document
        .getAnimations()
        .some((one) => one.playState === "running" && one.effect?.getComputedTiming().endTime !== Infinity);
    await frame();
    do await frame();
    while (isMoving() && performance.now() < latest);
  });

/**
 * Submits the page's form with a double click, and waits for the next page.
 * @returns the button's text meanwhile, and how often the form was posted
 */
export async function sendWatched(page: Page): Promise<{ read: string | null; posts: number }> {
  let posts = 0;
  const { pathname } = new URL(page.url());
  const count = (request: Request) => {
    if (request.method() === "POST" && new URL(request.url()).pathname === pathname) posts++;
  };
  page.on("request", count);
  // The page goes away with its button, so the page itself records what happened.
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

/** Saves a screenshot for a person to look at, if SCREENSHOTS names a folder. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env["SCREENSHOTS"];
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: path.join(folder, `${name}.png`), fullPage: true });
}
