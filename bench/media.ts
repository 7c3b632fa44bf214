import pg from "pg";
import sharp from "sharp";
import { setTimeout as sleep } from "node:timers/promises";
import { photoOf, sendPhoto } from "../e2e/harness/photos.ts";
import { startServerPostgres } from "../e2e/harness/postgres.ts";
import { removeData, type RunningProduct, startProduct } from "../e2e/harness/product.ts";
import { openShop } from "../e2e/harness/visitor.ts";
import type { Figure } from "./figure.ts";
import { loopDelay, words } from "./tools.ts";

const PHOTOS = 40;
/** 12 megapixels, as phones take them. */
const SIZE = { width: 4032, height: 3024 };
/** Longest sides of the pictures that the product draws, in pixels. */
const SIDES = [320, 1600, 1000, 700];
const LOOP_MS = 20;

/**
 * Photos to their four pictures: a worker draws the waiting ones, compared with the bare library drawing the
 * same four sizes of the same photos, two at a time like the worker. Then everything in one process whose
 * event loop serves people meanwhile.
 */
export async function benchMedia(): Promise<Figure[]> {
  const postgres = await startServerPostgres();
  const settings = { DATABASE_URL: postgres.ownerUrl, SECRET: "m".repeat(40), LOG_LEVEL: "error" };
  const client = new pg.Client({ connectionString: postgres.ownerUrl });
  const web = await startProduct({ ...settings, ROLE: "web" });
  const data = { ...settings, DATA_DIR: web.dataDir };
  try {
    await client.connect();
    // Emails the owner's link; nothing is drawn until all photos are there.
    const mails = await startProduct({ ...data, ROLE: "worker" });
    const shop = await openShop(web, "bench@owner.test", "Bench Decks");
    await mails.stop();
    const account = (await client.query<{ id: string }>("select account_id as id from leads_pages limit 1"))
      .rows[0]!.id;
    const photos = await Promise.all(
      Array.from({ length: PHOTOS * 2 }, (_, seed) => photoOf(seed, SIZE.width, SIZE.height)),
    );
    const send = async (product: RunningProduct, from: number) => {
      for (const bytes of photos.slice(from, from + PHOTOS))
        await sendPhoto(product, shop.visitor, { account, bytes: new Uint8Array(bytes) });
    };
    await send(web, 0);
    const bare = await bareRate(photos.slice(0, PHOTOS));
    const worker = await startProduct({ ...data, ROLE: "worker" });
    const ours = await rateOf(client, PHOTOS);
    await worker.stop();
    await web.stop();
    const all = await startProduct({ ...data, PORT: String(web.port) });
    await loopDelay(all);
    await sleep(3_000);
    const idle = await loopDelay(all);
    await send(all, PHOTOS);
    await rateOf(client, PHOTOS * 2);
    const busy = await loopDelay(all);
    await all.stop();
    return [
      {
        what: `Photos of 12 megapixels a second to their four pictures, kept and known, beside the bare library`,
        ours: ours.toFixed(2),
        limit: bare.toFixed(2),
        ratio: ours / bare,
        aim: 0.8,
      },
      {
        what: `Event loop of the one process, p99 while ${words(PHOTOS)} photos arrive and are drawn (idle ${idle.toFixed(1)} ms), beside ${LOOP_MS} ms`,
        ours: `${busy.toFixed(1)} ms`,
        limit: `${LOOP_MS} ms`,
        ratio: LOOP_MS / busy,
        aim: 1,
      },
    ];
  } finally {
    await client.end();
    await web.stop();
    await removeData(web.dataDir);
    await postgres.remove();
  }
}

/** Photos per second from the first finished to the last, so start-up isn't counted. */
async function rateOf(client: pg.Client, until: number): Promise<number> {
  let first: { at: number; done: number } | undefined;
  for (;;) {
    const { rows } = await client.query<{ done: number; waiting: number }>(
      "select count(*) filter (where state = 'ready')::int as done, count(*) filter (where state <> 'ready')::int as waiting from media_originals",
    );
    const { done, waiting } = rows[0]!;
    if (!first && done > 0) first = { at: performance.now(), done };
    if (done === until && waiting === 0 && first)
      return (done - first.done) / ((performance.now() - first.at) / 1000);
    await sleep(20);
  }
}

/**
 * The same four pictures by the library alone, each from the file as its documentation shows; two photos at
 * a time.
 */
async function bareRate(photos: readonly Buffer[]): Promise<number> {
  const draw = async (photo: Buffer) => {
    for (const side of SIDES) {
      const smaller = sharp(photo)
        .autoOrient()
        .resize({ width: side, height: side, fit: "inside", withoutEnlargement: true });
      // The sizes for documents are JPEG.
      await (
        side === 1000 || side === 700
          ? smaller.jpeg({ quality: 80 })
          : smaller.webp({ quality: 75, effort: 2 })
      ).toBuffer();
    }
  };
  await draw(photos[0]!);
  const began = performance.now();
  const left = [...photos];
  await Promise.all(
    [0, 1].map(async () => {
      for (let photo = left.shift(); photo; photo = left.shift()) await draw(photo);
    }),
  );
  return photos.length / ((performance.now() - began) / 1000);
}
