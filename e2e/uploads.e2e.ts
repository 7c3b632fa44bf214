import { createHash } from "node:crypto";
import { request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { photoOf } from "./harness/photos.ts";
import { startServerPostgres, type ServerPostgres } from "./harness/postgres.ts";
import { freePort, removeData, type RunningProduct, startProduct, tempFolder } from "./harness/product.ts";
import { seededRandom } from "./harness/random.ts";
import { type Owner, registerOwner } from "./harness/visitor.ts";

// Photos are being uploaded while the server is killed with SIGKILL repeatedly and connections break in the
// middle of pieces. A device with a receipt may have deleted its own copy, so everything that a receipt ever
// listed must be stored under its hash, and nothing incomplete may count as stored.

const seed = Number(process.env["UPLOADS_SEED"] ?? Math.floor(Math.random() * 2 ** 31));
const KILLS = Number(process.env["UPLOADS_KILLS"] ?? 4);
const AT_ONCE = 4;
/** Largest piece in bytes: several per photo, so that kills can hit the middle. */
const LARGEST_PIECE = 60_000;

const random = seededRandom(seed);
let settings: Record<string, string>;
let postgres: ServerPostgres;
let product: RunningProduct;
let owner: Owner;
let account: string;

beforeAll(async () => {
  postgres = await startServerPostgres();
  settings = {
    DATABASE_URL: postgres.ownerUrl,
    SECRET: "u".repeat(40),
    DATA_DIR: await tempFolder("uploads"),
    PORT: String(await freePort()),
  };
  product = await startProduct(settings);
  owner = await registerOwner(product, "phone@uploads.test");
  await owner.visitor.get("/account/dashboard");
  account = (await postgres.sql<{ id: string }>("select account_id as id from businesses_members"))[0]!.id;
}, 120_000);

afterAll(async () => {
  await product?.stop();
  await postgres?.remove();
  await removeData(settings["DATA_DIR"]!);
});

const TUS = { "Tus-Resumable": "1.0.0", "Sec-Fetch-Site": "same-origin" };
const hashOf = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const base64 = (text: string) => Buffer.from(text).toString("base64");
const addressOf = (sha256: string) => `/account/media/uploads/${account}.${sha256}`;

/** Sends one piece, or only part of what it announced. @returns the status; 0 without an answer */
function sendPiece(sha256: string, bytes: Buffer, from: number, cutAfter: number | null): Promise<number> {
  return new Promise((resolve) => {
    const headers = {
      ...TUS,
      Cookie: owner.visitor.cookies(),
      "Upload-Offset": String(from),
      "Content-Type": "application/offset+octet-stream",
      "Content-Length": String(bytes.length),
    };
    const sent = request(`${product.url}${addressOf(sha256)}`, { method: "PATCH", headers }, (answer) => {
      answer.resume();
      answer.on("end", () => resolve(answer.statusCode ?? 0));
      answer.on("error", () => resolve(0));
    });
    sent.on("error", () => resolve(0));
    if (cutAfter === null) return void sent.end(bytes);
    sent.write(bytes.subarray(0, cutAfter), () => sent.destroy());
  });
}

/** A device's single try to upload a photo. @returns whether a receipt lists it */
async function tryToSend(photo: Buffer, sha256: string): Promise<boolean> {
  const head = await owner.visitor.send(addressOf(sha256), { method: "HEAD", headers: TUS });
  let offset = Number(head.headers.get("upload-offset") ?? 0);
  if (head.status === 404) {
    const metadata = `account ${base64(account)},sha256 ${base64(sha256)},type ${base64("image/jpeg")}`;
    const begun = await owner.visitor.send("/account/media/uploads", {
      method: "POST",
      headers: { ...TUS, "Upload-Length": String(photo.length), "Upload-Metadata": metadata },
    });
    await begun.text();
    if (begun.status !== 201 && begun.status !== 409) return false;
    offset = 0;
  } else if (head.status !== 200) return false;
  while (offset < photo.length) {
    const piece = photo.subarray(offset, offset + 1 + Math.floor(random() * LARGEST_PIECE));
    const cut = random() < 0.15 ? Math.floor(random() * piece.length) : null;
    if ((await sendPiece(sha256, piece, offset, cut)) !== 204) return false;
    offset += piece.length;
  }
  return isHeld(sha256);
}

async function isHeld(sha256: string): Promise<boolean> {
  const answer = await owner.visitor.send("/account/media/receipts", {
    method: "POST",
    headers: { "Content-Type": "application/json", "Sec-Fetch-Site": "same-origin" },
    body: JSON.stringify({ account, hashes: [sha256] }),
  });
  const { held } = (await answer.json()) as { held?: string[] };
  return held?.includes(sha256) ?? false;
}

/** Of a second try, too: both store in one database. */
const acknowledged = new Map<string, Buffer>();

it(`holds every photo that a receipt listed, after ${KILLS} kills of the server in the middle of them`, async () => {
  console.log(`uploads: seed ${seed}; the same plan again with UPLOADS_SEED=${seed} UPLOADS_KILLS=${KILLS}`);
  let kills = 0;
  let made = 0;
  let isOver = false;
  const device = async () => {
    while (!isOver) {
      const photo = await photoOf(++made, 500 + (made % 7) * 100, 400);
      const sha256 = hashOf(photo);
      for (;;) {
        const held = await tryToSend(photo, sha256).catch(() => false);
        if (held) break;
        await sleep(30);
      }
      acknowledged.set(sha256, photo);
    }
  };
  const devices = Array.from({ length: AT_ONCE }, device);
  while (kills < KILLS) {
    await sleep(150 + random() * 700);
    await product.killApp();
    kills++;
    product = await startProduct(settings);
  }
  isOver = true;
  await Promise.all(devices);
  console.log(`uploads: ${acknowledged.size} photos acknowledged over ${kills} kills`);
  expect(acknowledged.size).toBeGreaterThan(KILLS);
  for (const [sha256, photo] of acknowledged) {
    const answer = await owner.visitor.get(`/account/media/${sha256}/original`);
    expect(answer.status, sha256).toBe(200);
    expect(hashOf(new Uint8Array(await answer.arrayBuffer())), `${photo.length} bytes`).toBe(sha256);
  }
  // Uploads that were never finished aren't stored, and what is stored was drawn.
  const rows = await postgres.sql<{ sha256: string; bytes: number }>(
    "select sha256, bytes::int as bytes from media_originals",
  );
  expect(rows.filter(({ sha256, bytes }) => acknowledged.get(sha256)?.length !== bytes)).toEqual([]);
  // Drawing in a killed process restarts once its heartbeat is missed.
  const forgotten = `select 1 from media_originals o where state <> 'ready' and not exists (
    select 1 from pgboss.job j where j.name = 'media.draw-derivatives' and j.data ->> 'sha256' = o.sha256 and j.state in ('created', 'retry', 'active'))`;
  await expect.poll(async () => (await postgres.sql(forgotten)).length, { timeout: 30_000 }).toBe(0);
  const ready = "select sha256 from media_originals where state = 'ready' limit 1";
  await expect.poll(async () => (await postgres.sql(ready)).length, { timeout: 60_000 }).toBe(1);
  const [drawn] = await postgres.sql<{ sha256: string }>(ready);
  expect((await owner.visitor.get(`/account/media/${drawn!.sha256}/thumb`)).headers.get("content-type")).toBe(
    "image/webp",
  );
  expect(await isHeld(hashOf(Buffer.from("never sent")))).toBe(false);
}, 180_000);
