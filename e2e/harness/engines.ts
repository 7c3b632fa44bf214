import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { chromium, type ElementHandle, type Page } from "playwright-core";
import puppeteer, { type ElementHandle as PuppeteerHandle } from "puppeteer-core";
import { Builder, WebElement } from "selenium-webdriver";
import { executable, FLAGS } from "./browser.ts";
import { freePort } from "./product.ts";

// Three engines behind one small interface, so that one journey runs in each. Only what a person does: open,
// type, press, read.

/** Finds the field, button or link with that label. Runs in the page. */
type Find = (words: string) => Element | null;

/** A browser with one page. */
export interface Engine {
  goto(address: string): Promise<void>;
  /** Replaces the text of the field with that label or `name`. */
  fill(label: string, text: string): Promise<void>;
  /** Presses the button or link with that text. */
  press(words: string): Promise<void>;
  /** Waits until the page shows the text. @throws Error with the shown text instead, after 20 seconds */
  see(words: string): Promise<void>;
  /** Runs a script in the page. @param code an expression; a promise is awaited */
  read<T>(code: string): Promise<T>;
  close(): Promise<void>;
}

const PATIENCE_MS = 20_000;

const FIND_FIELD: Find = (words) => {
  const isShown = (one: Element) => one.getClientRects().length > 0;
  const label = [...document.querySelectorAll("label")].find(
    (one) => isShown(one) && (one.textContent ?? "").trim().startsWith(words),
  );
  return (
    label?.control ??
    [...document.querySelectorAll(`main [name="${CSS.escape(words)}"]`)].find(isShown) ??
    null
  );
};
const FIND_PRESSABLE: Find = (words) => {
  const nameOf = (one: Element) =>
    (one.getAttribute("aria-label") ?? one.textContent ?? "").replaceAll(/\s+/g, " ").trim();
  const all = [...document.querySelectorAll("main button, main a, main summary")].filter(
    (one) => one.getClientRects().length > 0,
  );
  return all.find((one) => nameOf(one) === words) ?? all.find((one) => nameOf(one).startsWith(words)) ?? null;
};

/**
 * The page's text. WebKit's `innerText` leaves out content scrolled away under `content-visibility`, so
 * entries are read separately.
 */
const SHOWN = `[document.body ? document.body.innerText : "", ...[...document.querySelectorAll("main li, main article")]
  .filter((one) => one.getClientRects().length > 0).map((one) => one.textContent)].join(" ").replace(/\\s+/g, " ")`;

/** The parts that differ between engines. */
interface Parts {
  goto(address: string): Promise<void>;
  read<T>(code: string): Promise<T>;
  find(
    find: Find,
    words: string,
  ): Promise<{ click(): Promise<void>; type(text: string): Promise<void> } | null>;
  close(): Promise<void>;
}

function engineOf({ goto, read, find, close }: Parts): Engine {
  const shown = () => read<string>(SHOWN).catch(() => "");
  /** What would be pressed, where it is, and what is in front of it. */
  const describe = (words: string) =>
    read<string>(`(() => {
      const one = (${FIND_PRESSABLE.toString()})(${JSON.stringify(words)});
      if (!one) return "gone";
      const box = one.getBoundingClientRect();
      const at = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
      const tag = (of) => (of ? of.cloneNode().outerHTML : "nothing");
      return [tag(one), JSON.stringify(box), "in front: " + tag(at), "window: " + innerWidth + "x" + innerHeight,
        "scrolled to " + scrollY + " of " + document.documentElement.scrollHeight, document.readyState].join(", ");
    })()`).catch(() => "the page is gone");
  /** Retries until it succeeds: pages come and go, and calls fail in between. */
  async function until<T>(what: string, look: () => Promise<T | null | false>): Promise<T> {
    for (const since = Date.now(); ; await sleep(100)) {
      let failure: unknown = "";
      const found = await look().catch((error: unknown) => ((failure = error), null));
      if (found !== null && found !== false) return found;
      if (Date.now() - since > PATIENCE_MS)
        throw new Error(`${what} is not there (${String(failure)}); the page reads: ${await shown()}`);
    }
  }
  return {
    goto,
    read,
    close,
    fill: async (label, text) =>
      void (await until(`the field “${label}”`, async () => {
        const field = await find(FIND_FIELD, label);
        await field?.type(text);
        return field;
      })),
    press: async (words) =>
      void (await until(`“${words}”`, async () => {
        const one = await find(FIND_PRESSABLE, words);
        try {
          await one?.click();
        } catch (error) {
          throw new Error(`${String(error)}: ${await describe(words)}`, { cause: error });
        }
        return one;
      })),
    see: async (words) =>
      void (await until(`“${words}”`, async () =>
        (await shown()).toLowerCase().includes(words.toLowerCase()),
      )),
  };
}

/** An engine that a journey is tried in, or why it can't be here. */
export interface Tried {
  readonly name: string;
  readonly missing?: string | undefined;
  open(): Promise<Engine>;
}

/** Debian's WebKit and Firefox, where the test command found them. */
export const OTHER_ENGINES: readonly Tried[] = [
  {
    name: "WebKit",
    missing: process.env["TEST_WEBKIT"]
      ? undefined
      : (process.env["TEST_WEBKIT_MISSING"] ?? "TEST_WEBKIT names no WebKitWebDriver"),
    open: () => openWebKit(process.env["TEST_WEBKIT"]!),
  },
  {
    name: "Firefox",
    missing: process.env["TEST_FIREFOX"]
      ? undefined
      : (process.env["TEST_FIREFOX_MISSING"] ?? "TEST_FIREFOX names no Firefox"),
    open: () => openFirefox(process.env["TEST_FIREFOX"]!),
  },
];

/** Clears a field, for an engine that only appends. */
const EMPTY =
  "(field) => { if (!field.value) return; field.value = ''; field.dispatchEvent(new Event('input', { bubbles: true })); }";

/** Opens Chromium, with a script that runs before every page. */
export async function openChromium(
  before: (page: Page) => Promise<void>,
): Promise<Engine & { readonly page: Page }> {
  const browser = await chromium.launch({ args: FLAGS, ...executable() });
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  await before(page);
  const engine = engineOf({
    goto: async (address) => void (await page.goto(address)),
    read: (code) => page.evaluate(code),
    async find(find, words) {
      const element = (
        await page.evaluateHandle(find, words)
      ).asElement() as ElementHandle<HTMLElement> | null;
      const timeout = 2_000;
      return (
        element && {
          click: () => element.click({ timeout }),
          type: (text) => element.fill(text, { timeout }),
        }
      );
    },
    close: () => browser.close(),
  });
  return { ...engine, page };
}

/** Opens Debian's Firefox over WebDriver BiDi. @param executablePath the one the test command found */
async function openFirefox(executablePath: string): Promise<Engine> {
  const browser = await puppeteer.launch({ browser: "firefox", executablePath, headless: true });
  const page = await browser.newPage();
  await page.setViewport({ width: 390, height: 844 });
  return engineOf({
    goto: async (address) => void (await page.goto(address)),
    read: <T>(code: string) => page.evaluate(code) as Promise<T>,
    async find(find, words) {
      // A field or a link, and so an element; the client's types only know nodes.
      const element = (await page.evaluateHandle(find, words)).asElement() as PuppeteerHandle | null;
      return (
        element && {
          click: () => element.click(),
          async type(text) {
            await page.evaluate((field: HTMLInputElement) => {
              if (!field.value) return;
              field.value = "";
              field.dispatchEvent(new Event("input", { bubbles: true }));
            }, element as never);
            await element.type(text);
          },
        }
      );
    },
    close: () => browser.close(),
  });
}

const MINI_BROWSER = ["x86_64", "aarch64"].map(
  (arch) => `/usr/lib/${arch}-linux-gnu/webkit2gtk-4.1/MiniBrowser`,
);

/**
 * Opens Debian's WebKit. It has no headless mode, so this starts a virtual display.
 * @param driver WebKitWebDriver
 */
async function openWebKit(driver: string): Promise<Engine> {
  const screen = spawn("Xvfb", ["-displayfd", "3", "-screen", "0", "1280x1000x24", "-nolisten", "tcp"], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  const processes: ChildProcess[] = [screen];
  const end = async () => {
    for (const one of processes.toReversed()) {
      if (one.exitCode !== null || one.signalCode !== null) continue;
      one.kill();
      await once(one, "exit");
    }
  };
  try {
    const [display] = (await once(screen.stdio[3] as Readable, "data")) as [Buffer];
    const port = await freePort();
    const env = { ...process.env, DISPLAY: `:${display.toString().trim()}`, GDK_BACKEND: "x11" };
    processes.push(spawn(driver, [`--port=${port}`], { env, stdio: "ignore" }));
    const server = `http://127.0.0.1:${port}`;
    while (
      !(await fetch(`${server}/status`).then(
        (answer) => answer.ok,
        () => false,
      ))
    )
      await sleep(50);
    const binary = MINI_BROWSER.find((file) => existsSync(file));
    const session = await new Builder()
      .usingServer(server)
      .withCapabilities({
        browserName: "MiniBrowser",
        "webkitgtk:browserOptions": { binary, args: ["--automation"] },
      })
      .build();
    return engineOf({
      goto: (address) => session.get(address),
      read: (code) => session.executeScript(`return ${code}`),
      async find(find, words) {
        const element = await session.executeScript<unknown>(
          `return (${find.toString()})(arguments[0])`,
          words,
        );
        if (!(element instanceof WebElement)) return null;
        return {
          click: () => element.click(),
          async type(text) {
            await session.executeScript(`(${EMPTY})(arguments[0])`, element);
            await element.sendKeys(text);
          },
        };
      },
      async close() {
        await session.quit();
        await end();
      },
    });
  } catch (error) {
    await end();
    throw error;
  }
}
