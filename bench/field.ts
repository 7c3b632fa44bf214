import { createHash } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "playwright-core";
import { launchProfile, logIn, PHONE } from "../e2e/harness/browser.ts";
import { addJob } from "../e2e/harness/field.ts";
import { photoOf } from "../e2e/harness/photos.ts";
import { removeData, startProduct, tempFolder } from "../e2e/harness/product.ts";
import { type Owner, registerOwner } from "../e2e/harness/visitor.ts";
import type { Figure } from "./figure.ts";
import { median, words } from "./tools.ts";

const STARTS = 7;
const START_LIMIT_MS = 1_500;
const SLOWER = 4;
const ENTRIES = 200;
const PHOTOS = 100;
const BACK_LIMIT_S = 60;
const WHO = { email: "bench@owner.test", password: "correct plumb line 7" };

declare global {
  /** When the list of jobs was drawn, in milliseconds since navigation start. */
  var drawnAt: number | undefined;
}

/**
 * What a roofer waits for: opening the field app in a closed browser without a server, on a processor four
 * times slower (only the page is slowed; browser and service worker run at full speed); and, with a signal
 * again, the time until the server has a day's work, checked by receipts and hashes.
 */
export async function benchField(): Promise<Figure[]> {
  const [profile, folder] = await Promise.all([tempFolder("bench-phone"), tempFolder("bench-photos")]);
  const product = await startProduct({ LOG_LEVEL: "error" });
  let phone = await launchProfile(profile, { viewport: PHONE });
  try {
    const owner = await registerOwner(product, WHO.email, WHO.password);
    let page = await phone.newPage();
    await logIn(page, product.url, WHO);
    await page.evaluate(async () => Boolean((await navigator.serviceWorker.ready).active));
    const job = await addJob(page, product.url, "Miller roof");
    const address = page.url();
    await page.getByText("All sent").waitFor();

    const starts: number[] = [];
    for (let round = 0; round < STARTS; round++) {
      await phone.close();
      phone = await launchProfile(profile, { viewport: PHONE });
      await phone.setOffline(true);
      page = await phone.newPage();
      starts.push(await coldStart(page, `${product.url}/account/jobs`));
    }

    await page.goto(address);
    await writeNotes(page);
    const hashes = await takePhotos(page, folder);
    const began = performance.now();
    await phone.setOffline(false);
    await untilHeld(owner, job, hashes);
    const took = (performance.now() - began) / 1000;
    for (const sha256 of hashes) {
      const original = await owner.visitor.get(`/account/media/${sha256}/original`);
      const is = createHash("sha256")
        .update(new Uint8Array(await original.arrayBuffer()))
        .digest("hex");
      if (is !== sha256) throw new Error(`the server has ${is} for ${sha256}`);
    }
    const start = median(starts);
    return [
      {
        what: `Cold start without a server to the list of jobs, processor ${SLOWER} times slower, median of ${STARTS} (slowest ${words(Math.max(...starts))} ms), beside ${START_LIMIT_MS / 1000} s`,
        ours: `${words(start)} ms`,
        limit: `${words(START_LIMIT_MS)} ms`,
        ratio: START_LIMIT_MS / start,
        aim: 1,
      },
      {
        what: `${ENTRIES} entries and ${PHOTOS} photos of 12 megapixels queued without a signal, until the server holds all of them by hash, beside ${BACK_LIMIT_S} s`,
        ours: `${took.toFixed(1)} s`,
        limit: `${BACK_LIMIT_S} s`,
        ratio: BACK_LIMIT_S / took,
        aim: 1,
      },
    ];
  } finally {
    await phone.close();
    await product.stop();
    await removeData(product.dataDir);
    await Promise.all([profile, folder].map((one) => rm(one, { recursive: true, force: true })));
  }
}

async function coldStart(page: Page, address: string): Promise<number> {
  const way = await page.context().newCDPSession(page);
  await way.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  await page.addInitScript(() => {
    const look = () => {
      if (!document.querySelector("a.job-row")) return void requestAnimationFrame(look);
      // Drawn means the next frame, not the moment the list is in the document.
      requestAnimationFrame(() => setTimeout(() => (globalThis.drawnAt = performance.now())));
    };
    requestAnimationFrame(look);
  });
  await page.goto(address);
  await page.waitForFunction(() => globalThis.drawnAt !== undefined);
  const took = await page.evaluate(() => globalThis.drawnAt!);
  await way.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  return took;
}

async function writeNotes(page: Page): Promise<void> {
  const field = page.getByRole("textbox", { name: "Note", exact: true });
  for (let at = 0; at < ENTRIES; at++) {
    await field.fill(`Entry ${at + 1}: flashing around the chimney is loose on the north side.`);
    await page.getByRole("button", { name: "Save note" }).click();
    await page.waitForFunction(() => document.querySelector("textarea")?.value === "");
  }
}

/** Adds photos from the library, each with different bytes. @returns their hashes */
async function takePhotos(page: Page, folder: string): Promise<string[]> {
  const photo = await photoOf(1, 4032, 3024);
  const files = await Promise.all(
    Array.from({ length: PHOTOS }, async (_, at) => {
      // A comment after the header: the same picture with other bytes.
      const comment = Buffer.from(`photo ${at}`);
      const head = Buffer.from([0xff, 0xfe, 0, comment.length + 2]);
      const bytes = Buffer.concat([photo.subarray(0, 2), head, comment, photo.subarray(2)]);
      const file = path.join(folder, `photo-${at}.jpg`);
      await writeFile(file, bytes);
      return { file, sha256: createHash("sha256").update(bytes).digest("hex") };
    }),
  );
  await page.getByLabel("Gallery").setInputFiles(files.map(({ file }) => file));
  await page.getByText(`${PHOTOS} saved on this device.`).waitFor({ timeout: 180_000 });
  return files.map(({ sha256 }) => sha256);
}

/** Waits until the server has every entry, and a receipt for every photo. */
async function untilHeld({ visitor }: Owner, job: string, hashes: readonly string[]): Promise<void> {
  for (const until = Date.now() + 300_000; Date.now() < until; await sleep(200)) {
    const answer = await visitor.send("/account/media/receipts", {
      method: "POST",
      headers: { "Content-Type": "application/json", "Sec-Fetch-Site": "same-origin" },
      body: JSON.stringify({ hashes }),
    });
    const { held } = (await answer.json()) as { held: string[] };
    if (held.length === hashes.length && (await countEntries(visitor, job)) >= ENTRIES) return;
  }
  throw new Error("not all of it was on the server within five minutes");
}

async function countEntries(visitor: Owner["visitor"], job: string): Promise<number> {
  let [since, more, entries] = [0, true, 0];
  while (more) {
    const answer = await visitor.get(`/account/sync/records?since=${since}&job=${job}`);
    const page = (await answer.json()) as {
      records: { kind: string; fields: Record<string, unknown> }[];
      upTo: number;
      more: boolean;
    };
    entries += page.records.filter(({ kind, fields }) => kind === "jobs.note" && fields["text"]).length;
    ({ upTo: since, more } = page);
  }
  return entries;
}
