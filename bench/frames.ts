import type { Page } from "playwright-core";
import { PHONE } from "../e2e/harness/browser.ts";

/** In the page: start times of its frames. */
declare global {
  var framesStarted: number[] | undefined;
}

/** Slows the page's main thread; the rest of the browser runs at full speed. */
export async function slowDown(page: Page, rate: number): Promise<void> {
  const way = await page.context().newCDPSession(page);
  await way.send("Emulation.setCPUThrottlingRate", { rate });
}

/**
 * Scrolls a phone's page down by a finger.
 * @param speed pixels per second
 * @param most pixels
 * @returns milliseconds between frames
 */
export async function scrollDown(
  page: Page,
  { speed, most }: { readonly speed: number; readonly most: number },
): Promise<number[]> {
  const way = await page.context().newCDPSession(page);
  const height = await page.evaluate(() => {
    globalThis.framesStarted = [];
    const note = (at: number) => {
      globalThis.framesStarted?.push(at);
      if (globalThis.framesStarted) requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
    return document.documentElement.scrollHeight - innerHeight;
  });
  await way.send("Input.synthesizeScrollGesture", {
    ...{ x: 8, y: PHONE.height - 200, yDistance: -Math.min(height, most), speed },
    gestureSourceType: "touch",
  });
  const frames = await page.evaluate(() => {
    const all = globalThis.framesStarted ?? [];
    globalThis.framesStarted = undefined;
    return all;
  });
  return frames.slice(1).map((at, turn) => at - frames[turn]!);
}
