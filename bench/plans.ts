import type { BrowserContext, Page } from "playwright-core";
import { launchBrowser, PHONE, signInAs } from "../e2e/harness/browser.ts";
import { photoOf } from "../e2e/harness/photos.ts";
import { startServerPostgres } from "../e2e/harness/postgres.ts";
import { removeData, startProduct } from "../e2e/harness/product.ts";
import { openShop, type Visitor } from "../e2e/harness/visitor.ts";
import { newId } from "../src/platform/db/ids.ts";
import { ISSUE } from "../src/trade/issues/rules/issue.ts";
import { pageField, PLAN, versionField } from "../src/trade/plans/rules.ts";
import { newJob } from "./device.ts";
import type { Figure } from "./figure.ts";
import { median, p95, words } from "./tools.ts";

const SIZE = { width: 8_000, height: 6_000 };
const PINS = 500;
const COMMANDS_AT_ONCE = 100;
/** 50 frames a second. */
const FRAME_MS = 20;
/** Pixels per second, and in all. */
const [SPEED, DISTANCE] = [900, 2_400];
const SWEEPS = 4;

/** In the page: start times of its frames. */
declare global {
  var planFrames: number[] | undefined;
}

/** A plan of 48 megapixels with 500 pins, zoomed in and panned by a finger; the page is on the device. */
export async function benchPlans(): Promise<Figure[]> {
  const postgres = await startServerPostgres();
  const settings = { DATABASE_URL: postgres.ownerUrl, SECRET: "y".repeat(40), LOG_LEVEL: "error" };
  const product = await startProduct(settings);
  const browser = await launchBrowser();
  try {
    const { visitor } = await openShop(product, "bench@owner.test", "Bench Decks");
    await postgres.sql("insert into businesses_open_tools (tool, since) values ('checklists', now())");
    const context = await browser.newContext({ viewport: PHONE, deviceScaleFactor: 2, hasTouch: true });
    await signInAs(context, product.url, visitor);
    const { opened, gaps } = await panPlan(context, product.url, visitor);
    return [
      {
        what: `A plan of ${words(SIZE.width)} by ${words(SIZE.height)} pixels with ${PINS} pins, sharp within ${words(opened)} ms, panned by a finger at ${words(SPEED)} pixels a second: median frame (p95 ${p95(gaps).toFixed(1)} ms, the latest ${words(Math.max(...gaps))} ms), beside 50 frames a second`,
        ours: `${median(gaps).toFixed(1)} ms`,
        limit: `${FRAME_MS} ms`,
        ratio: FRAME_MS / median(gaps),
        aim: 1,
      },
    ];
  } finally {
    await browser.close();
    await product.stop();
    await postgres.remove();
    await removeData(product.dataDir);
  }
}

async function panPlan(
  context: BrowserContext,
  origin: string,
  visitor: Visitor,
): Promise<{ opened: number; gaps: number[] }> {
  const { account, user } = (await (await visitor.get("/account/field/me")).json()) as {
    account: string;
    user: string;
  };
  const { job, send } = await newJob(visitor);
  const [plan, sha256] = [newId(), "a".repeat(64)];
  const page = { sha256, ...SIZE };
  const version = { [pageField("a", 0)]: page, [versionField("a")]: { at: Date.now(), count: 1 } };
  await send([{ kind: PLAN, record: plan, sets: { title: "Floor plan", ...version }, media: [] }]);
  const issues = Array.from({ length: PINS }, (_, at) => ({
    ...{ kind: ISSUE, record: newId(), media: [] },
    sets: {
      ...{ title: `Issue ${at}`, state: "open", priority: "normal" },
      pin: { plan, page: 0, x: ((at * 7919) % 1000) / 1000, y: ((at * 104_729) % 1000) / 1000 },
    },
  }));
  for (let at = 0; at < PINS; at += COMMANDS_AT_ONCE) await send(issues.slice(at, at + COMMANDS_AT_ONCE));
  const tab = await context.newPage();
  const base = `${origin}/account/job/${job}/checklists/plans`;
  await tab.goto(base);
  await tab.getByText("Floor plan").waitFor({ timeout: 60_000 });
  const picture = await photoOf(5, SIZE.width, SIZE.height);
  await savePicture(tab, `plumbline-${account}-${user}`, {
    job,
    sha256,
    picture: picture.toString("base64"),
  });
  await tab.goto(`${base}/${plan}`, { waitUntil: "commit" });
  const stage = tab.locator(".plan-stage[tabindex]");
  await stage.waitFor();
  const from = performance.now();
  await stage.focus();
  for (let turn = 0; turn < 5; turn++) await tab.keyboard.press("+");
  await tab.waitForFunction(() => document.querySelectorAll(".plan-sheet > img").length > 2, undefined, {
    timeout: 120_000,
  });
  const opened = performance.now() - from;
  // Until everything is cut.
  await tab.waitForTimeout(15_000);
  return { opened, gaps: await pan(tab) };
}

/** As if the device had saved the page. */
const savePicture = (
  page: Page,
  database: string,
  one: { readonly job: string; readonly sha256: string; readonly picture: string },
): Promise<void> =>
  page.evaluate(
    async ({ name, job, sha256, picture }) => {
      const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0)).buffer;
      const opening = indexedDB.open(name);
      await new Promise((resolve) => opening.addEventListener("success", resolve));
      const writing = opening.result.transaction(["saved"], "readwrite");
      writing.objectStore("saved").put({ sha256, job, type: "image/jpeg", bytes });
      await new Promise((resolve) => writing.addEventListener("complete", resolve));
      opening.result.close();
    },
    { name: database, ...one },
  );

/** @returns milliseconds between frames */
async function pan(page: Page): Promise<number[]> {
  const way = await page.context().newCDPSession(page);
  const stage = (await page.locator(".plan-stage").boundingBox())!;
  const [x, y] = [Math.round(stage.x + stage.width / 2), Math.round(stage.y + stage.height / 2)];
  await page.evaluate(() => {
    globalThis.planFrames = [];
    const note = (at: number) => {
      globalThis.planFrames?.push(at);
      if (globalThis.planFrames) requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
  });
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const by = sweep % 2 ? DISTANCE : -DISTANCE;
    await way.send("Input.synthesizeScrollGesture", {
      ...{ x, y, xDistance: by, yDistance: by / 2, speed: SPEED },
      gestureSourceType: "touch",
      preventFling: true,
    });
  }
  const frames = await page.evaluate(() => {
    const all = globalThis.planFrames ?? [];
    globalThis.planFrames = undefined;
    return all;
  });
  return frames.slice(1).map((at, turn) => at - frames[turn]!);
}
