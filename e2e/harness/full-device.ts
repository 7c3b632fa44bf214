import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "playwright-core";

/**
 * Limits what an origin may store on a device, and returns once the browser refuses more. Chromium caches an
 * origin's free space for thirty seconds, or until its databases have been closed for two, so a new limit
 * applies late. Leaves the page blank.
 * @param bytes what the origin may store
 * @returns lifts the limit
 * @throws if the browser still stores more after a minute
 */
export async function limitStorage(page: Page, origin: string, bytes: number): Promise<() => Promise<void>> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: bytes });
  for (const until = Date.now() + 60_000; Date.now() < until;) {
    await page.goto("about:blank");
    await sleep(2_500);
    await page.goto(`${origin}/robots.txt`);
    if (!(await stores(page, bytes + 1_000_000))) {
      await page.goto("about:blank");
      return async () => {
        await devtools.send("Storage.overrideQuotaForOrigin", { origin });
      };
    }
  }
  throw new Error("the browser does not apply the storage limit");
}

/** Whether a page's origin can store a number of bytes more. Leaves nothing behind. */
const stores = (page: Page, bytes: number): Promise<boolean> =>
  page.evaluate(async (size) => {
    const opening = indexedDB.open("space-probe", 1);
    opening.addEventListener("upgradeneeded", () => opening.result.createObjectStore("bytes"));
    const settled = (target: EventTarget, done: string, failed: string) =>
      new Promise<boolean>((resolve) => {
        target.addEventListener(done, () => resolve(true));
        target.addEventListener(failed, () => resolve(false));
      });
    if (!(await settled(opening, "success", "error"))) return false;
    const writing = opening.result.transaction("bytes", "readwrite");
    writing.objectStore("bytes").put(new Uint8Array(size), "probe");
    const stored = await settled(writing, "complete", "abort");
    opening.result.close();
    await settled(indexedDB.deleteDatabase("space-probe"), "success", "error");
    return stored;
  }, bytes);
