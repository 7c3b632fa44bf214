import type { Page } from "playwright-core";
import { LAPTOP, launchBrowser, signInAs } from "../e2e/harness/browser.ts";
import { startServerPostgres } from "../e2e/harness/postgres.ts";
import { removeData, startProduct } from "../e2e/harness/product.ts";
import { openShop } from "../e2e/harness/visitor.ts";
import type { Figure } from "./figure.ts";
import { median } from "./tools.ts";

/** A long sequence: as many steps as a year of follow-up has. */
const STEPS = 24;
const ROUNDS = 12;
const LIMIT_MS = 100;

/** In the page: milliseconds from an input to the frame that shows its result, by the browser's clock. */
interface Watch {
  seen: number[];
}

/**
 * How long someone editing a long sequence waits, in the browser: from a key or a click to the frame that
 * shows its result, with the whole page present. Reports the slowest of each kind, because that's what people
 * remember.
 */
export async function benchEditor(): Promise<Figure[]> {
  const postgres = await startServerPostgres();
  const product = await startProduct({
    DATABASE_URL: postgres.ownerUrl,
    SECRET: "d".repeat(40),
    LOG_LEVEL: "error",
  });
  const browser = await launchBrowser();
  try {
    const shop = await openShop(product, "bench@owner.test", "Bench Decks");
    const context = await browser.newContext({ viewport: LAPTOP });
    await signInAs(context, product.url, shop.visitor);
    const page = await context.newPage();
    await page.goto(`${product.url}/account/sequences/new`);
    await page.getByLabel("Name").fill("A year");
    await page.getByRole("button", { name: "Add steps" }).click();
    await page.waitForURL(/\/edit$/);
    await watch(page);
    const figures: Figure[] = [];
    for (const [what, took] of Object.entries(await workOn(page)))
      for (const [which, ours] of [
        ["median", median(took)],
        ["slowest", Math.max(...took)],
      ] as const)
        figures.push({
          what: `${what}, ${STEPS} steps, ${which} of ${took.length}, beside ${LIMIT_MS} ms`,
          ours: `${ours.toFixed(0)} ms`,
          limit: `${LIMIT_MS} ms`,
          ratio: LIMIT_MS / ours,
          aim: 1,
        });
    return figures;
  } finally {
    await browser.close();
    await product.stop();
    await removeData(product.dataDir);
    await postgres.remove();
  }
}

async function workOn(page: Page): Promise<Record<string, number[]>> {
  const adding: number[] = [];
  for (let step = 0; step < STEPS; step++) {
    const last = page.locator(".step-add").last();
    if (!(await last.evaluate((one: HTMLDetailsElement) => one.open))) await last.locator("summary").click();
    adding.push(await timed(page, () => last.getByRole("button", { name: "An email" }).click()));
    const card = page.locator("[data-step]").last();
    await card.getByLabel("Subject").fill(`Mail ${step + 1}`);
    await card
      .getByLabel("Email", { exact: true })
      .fill("Hi {{first_name}},\n\nany question?\n\n{{business}}");
    await card.locator("summary").first().click();
  }
  const opening: number[] = [];
  const typing: number[] = [];
  const moving: number[] = [];
  const deleting: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const card = page.locator("[data-step]").nth(round);
    opening.push(await timed(page, () => card.locator(".step-edit > summary").click()));
    const body = card.getByLabel("Email", { exact: true });
    await body.focus();
    for (const key of "word") typing.push(await timed(page, () => page.keyboard.press(key)));
    moving.push(await timed(page, () => page.keyboard.press("Alt+ArrowDown")));
    await page
      .locator("[data-step]")
      .nth(round + 1)
      .locator(".step-edit > summary")
      .click();
  }
  for (let round = 0; round < ROUNDS; round++) {
    deleting.push(
      await timed(page, () => page.getByRole("button", { name: "Delete: Email, step 3" }).click()),
    );
    deleting.push(await timed(page, () => page.getByRole("button", { name: "Undo" }).click()));
  }
  return {
    "A step is added": adding,
    "A step is opened": opening,
    "A key is typed": typing,
    "A step is moved by keys": moving,
    "A step is deleted, and brought back": deleting,
  };
}

/** Records each key press and click, and the frame after its last immediate change. */
async function watch(page: Page): Promise<void> {
  await page.evaluate(() => {
    const kept: Watch = { seen: [] };
    Object.assign(window, { watch: kept });
    let began: number | null = null;
    const begin = (event: Event) => (began = event.timeStamp);
    for (const kind of ["keydown", "click"]) addEventListener(kind, begin, { capture: true });
    const end = () => {
      if (began === null) return;
      const from = began;
      began = null;
      // The frame with the change is drawn before a task queued in this frame's callback runs.
      requestAnimationFrame(() => setTimeout(() => kept.seen.push(performance.now() - from), 0));
    };
    new MutationObserver(end).observe(document.querySelector("main")!, {
      subtree: true,
      childList: true,
      attributes: true,
    });
    addEventListener("input", end);
  });
}

async function timed(page: Page, deed: () => Promise<void>): Promise<number> {
  await page.evaluate(() => void ((window as unknown as { watch: Watch }).watch.seen.length = 0));
  await deed();
  await page.waitForFunction(() => (window as unknown as { watch: Watch }).watch.seen.length > 0);
  return page.evaluate(() => (window as unknown as { watch: Watch }).watch.seen[0]!);
}
