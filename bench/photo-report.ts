import { setTimeout as sleep } from "node:timers/promises";
import sharp from "sharp";
import { drawScene, SCENES } from "../src/app/demo/scenes.ts";
import { newId } from "../src/platform/db/ids.ts";
import { sendPhoto } from "../e2e/harness/photos.ts";
import { startServerPostgres } from "../e2e/harness/postgres.ts";
import { removeData, startProduct } from "../e2e/harness/product.ts";
import { openShop } from "../e2e/harness/visitor.ts";
import type { Figure } from "./figure.ts";
import { leave, tookOf } from "./report.ts";
import { median } from "./tools.ts";

const PHOTOS = 200;
const ROUNDS = 7;
const LIMITS = { seconds: 0.5, megabytes: 20 } as const;
/** Landscape, portrait, square and a panorama, as a job has them. */
const SHAPES = [
  [1600, 1200],
  [1600, 1200],
  [1200, 1600],
  [1600, 1200],
  [1600, 900],
  [1200, 1200],
  [1600, 1200],
  [1600, 500],
] as const;

/**
 * A photo report of 200 photos with captions, tags, albums and pairs, four a page: from the form's post over
 * HTTP until the report is ready to open, asked every 10 ms, and the part of it that makes the report. The
 * photos were drawn before, and a report was made before, so that a renderer runs.
 */
export async function benchPhotoReport(): Promise<Figure[]> {
  const postgres = await startServerPostgres();
  const product = await startProduct({
    DATABASE_URL: postgres.ownerUrl,
    SECRET: "r".repeat(40),
    LOG_LEVEL: "error",
  });
  try {
    const { visitor } = await openShop(product, "owner@bench.test", "Summit Deck");
    await postgres.sql("insert into businesses_open_tools (tool, since) values ('photos', now())");
    const { account } = (await (await visitor.get("/account/field/me")).json()) as { account: string };
    const [job, album] = [newId(), newId()];
    await postgres.sql(
      "insert into jobs (account_id, job_id, name, status, team, changed_at) values ($1, $2, 'Roof', 'active', '{}', now())",
      [account, job],
    );
    const drawn = new Map<string, Buffer>();
    const hashes: string[] = [];
    for (let at = 0; at < PHOTOS; at++)
      hashes.push(
        await sendPhoto(product, visitor, { account, job, bytes: new Uint8Array(await photoAt(drawn, at)) }),
      );
    await leave(postgres.sql, {
      ...{ account, job, kind: "photos.album", number: 1_000_000, record: album },
      sets: { name: "North side" },
    });
    for (const [at, sha256] of hashes.entries())
      await leave(postgres.sql, {
        ...{ account, job, kind: "photos.photo", number: 1_000_001 + at, media: [sha256] },
        sets: {
          ...{ sha256, room: ["Roof", "Kitchen", "Outside"][at % 3], trade: "Framing" },
          ...(at % 4 === 0 ? {} : { caption: `Course ${at} of the flashing at the north wall` }),
          ...(at % 2 === 0 ? { [`album.${album}`]: true } : {}),
          ...(at % 20 < 2 ? { pair: hashes[at % 20 === 0 ? at + 1 : at - 1] } : {}),
          [`photos.${sha256}`]: { type: "image/jpeg", at: Date.parse("2026-05-20T15:00:00Z") + at * 60_000 },
        },
      });
    const waiting = "select count(*)::int as drawn from media_originals where state = 'ready'";
    while ((await postgres.sql<{ drawn: number }>(waiting))[0]!.drawn < PHOTOS) await sleep(500);
    const [walls, works]: number[][] = [[], []];
    let bytes = 0;
    for (let round = 0; round <= ROUNDS; round++) {
      const began = performance.now();
      const asked = await visitor.post("/account/photos/report", {
        ...{
          job,
          report: newId(),
          title: "The roof",
          perPage: "4",
          order: "album",
          time: "yes",
          author: "yes",
        },
      });
      const id = /[0-9a-f-]{36}$/.exec(asked.headers.get("location") ?? "")?.[0];
      if (!id) throw new Error(`asking for a report answered ${asked.status}`);
      for (;;) {
        const [row] = await postgres.sql<{ state: string; problem: string; photos: number; bytes: number }>(
          "select state, problem, photos, bytes from reports where id = $1",
          [id],
        );
        if (row!.state === "failed") throw new Error(`a report could not be made: ${row!.problem}`);
        if (row!.state === "ready" && row!.photos !== PHOTOS)
          throw new Error(`a report has ${row!.photos} photos`);
        bytes = row!.bytes;
        if (row!.state === "ready") break;
        await sleep(10);
      }
      const wall = (performance.now() - began) / 1000;
      const work = await tookOf(postgres.sql, id);
      // The first one starts the renderer.
      if (round > 0) {
        walls!.push(wall);
        works!.push(work);
      }
    }
    const [took, work, size] = [median(walls!), median(works!), bytes / 1_000_000];
    return [
      {
        what: `A photo report of ${PHOTOS} photos, from its form over HTTP until it is ready, median of ${ROUNDS}, warm, beside ${LIMITS.seconds} s`,
        ours: `${took.toFixed(2)} s`,
        limit: `${LIMITS.seconds} s`,
        ratio: LIMITS.seconds / took,
        aim: 1,
      },
      {
        what: `The part of it that makes the report: read, place, print, store and record, beside ${LIMITS.seconds} s`,
        ours: `${work.toFixed(2)} s`,
        limit: `${LIMITS.seconds} s`,
        ratio: LIMITS.seconds / work,
        aim: 1,
      },
      {
        what: `Its size, beside the ${LIMITS.megabytes} MB that mail programs accept`,
        ours: `${size.toFixed(1)} MB`,
        limit: `${LIMITS.megabytes} MB`,
        ratio: LIMITS.megabytes / size,
        aim: 1,
      },
    ];
  } finally {
    await product.stop();
    await postgres.remove();
    await removeData(product.dataDir);
  }
}

/** A drawn photo of a deck, each with pixels of its own. */
export async function photoAt(drawn: Map<string, Buffer>, at: number): Promise<Buffer> {
  const [scene, turn] = [SCENES[at % SCENES.length]!, Math.floor(at / SCENES.length) % 3];
  const known = drawn.get(`${scene} ${turn}`) ?? (await drawScene(scene, turn));
  drawn.set(`${scene} ${turn}`, known);
  const [width, height] = SHAPES[at % SHAPES.length]!;
  return sharp(await sharp(known).resize(width, height).toBuffer())
    .modulate({ brightness: 0.6 + (at % 9) / 10, hue: at })
    .jpeg({ quality: 88 })
    .toBuffer();
}
