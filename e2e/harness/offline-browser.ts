import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Browser, chromium, type Page } from "playwright-core";
import { build } from "vite";
import type { OfflinePage } from "../../src/ground/sync/testing/store-page.fixture.ts";

declare global {
  /** Functions of the store's page, see store-page.fixture.ts. */
  var page: OfflinePage;
}

const ROOT = path.resolve(import.meta.dirname, "../..");

/** Builds the store's page. @returns its script, in a folder of its own */
export async function buildOfflinePage(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "plumbline-offline-page-"));
  await build({
    configFile: false,
    root: ROOT,
    logLevel: "error",
    publicDir: false,
    mode: "production",
    // Otherwise the test's NODE_ENV selects React's development build, which would be half missing.
    oxc: { jsx: { runtime: "automatic", development: false } },
    define: { "process.env.NODE_ENV": '"production"' },
    build: {
      outDir: folder,
      emptyOutDir: false,
      minify: false,
      lib: {
        entry: "src/ground/sync/testing/store-page.fixture.ts",
        formats: ["iife"],
        name: "offline",
        fileName: () => "page.js",
      },
    },
  });
  return path.join(folder, "page.js");
}

/** A browser that can be killed and reopened with its data on disk. */
export class KillableBrowser {
  readonly profile: string;
  private process: ChildProcess | null = null;
  private browser: Browser | null = null;

  private readonly flags: readonly string[];

  constructor(profile: string, flags: readonly string[] = []) {
    this.profile = profile;
    this.flags = flags;
  }

  /** @param flags more of them, such as a camera */
  static async create(flags: readonly string[] = []): Promise<KillableBrowser> {
    return new KillableBrowser(await mkdtemp(path.join(os.tmpdir(), "plumbline-profile-")), flags);
  }

  async open(address: string): Promise<Page> {
    const told = path.join(this.profile, "DevToolsActivePort");
    await rm(told, { force: true });
    this.process = spawn(
      process.env["TEST_CHROMIUM"] ?? "/usr/bin/chromium",
      [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--disable-extensions",
        "--disable-component-extensions-with-background-pages",
        "--remote-debugging-port=0",
        `--user-data-dir=${this.profile}`,
        ...this.flags,
        "about:blank",
      ],
      // A process group of its own, so that all its processes die at the same moment.
      { detached: true, stdio: "ignore" },
    );
    const port = await (async () => {
      for (let tries = 0; tries < 4_000; tries++) {
        const [first, second] = (await readFile(told, "utf8").catch(() => "")).split("\n");
        if (first && second) return first;
        await sleep(25);
      }
      throw new Error("The browser did not start.");
    })();
    this.browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
    const [context] = this.browser.contexts();
    const page = context!.pages()[0] ?? (await context!.newPage());
    await page.goto(address);
    return page;
  }

  /** SIGKILL to all of it, as when a phone loses its battery. */
  async kill(): Promise<void> {
    const { process: running, browser } = this;
    if (!running?.pid) return;
    const gone = new Promise((resolve) => running.once("exit", resolve));
    process.kill(-running.pid, "SIGKILL");
    await gone;
    await browser?.close().catch(() => undefined);
    // A killed browser leaves its profile locked.
    for (const name of ["SingletonLock", "SingletonCookie", "SingletonSocket"])
      await rm(path.join(this.profile, name), { force: true });
    this.process = this.browser = null;
  }

  /** Kills it and removes its data. */
  async remove(): Promise<void> {
    await this.kill();
    await rm(this.profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}
