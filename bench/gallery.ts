import { photoOf, sendPhoto } from "../e2e/harness/photos.ts";
import { launchBrowser, PHONE } from "../e2e/harness/browser.ts";
import { startServerPostgres } from "../e2e/harness/postgres.ts";
import { removeData, startProduct } from "../e2e/harness/product.ts";
import { openShop, type Visitor } from "../e2e/harness/visitor.ts";
import { photoId } from "../src/tools/photos/rules/ids.ts";
import { newId } from "../src/platform/db/ids.ts";
import { type Change, newJob } from "./device.ts";
import type { Figure } from "./figure.ts";
import { median, words } from "./tools.ts";

const PHOTOS = 500;
const LIMIT_MS = 2_000;
const ROUNDS = 7;
const AT_ONCE = 50;
/** A job of years, without the bytes of most of its photos. */
const MANY = 5_000;
const MANY_LIMIT_MS = 1_000;
/** 3G as browsers' tools have it. */
const NETWORK = { offline: false, latency: 300, downloadThroughput: 200_000, uploadThroughput: 93_750 };

/** A gallery of 500 photos that a client opens on a phone for the first time, on 3G. */
export async function benchGallery(): Promise<Figure[]> {
  const postgres = await startServerPostgres();
  const product = await startProduct({
    DATABASE_URL: postgres.ownerUrl,
    SECRET: "y".repeat(40),
    LOG_LEVEL: "error",
  });
  const browser = await launchBrowser();
  try {
    const { visitor } = await openShop(product, "bench@owner.test", "Bench Decks");
    await postgres.sql("insert into businesses_open_tools (tool, since) values ('photos', now())");
    const [{ id: account } = { id: "" }] = await postgres.sql<{ id: string }>(
      "select account_id as id from businesses_members limit 1",
    );
    const { job, send } = await newJob(visitor);
    const changes: Change[] = [];
    for (let at = 0; at < PHOTOS; at++) {
      const bytes = new Uint8Array(await photoOf(at, 1_000, 750));
      const sha256 = await sendPhoto(product, visitor, { account, bytes, job });
      changes.push({
        ...{ kind: "photos.photo", record: photoId(job, sha256), media: [sha256] },
        sets: { sha256, [`photos.${sha256}`]: { type: "image/jpeg", at: Date.now() - at * 60_000 } },
      });
    }
    for (let from = 0; from < PHOTOS; from += AT_ONCE) await send(changes.slice(from, from + AT_ONCE));
    await drawn(postgres);
    const link = await share(visitor, job);
    const took: { first: number; page: number }[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const context = await browser.newContext({ viewport: PHONE, deviceScaleFactor: 2 });
      const page = await context.newPage();
      const network = await context.newCDPSession(page);
      await network.send("Network.enable");
      await network.send("Network.emulateNetworkConditions", NETWORK);
      await page.goto(`${link}/photos`, { waitUntil: "commit" });
      await page.waitForFunction(
        () => document.querySelector<HTMLImageElement>(".gallery-photo img")?.complete === true,
      );
      took.push(
        await page.evaluate(() => {
          const first = document.querySelector<HTMLImageElement>(".gallery-photo img")!;
          const [load] = performance.getEntriesByName(first.src) as PerformanceResourceTiming[];
          const [document_] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
          return { first: load!.responseEnd, page: document_!.responseEnd };
        }),
      );
      await context.close();
    }
    const first = median(took.map((one) => one.first));
    const all = took.map((one) => one.first);
    for (let from = PHOTOS; from < MANY; from += AT_ONCE)
      await send(Array.from({ length: AT_ONCE }, (_, at) => unsent(job, from + at)));
    const many: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const since = performance.now();
      const answer = await fetch(`${link}/photos`);
      if (!(await answer.text()).includes("5,000 photos")) throw new Error("the page shows other photos");
      many.push(performance.now() - since);
    }
    return [
      {
        what: `The page of a gallery of ${words(MANY)} photos, of which it shows 60, median of ${ROUNDS} (slowest ${words(Math.max(...many))} ms), beside 1 s`,
        ours: `${words(median(many))} ms`,
        limit: `${words(MANY_LIMIT_MS)} ms`,
        ratio: MANY_LIMIT_MS / median(many),
        aim: 1,
      },
      {
        what: `A gallery of ${PHOTOS} photos opened by link on 3G (1.6 Mbit/s, 300 ms), nothing stored: its first picture is there, median of ${ROUNDS} (slowest ${words(Math.max(...all))} ms; the page itself ${words(median(took.map((one) => one.page)))} ms), beside 2 s`,
        ours: `${words(first)} ms`,
        limit: `${words(LIMIT_MS)} ms`,
        ratio: LIMIT_MS / first,
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

function unsent(job: string, nth: number): Change {
  const sha256 = nth.toString(16).padStart(64, "0");
  return {
    ...{ kind: "photos.photo", record: photoId(job, sha256), media: [sha256] },
    sets: { sha256, [`photos.${sha256}`]: { type: "image/jpeg", at: Date.now() - nth * 60_000 } },
  };
}

/** Waits until the small pictures of all photos are there. */
async function drawn(postgres: Awaited<ReturnType<typeof startServerPostgres>>): Promise<void> {
  for (;;) {
    const [row] = await postgres.sql<{ count: number }>(
      "select count(*)::int as count from media_derivatives where name = 'thumb'",
    );
    if ((row?.count ?? 0) >= PHOTOS) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

/** Makes a live gallery of the whole job. @returns its link */
async function share(visitor: Visitor, job: string): Promise<string> {
  const made = await visitor.post("/account/photos/galleries/new", {
    ...{ form: newId(), job, what: "all", title: "Miller house", live: "yes" },
  });
  const path = (made.headers.get("location") ?? "").split("#")[0]!;
  const answer = await visitor.post(path, { intent: "share", days: "30" });
  const link = /id="paper-link" href="([^"]+)"/.exec(await answer.text())?.[1];
  if (!link) throw new Error("no link was made");
  return link;
}
