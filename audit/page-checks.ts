import type { Browser, BrowserContext, Page } from "playwright-core";
import { violationsOn } from "../e2e/harness/axe.ts";
import { settled } from "../e2e/harness/browser.ts";
import { htmlProblems } from "./valid-html.ts";

/** Compressed body sizes in bytes, as transferred. */
export type Weight = Record<"html" | "css" | "js" | "fonts" | "pictures" | "other", number>;

export interface PageFindings {
  readonly status: number;
  /** Whether search engines may index it. */
  readonly indexable: boolean;
  readonly weight: Weight;
  /** Requests to other hosts. */
  readonly strangers: readonly string[];
  readonly axe: readonly string[];
  readonly html: readonly string[];
  /** A short description of what works without JavaScript. */
  readonly withoutScript: string;
  readonly withoutScriptFailed: readonly string[];
  /** Absolute link targets, with their fragments. */
  readonly targets: readonly string[];
}

const AXE_RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice"];
const WIDE = { width: 1280, height: 800 };
const SMALL = { width: 320, height: 640 };
const PHONE = { width: 412, height: 823 };

const KINDS: Readonly<Record<string, keyof Weight>> = {
  document: "html",
  stylesheet: "css",
  script: "js",
  font: "fonts",
  image: "pictures",
};

/** Loads a page with and without JavaScript and collects all findings. */
export async function lookAt(browser: Browser, url: string): Promise<PageFindings> {
  const opened = await weigh(browser, url);
  return { ...opened, ...(await withoutScript(browser, url)) };
}

async function weigh(browser: Browser, url: string) {
  const context = await browser.newContext({
    ignoreHTTPSErrors: true,
    viewport: PHONE,
    reducedMotion: "reduce",
  });
  try {
    const page = await context.newPage();
    const weight: Weight = { html: 0, css: 0, js: 0, fonts: 0, pictures: 0, other: 0 };
    const strangers: string[] = [];
    const weighing: Promise<void>[] = [];
    page.on("request", (request) => {
      if (!request.url().startsWith("data:") && new URL(request.url()).origin !== new URL(url).origin)
        strangers.push(request.url());
    });
    page.on("requestfinished", (request) => {
      weighing.push(
        request
          .sizes()
          .then(
            ({ responseBodySize }) =>
              void (weight[KINDS[request.resourceType()] ?? "other"] += responseBodySize),
          ),
      );
    });
    const answer = await page.goto(url);
    const html = (await answer?.text()) ?? "";
    await scrollThrough(page);
    await page.waitForLoadState("networkidle");
    await Promise.all(weighing);
    // A copy: looking at the page in dark mode, below, loads pictures that no visitor loads with the others.
    const weighed = { ...weight };
    const targets = await page.evaluate(() => {
      const found = [...document.querySelectorAll<HTMLElement>("a[href], area[href], link[href]")].map(
        (one) => (one as HTMLAnchorElement).href,
      );
      const sources = [...document.querySelectorAll<HTMLElement>("img[src], script[src]")].map(
        (one) => (one as HTMLImageElement).src,
      );
      const sets = [...document.querySelectorAll("[srcset]")].flatMap((one) =>
        (one.getAttribute("srcset") ?? "").split(",").map((part) => part.trim().split(/\s+/)[0] ?? ""),
      );
      const pictures = [...document.querySelectorAll<HTMLMetaElement>('meta[property="og:image"]')].map(
        (one) => one.content,
      );
      return [...found, ...sources, ...sets.filter(Boolean), ...pictures].map(
        (one) => new URL(one, document.baseURI).href,
      );
    });
    const indexable = (await page.locator('meta[name="robots"][content*="noindex"]').count()) === 0;
    return {
      indexable,
      status: answer?.status() ?? 0,
      weight: weighed,
      strangers,
      targets,
      html: await htmlProblems(html),
      axe: await axe(page),
    };
  } finally {
    await context.close();
  }
}

/** Scrolls to the end and back so that lazy content loads. */
async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let at = 0; at < document.documentElement.scrollHeight; at += innerHeight) {
      scrollTo(0, at);
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    }
    scrollTo(0, 0);
  });
}

async function axe(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const size of [WIDE, SMALL]) {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await settled(page);
      const violations = await violationsOn(page, { tags: AXE_RULES });
      for (const { id, nodes } of violations)
        found.push(
          `${size.width} ${colorScheme} ${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`,
        );
    }
  }
  return found;
}

async function withoutScript(browser: Browser, url: string) {
  const context = await browser.newContext({ ignoreHTTPSErrors: true, javaScriptEnabled: false });
  const failed: string[] = [];
  const notes: string[] = [];
  try {
    const page = await context.newPage();
    await page.goto(url);
    const headings = await page.locator("h1:visible").count();
    if (headings !== 1) failed.push(`${headings} h1`);
    const words = (await page.locator("main").innerText()).trim().split(/\s+/).length;
    notes.push(`${words} words`);
    if (words < 15) failed.push(`only ${words} words in main`);
    const forms = await page.locator("main form").count();
    for (let place = 0; place < forms; place++) notes.push(await sendEmpty(context, url, place, failed));
  } finally {
    await context.close();
  }
  return { withoutScript: notes.join(", "), withoutScriptFailed: failed };
}

/** Submits an empty form without JavaScript: the page must come back with an error message and the form. */
async function sendEmpty(
  context: BrowserContext,
  url: string,
  place: number,
  failed: string[],
): Promise<string> {
  const page = await context.newPage();
  try {
    await page.goto(url);
    const form = page.locator("main form").nth(place);
    const method = await form.evaluate((one: HTMLFormElement) => {
      one.noValidate = true;
      return one.method;
    });
    if (method !== "post") failed.push(`a form sends by ${method}`);
    const [answer] = await Promise.all([
      page.waitForEvent("response", (one) => one.request().isNavigationRequest()),
      form.locator('[type="submit"]').first().click(),
    ]);
    const status = answer.status();
    await page.waitForLoadState();
    if (status < 400 || status >= 500) failed.push(`an empty form is answered ${status}`);
    if (!(await page.locator('main [role="alert"]:visible, main [aria-invalid="true"]:visible').count()))
      failed.push("a refused form says nothing");
    if (!(await page.locator("main form").count())) failed.push("a refused form is gone");
    return `form answered ${status}`;
  } finally {
    await page.close();
  }
}
