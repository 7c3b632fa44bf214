import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { launchBrowser, PHONE } from "../e2e/harness/browser.ts";
import { processTree } from "../e2e/harness/processes.ts";
import { type RunningProduct, removeData, startProduct } from "../e2e/harness/product.ts";
import { Visitor } from "../e2e/harness/visitor.ts";
import type { Figure } from "./figure.ts";
import { loopDelay, median } from "./tools.ts";

const TONES = ["Straightforward", "Friendly", "Professional", "Calm", "Plain"] as const;
const AT_ONCE = 200;
const CLICKS = 7;
const RENDERS = 6;
const IDLE_SECONDS = 5;
const LIMITS = {
  renderMs: 100,
  clickMs: 1_000,
  loopMs: 20,
  webMegabytes: 400,
  rendererMegabytes: 250,
} as const;

/**
 * Documents: how long one takes over a visitor's route; the time from the click on the form's button to the
 * page with the drawn cover; and what 200 requests at once do to the web process. Requests that don't fit
 * into the queue are refused with a retry time. The clients here respect it until everyone has a document.
 */
export async function benchDocument(): Promise<Figure[]> {
  const product = await startProduct({ LOG_LEVEL: "error" });
  try {
    const clicks = await clickToCover(product);
    const drafts = await Promise.all(TONES.map((tone) => draftOf(product, tone)));
    const renders = await oneByOne(product, drafts);
    return [
      {
        what: "PDF of 7 pages over HTTP, median of five layouts, beside 100 ms",
        ours: `${renders.toFixed(0)} ms`,
        limit: `${LIMITS.renderMs} ms`,
        ratio: LIMITS.renderMs / renders,
        aim: 1,
      },
      {
        what: "From the click to the page with its cover drawn, first of all, beside 1 s",
        ours: `${clicks.first.toFixed(0)} ms`,
        limit: `${LIMITS.clickMs} ms`,
        ratio: LIMITS.clickMs / clicks.first,
        aim: 1,
      },
      {
        what: "From the click to the page with its cover drawn, usual, beside 1 s",
        ours: `${clicks.usual.toFixed(0)} ms`,
        limit: `${LIMITS.clickMs} ms`,
        ratio: LIMITS.clickMs / clicks.usual,
        aim: 1,
      },
      ...(await allAtOnce(product, drafts)),
    ];
  } finally {
    await product.stop();
    await removeData(product.dataDir);
  }
}

async function draftOf(product: RunningProduct, tone: string): Promise<string> {
  const made = await new Visitor(product.url).post("/genLeadMagnet", { ...BRIEF, tone });
  const token = /made=([\w-]+)/.exec(made.headers.get("location") ?? "")?.[1];
  if (!token) throw new Error(`the generator answered ${made.status}`);
  return `${product.url}/genLeadMagnet/pdf/${token}`;
}

const BRIEF = {
  name: "Marcus Bell",
  email: "marcus@northfork.test",
  company: "North Fork Decks",
  product: "decks, stairs and railings",
  targetAudience: "homeowners planning a deck",
  topic: "9 questions to ask before you hire a deck builder",
} as const;

/**
 * In a real browser on a phone-size screen, in milliseconds of its own clock: from pressing the button until
 * the cover is loaded and decoded.
 */
async function clickToCover(product: RunningProduct): Promise<{ first: number; usual: number }> {
  const browser = await launchBrowser();
  try {
    const times: number[] = [];
    for (let at = 0; at < CLICKS; at++) {
      const context = await browser.newContext({ viewport: PHONE });
      const page = await context.newPage();
      await page.goto(`${product.url}/genLeadMagnet`, { waitUntil: "networkidle" });
      for (const [name, value] of Object.entries(BRIEF)) await page.locator(`[name="${name}"]`).fill(value);
      await page.locator('[name="tone"]').fill(TONES[at % TONES.length]!);
      const began = await page
        .locator('main form button[type="submit"]')
        .evaluate((button: HTMLButtonElement) => {
          const pressed = Date.now();
          // The click navigates away from this page; let this call return first.
          setTimeout(() => button.click(), 0);
          return pressed;
        });
      await page.waitForURL("**/genLeadMagnet?made=*");
      const shown = await page.locator('img[src*="/cover/"]').evaluate(async (cover: HTMLImageElement) => {
        await cover.decode();
        return Date.now();
      });
      times.push(shown - began);
      await context.close();
    }
    return { first: times[0]!, usual: median(times.slice(1)) };
  } finally {
    await browser.close();
  }
}

async function oneByOne(product: RunningProduct, drafts: readonly string[]): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round <= RENDERS; round++)
    for (const draft of drafts) {
      const began = performance.now();
      const answer = await fetch(draft);
      const { byteLength } = await answer.arrayBuffer();
      if (answer.status !== 200 || byteLength < 10_000)
        throw new Error(`a document answered ${answer.status}`);
      // The first round warms up.
      if (round > 0) times.push(performance.now() - began);
    }
  await fetch(`${product.url}/livez`);
  return median(times);
}

/** Requests all documents at once; refused clients retry after the given time. */
async function allAtOnce(product: RunningProduct, drafts: readonly string[]): Promise<Figure[]> {
  // Reading the delay resets its counter. The value without any load is the machine's own noise.
  await loopDelay(product);
  await sleep(IDLE_SECONDS * 1000);
  const idle = await loopDelay(product);
  const memory = watchMemory(product.process.pid!);
  const began = performance.now();
  const waits: number[] = [];
  let refusals = 0;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async (_, at) => {
      for (;;) {
        const answer = await fetch(drafts[at % drafts.length]!);
        const body = Buffer.from(await answer.arrayBuffer());
        if (answer.status === 200) {
          if (body.subarray(0, 5).toString() !== "%PDF-") throw new Error("a document is none");
          waits.push(performance.now() - began);
          return;
        }
        const again = Number(answer.headers.get("retry-after"));
        if (answer.status !== 503 || !(again > 0))
          throw new Error(`a document answered ${answer.status}, Retry-After ${again}`);
        refusals++;
        await sleep(again * 1000);
      }
    }),
  );
  const seconds = (performance.now() - began) / 1000;
  const delay = await loopDelay(product);
  const peak = memory.stop();
  if (peak.renderers > Math.max(1, availableParallelism() - 1))
    throw new Error(`${peak.renderers} renderers at once`);
  return [
    {
      what: `Event loop of the web process, p99 while ${AT_ONCE} ask at once (all served within ${seconds.toFixed(0)} s, ${refusals} told to come back; idle ${idle.toFixed(1)} ms), beside 20 ms`,
      ours: `${delay.toFixed(1)} ms`,
      limit: `${LIMITS.loopMs} ms`,
      ratio: LIMITS.loopMs / delay,
      aim: 1,
    },
    {
      what: `Memory of the web process meanwhile, peak`,
      ours: `${peak.web.toFixed(0)} MB`,
      limit: `${LIMITS.webMegabytes} MB`,
      ratio: LIMITS.webMegabytes / peak.web,
      aim: 1,
    },
    {
      what: `Memory of a renderer meanwhile, peak (${peak.renderers} of them)`,
      ours: `${peak.renderer.toFixed(0)} MB`,
      limit: `${LIMITS.rendererMegabytes} MB`,
      ratio: LIMITS.rendererMegabytes / peak.renderer,
      aim: 1,
    },
  ];
}

/** Peak resident memory of the web process and of each renderer in MB, sampled five times a second. */
function watchMemory(web: number): { stop(): { web: number; renderer: number; renderers: number } } {
  const peak = { web: 0, renderer: 0, renderers: 0 };
  const look = () => {
    const renderers = processTree(web).filter((pid) => pid !== web && isRenderer(pid));
    peak.renderers = Math.max(peak.renderers, renderers.length);
    peak.web = Math.max(peak.web, residentMegabytes(web));
    for (const pid of renderers) peak.renderer = Math.max(peak.renderer, residentMegabytes(pid));
  };
  const timer = setInterval(look, 200);
  return { stop: () => (clearInterval(timer), look(), peak) };
}

const procFile = (pid: number, name: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${name}`, "utf8");
  } catch {
    // The process ended between two samples.
    return "";
  }
};
const isRenderer = (pid: number) => procFile(pid, "cmdline").includes("platform/pdf/worker.ts");
const residentMegabytes = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(procFile(pid, "status"))?.[1] ?? 0) / 1024;
