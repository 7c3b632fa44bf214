// Long because sending, drawing, fetching and sweeping a photo are one story, told against one door.
import { mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { sql } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { enterOwnAccount } from "#ground/businesses/queries.server.ts";
import { findPerson } from "#ground/identity/public.server.ts";
import { openIdentity, signedIn, Visitor } from "#ground/identity/testing/visits.ts";
import { installation } from "#platform/config/installation.server.ts";
import { newId } from "#platform/db/ids.ts";
import { now, withAccount, withPerson } from "#platform/db/scope.server.ts";
import { createLog } from "#platform/log/log.server.ts";
import { startTaskQueue, type TaskQueue } from "#platform/queue/queue.server.ts";
import { forgetMedia, storedHashes, photoOf, removeFiles } from "#ground/media/originals.server.ts";
import { drawDerivatives } from "#ground/media/derivatives.server.ts";
import { loader as file } from "#ground/media/file.ts";
import { action as receipts } from "#ground/media/receipts.ts";
import { openDoor, Phone, refusalOf, sha256Of } from "../testing/device.ts";
import { mediaTasks } from "#ground/media/tasks.server.ts";
import { sweepUploads, setUploadFolder } from "#ground/media/uploads.server.ts";

let identity: Awaited<ReturnType<typeof openIdentity>>;
let queue: TaskQueue;
let door: Awaited<ReturnType<typeof openDoor>>;
let folder: string;
let visitor: Visitor;
let phone: Phone;
let otherVisitor: Visitor;
let other: Phone;

beforeAll(async () => {
  identity = await openIdentity();
  queue = await startTaskQueue({ tasks: mediaTasks, work: false, log: createLog("error") });
  folder = mkdtempSync(path.join(tmpdir(), "plumbline-uploads-"));
  setUploadFolder(folder);
  door = await openDoor();
  [visitor, phone] = await phoneOf("a@shop.test");
  [otherVisitor, other] = await phoneOf("b@shop.test");
});
afterAll(async () => {
  await door?.close();
  await queue?.stop();
  await identity?.drop();
});

async function phoneOf(email: string): Promise<[Visitor, Phone]> {
  const one = await signedIn(email);
  const person = (await findPerson(one.request("/account")))!;
  const { accountId } = await withPerson(person.id, (ctx) => enterOwnAccount(ctx, person));
  return [one, new Phone(door.url, one.cookieHeader, accountId)];
}

const unfinished = () => readdirSync(folder);
/** The file of an unfinished upload. */
const bytesFile = (sha256: string) =>
  path.join(
    folder,
    unfinished().find((name) => name.endsWith(`.${sha256}`))!,
  );
const held = (...hashes: string[]) => withAccount(phone.account, (ctx) => storedHashes(ctx, hashes));

let made = 0;
const photo = () =>
  sharp({
    create: { width: 64 + made, height: 48, channels: 3, background: { r: made++ % 256, g: 90, b: 40 } },
  })
    .jpeg()
    .toBuffer();

async function askReceipts(body: unknown, by: Visitor = visitor) {
  const init = {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "content-type": "application/json" },
  };
  const answer = await receipts({
    request: by.request("/account/media/receipts", init),
    context: by.context(),
    params: {},
  } as never);
  return { status: answer.status, body: (await answer.json()) as { code?: string; held?: string[] } };
}

describe("a photo that is sent", () => {
  it("is held once its last byte is acknowledged, and nothing of the upload is left", async () => {
    const bytes = await photo();
    const sha256 = sha256Of(bytes);
    expect((await askReceipts({ hashes: [sha256] })).body.held).toEqual([]);
    expect((await phone.upload(bytes)).status).toBe(204);
    expect(
      (await askReceipts({ account: phone.account, hashes: [sha256, "a".repeat(64)] })).body.held,
    ).toEqual([sha256]);
    expect(unfinished()).toEqual([]);
    // A device that lost the response asks again and starts no second upload.
    expect(await phone.offset(sha256)).toBe(bytes.byteLength);
    expect(await refusalOf(await phone.begin(sha256, bytes.byteLength))).toMatchObject({
      status: 409,
      code: "held",
    });
    expect((await phone.goOn(sha256, 0, bytes)).status).toBe(204);
    expect(unfinished()).toEqual([]);
  });

  it("goes on where it broke off, wherever that was", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), { maxLength: 5 }),
        async (cuts) => {
          const bytes = await photo();
          const sha256 = sha256Of(bytes);
          for (const cut of [...new Set(cuts.map((one) => Math.floor(one * bytes.length)))].toSorted(
            (a, b) => a - b,
          )) {
            const at = await phone.offset(sha256);
            if (at === undefined) expect((await phone.begin(sha256, bytes.length)).status).toBe(201);
            expect(await held(sha256)).toEqual([]);
            if (cut > (at ?? 0))
              expect((await phone.goOn(sha256, at ?? 0, bytes.subarray(at ?? 0, cut))).status).toBe(204);
            // Starting again keeps the bytes already received.
            expect((await phone.begin(sha256, bytes.length)).status).toBe(201);
            expect(await phone.offset(sha256)).toBe(Math.max(cut, at ?? 0));
          }
          const at = await phone.offset(sha256);
          if (at === undefined) await phone.begin(sha256, bytes.length);
          expect((await phone.goOn(sha256, at ?? 0, bytes.subarray(at ?? 0))).status).toBe(204);
          expect(await held(sha256)).toEqual([sha256]);
        },
      ),
      { numRuns: 15 },
    );
    expect(unfinished()).toEqual([]);
  });

  it("is drawn, and shown with its size", async () => {
    const bytes = await sharp({ create: { width: 2000, height: 1000, channels: 3, background: "#862" } })
      .jpeg()
      .toBuffer();
    const sha256 = sha256Of(bytes);
    await phone.upload(bytes);
    expect(await withAccount(phone.account, (ctx) => photoOf(ctx, sha256))).toMatchObject({
      state: "waiting",
      derivatives: {},
    });
    await drawDerivatives(phone.account, sha256);
    const shown = await withAccount(phone.account, (ctx) => photoOf(ctx, sha256));
    expect(shown).toMatchObject({
      state: "ready",
      width: 2000,
      height: 1000,
      derivatives: { thumb: { width: 320, height: 160 }, screen: { width: 1600 }, report: { width: 1000 } },
    });
    expect(shown!.thumbhash).toMatch(/^[A-Za-z0-9+/]{20,}/);
  });

  it("shows itself, whatever another one says that it is the picture of", async () => {
    const [bytes, imposter] = [await photo(), await photo()];
    const sha256 = sha256Of(bytes);
    await phone.upload(bytes);
    await phone.upload(imposter, { posterOf: sha256 });
    for (const one of [bytes, imposter]) await drawDerivatives(phone.account, sha256Of(one));
    const shown = await withAccount(phone.account, (ctx) => photoOf(ctx, sha256));
    const { width } = await sharp(bytes).metadata();
    expect(shown!.derivatives["thumb"]!.width).toBe(width);
  });
});

describe("the address of a photo", () => {
  const ask = async (sha256: string, what: string, { by = visitor, range = "" } = {}) => {
    const request = by.request(`/account/media/${sha256}/${what}`, range ? { headers: { range } } : {});
    return file({ request, context: by.context(), params: { sha256, what } } as never).catch(
      (thrown: unknown) => thrown as Response,
    );
  };

  it("is the file as it came, which runs nothing, and any part of it", async () => {
    const bytes = Buffer.concat([await photo(), Buffer.from("<script>alert(1)</script>")]);
    const sha256 = sha256Of(bytes);
    await phone.upload(bytes);
    const whole = await ask(sha256, "original");
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      "content-type": "image/jpeg",
      "content-length": String(bytes.length),
      "content-disposition": expect.stringMatching(/^attachment/) as string,
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
      "cache-control": expect.stringMatching(/^private/) as string,
    });
    expect(Buffer.from(await whole.arrayBuffer())).toEqual(bytes);
    for (const [range, first, last] of [
      ["bytes=0-0", 0, 0],
      ["bytes=10-19", 10, 19],
      [`bytes=${bytes.length - 3}-`, bytes.length - 3, bytes.length - 1],
      ["bytes=-5", bytes.length - 5, bytes.length - 1],
      ["bytes=20-999999", 20, bytes.length - 1],
    ] as const) {
      const part = await ask(sha256, "original", { range });
      expect([part.status, part.headers.get("content-range")], range).toEqual([
        206,
        `bytes ${first}-${last}/${bytes.length}`,
      ]);
      expect(Buffer.from(await part.arrayBuffer()), range).toEqual(bytes.subarray(first, last + 1));
    }
    const beyond = await ask(sha256, "original", { range: `bytes=${bytes.length}-` });
    expect([beyond.status, beyond.headers.get("content-range")]).toEqual([416, `bytes */${bytes.length}`]);
    // Ranges that no browser sends for one file get the whole file.
    for (const range of ["bytes=0-1,4-5", "bytes=9-3", "lines=1-2", "bytes=-"])
      expect((await ask(sha256, "original", { range })).status, range).toBe(200);
  });

  it("is handed to a guest of its job without the place and the camera that are in it", async () => {
    const bytes = await sharp({ create: { width: 800, height: 600, channels: 3, background: "#357" } })
      .withExif({
        IFD0: { Make: "Plumbphone" },
        IFD3: { GPSLatitudeRef: "N", GPSLatitude: "43/1 36/1 54/1" },
      })
      .jpeg()
      .toBuffer();
    const [sha256, job] = [sha256Of(bytes), newId()];
    await phone.upload(bytes);
    await drawDerivatives(phone.account, sha256);
    const guest = await signedIn("guest@shop.test");
    const person = (await findPerson(guest.request("/account")))!;
    await withAccount(phone.account, async ({ db }) => {
      await db.execute(
        sql`insert into media_jobs (account_id, job_id, sha256) values (${phone.account}, ${job}, ${sha256})`,
      );
      await db.execute(sql`insert into businesses_members (account_id, user_id, role, job_id, created_at)
        values (${phone.account}, ${person.id}, 'guest', ${job}, now())`);
    });
    const read = async (by: Visitor) => {
      const answer = await file({
        request: by.request("/"),
        context: by.context(),
        params: { sha256, what: "original" },
      } as never);
      return Buffer.from(await answer.arrayBuffer());
    };
    expect((await read(visitor)).equals(bytes), "its own people have the file as it came").toBe(true);
    const given = await read(guest);
    expect(await sharp(given).metadata()).toMatchObject({ format: "jpeg", width: 800, height: 600 });
    expect((await sharp(given).metadata()).exif).toBeUndefined();
    for (const said of ["Plumbphone", "GPS"]) expect(given.includes(said)).toBe(false);
  });

  it("of a video is handed to a guest with empty room where its place and camera were noted, in any part of it", async () => {
    const box = (name: string, ...content: readonly (Buffer | string)[]) => {
      const inner = Buffer.concat(
        content.map((one) => (typeof one === "string" ? Buffer.from(one, "latin1") : one)),
      );
      const head = Buffer.alloc(8);
      head.writeUInt32BE(inner.length + 8);
      head.write(name, 4, "latin1");
      return Buffer.concat([head, inner]);
    };
    const track = (handler: string, ...more: Buffer[]) =>
      box("trak", box("mdia", box("hdlr", Buffer.alloc(8), handler, Buffer.alloc(12))), ...more);
    const place = "+43.6150-116.2023/";
    const index = box(
      "moov",
      box("mvhd", Buffer.alloc(100, 1)),
      // The track's metadata comes before its handler.
      box(
        "trak",
        box("meta", "....hdlr........mdta"),
        track("vide", box("udta", box("name", "Plumbphone"))).subarray(8),
      ),
      track("meta", box("stbl", place)),
      box("udta", box("\u00a9xyz", Buffer.from([0, 18, 0, 0]), place)),
      box("meta", box("keys", "com.apple.quicktime.location.ISO6709"), box("ilst", place)),
    );
    const xmp = box(
      "uuid",
      Buffer.from("be7acfcb97a942e89c71999491e3afac", "hex"),
      `<exif:GPSLatitude>${place}`,
    );
    const pictures = box("mdat", Buffer.alloc(70_000, 7));
    const bytes = Buffer.concat([box("ftyp", "isom", Buffer.alloc(4), "isomiso2mp41"), index, xmp, pictures]);
    const [sha256, job] = [sha256Of(bytes), newId()];
    await phone.upload(bytes);
    const guest = await signedIn("filming@shop.test");
    const person = (await findPerson(guest.request("/account")))!;
    await withAccount(phone.account, async ({ db }) => {
      await db.execute(
        sql`insert into media_jobs (account_id, job_id, sha256) values (${phone.account}, ${job}, ${sha256})`,
      );
      await db.execute(sql`insert into businesses_members (account_id, user_id, role, job_id, created_at)
        values (${phone.account}, ${person.id}, 'guest', ${job}, now())`);
    });
    expect(Buffer.from(await (await ask(sha256, "original")).arrayBuffer()).equals(bytes)).toBe(true);
    const whole = await ask(sha256, "original", { by: guest });
    const given = Buffer.from(await whole.arrayBuffer());
    expect([whole.headers.get("content-length"), given.length]).toEqual([String(bytes.length), bytes.length]);
    for (const said of [place, "Plumbphone", "location", "xyz"])
      expect(given.includes(said), said).toBe(false);
    for (const part of ["ftyp", "mvhd", "vide"]) expect(given.includes(part), part).toBe(true);
    expect(given.subarray(-pictures.length).equals(pictures)).toBe(true);
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.nat(3_000), async (first, more) => {
        const last = Math.min(bytes.length - 1, first + more);
        const part = await ask(sha256, "original", { by: guest, range: `bytes=${first}-${last}` });
        expect(Buffer.from(await part.arrayBuffer()).equals(given.subarray(first, last + 1))).toBe(true);
      }),
      { numRuns: 25 },
    );
  });

  it("is nothing to another business, for a name that is none, and before it is drawn", async () => {
    const bytes = await photo();
    const sha256 = sha256Of(bytes);
    await phone.upload(bytes);
    expect((await ask(sha256, "original", { by: otherVisitor })).status).toBe(404);
    for (const [name, what] of [
      [sha256, "thumb"],
      [sha256, "constructor"],
      [sha256.toUpperCase(), "original"],
      ["../../etc/passwd", "original"],
      ["b".repeat(64), "original"],
    ] as const)
      expect((await ask(name, what)).status, `${name} ${what}`).toBe(404);
    await drawDerivatives(phone.account, sha256);
    expect((await ask(sha256, "thumb")).headers.get("content-type")).toBe("image/webp");
    expect((await ask(sha256, "thumb", { by: otherVisitor })).status).toBe(404);
  });
});

describe("what is refused leaves nothing behind", () => {
  it("other bytes than its name says: it can be sent again from the start", async () => {
    const [wrong, right] = [await photo(), await photo()];
    const sha256 = sha256Of(right);
    const padded = Buffer.concat([wrong, Buffer.alloc(Math.max(0, right.length - wrong.length))]).subarray(
      0,
      right.length,
    );
    expect(await refusalOf(await phone.upload(padded, {}, sha256))).toMatchObject({
      status: 422,
      code: "wrong_hash",
    });
    expect(unfinished()).toEqual([]);
    expect(await phone.offset(sha256)).toBeUndefined();
    expect((await phone.upload(right)).status).toBe(204);
  });

  it("a video of 2 GB, before its first byte", async () => {
    const answer = await refusalOf(await phone.begin("b".repeat(64), 2 * 1024 ** 3));
    expect(answer).toMatchObject({
      status: 413,
      code: "too_large",
      why: expect.stringMatching(/larger than 500 MB/),
    });
    expect(unfinished()).toEqual([]);
  });

  it.each([
    ["no bytes at all", 0],
    ["no name", 10],
  ])("%s", async (_what, size) => {
    expect([400, 422]).toContain((await phone.begin(size ? "../../x" : "c".repeat(64), size)).status);
    expect(unfinished()).toEqual([]);
  });

  it("another business's upload, as if it were not there", async () => {
    const bytes = await photo();
    const sha256 = sha256Of(bytes);
    await phone.begin(sha256, bytes.length);
    await phone.goOn(sha256, 0, bytes.subarray(0, 20));
    for (const method of ["HEAD", "PATCH", "DELETE"]) {
      const headers: Record<string, string> =
        method === "PATCH"
          ? { "Upload-Offset": "20", "Content-Type": "application/offset+octet-stream" }
          : {};
      expect((await other.send(method, phone.addressOf(sha256), headers)).status, method).toBe(404);
    }
    const theirs = await other.send("POST", "/account/media/uploads", {
      "Upload-Length": "20",
      "Upload-Metadata": `account ${Buffer.from(phone.account).toString("base64")},sha256 ${Buffer.from(sha256).toString("base64")}`,
    });
    expect(await refusalOf(theirs)).toMatchObject({ status: 409, code: "elsewhere" });
    expect((await phone.goOn(sha256, 20, bytes.subarray(20))).status).toBe(204);
  });

  it("who is signed out, in words for a program; another site, whoever is signed in", async () => {
    const out = new Phone(door.url, "", phone.account);
    expect(await refusalOf(await out.begin("d".repeat(64), 10))).toMatchObject({
      status: 401,
      code: "signed_out",
    });
    expect((await out.send("HEAD", phone.addressOf("d".repeat(64)))).status).toBe(401);
    const forged = await phone.send("POST", "/account/media/uploads", {
      "Sec-Fetch-Site": "cross-site",
      "Upload-Length": "10",
    });
    expect(await refusalOf(forged)).toMatchObject({ status: 403 });
    expect(await askReceipts({ hashes: [] }, new Visitor())).toMatchObject({
      status: 401,
      body: { code: "signed_out" },
    });
  });

  it("questions for receipts of another account, or for too many", async () => {
    expect(await askReceipts({ account: other.account, hashes: [] })).toMatchObject({
      status: 409,
      body: { code: "elsewhere" },
    });
    expect((await askReceipts({ hashes: Array.from({ length: 501 }, () => "e".repeat(64)) })).status).toBe(
      422,
    );
    expect((await askReceipts("nonsense")).status).toBe(422);
  });
});

describe("after a stop in the middle", () => {
  it("bytes that came stay, and notes cut short are as if they never were", async () => {
    const bytes = await photo();
    const sha256 = sha256Of(bytes);
    await phone.begin(sha256, bytes.length);
    await phone.goOn(sha256, 0, bytes.subarray(0, 100));
    setUploadFolder(folder);
    expect(await phone.offset(sha256)).toBe(100);
    writeFileSync(`${bytesFile(sha256)}.json`, '{"id": "');
    expect(await phone.offset(sha256)).toBeUndefined();
    expect((await phone.upload(bytes)).status).toBe(204);
    expect(unfinished()).toEqual([]);
  });

  it("an upload that was whole and not kept is kept by the next question, never just said to be", async () => {
    const bytes = await photo();
    const sha256 = sha256Of(bytes);
    await phone.begin(sha256, bytes.length);
    writeFileSync(bytesFile(sha256), bytes);
    expect(await held(sha256)).toEqual([]);
    expect(await phone.offset(sha256)).toBe(bytes.length);
    expect(await held(sha256)).toEqual([sha256]);
    const damaged = await photo();
    const name = sha256Of(damaged);
    await phone.begin(name, damaged.length);
    writeFileSync(bytesFile(name), Buffer.alloc(damaged.length));
    expect((await phone.send("HEAD", phone.addressOf(name))).status).toBe(422);
    expect(await phone.offset(name)).toBeUndefined();
    expect(unfinished()).toEqual([]);
  });

  it("the sweep finishes what is whole, and removes what is a week old or whose business is closed", async () => {
    const [whole, fresh] = [await photo(), await photo()];
    await phone.begin(sha256Of(whole), whole.length);
    writeFileSync(bytesFile(sha256Of(whole)), whole);
    await phone.begin(sha256Of(fresh), fresh.length);
    const closed = `${newId()}.${sha256Of(fresh)}`;
    writeFileSync(path.join(folder, closed), "");
    writeFileSync(
      path.join(folder, `${closed}.json`),
      JSON.stringify({ size: 9, creation_date: now().toString(), metadata: {} }),
    );
    await sweepUploads(now());
    expect(await held(sha256Of(whole))).toEqual([sha256Of(whole)]);
    expect(unfinished()).toHaveLength(2);
    await sweepUploads(now().add({ hours: 24 * 8 }));
    expect(unfinished()).toEqual([]);
  });

  it("a receipt is for what is in the store at that moment: a file that is gone is sent again", async () => {
    const bytes = await photo();
    const sha256 = sha256Of(bytes);
    await phone.upload(bytes);
    const { file } = (await withAccount(phone.account, (ctx) => photoOf(ctx, sha256)))!;
    await installation().files.remove(file);
    expect(await held(sha256)).toEqual([]);
    expect((await phone.upload(bytes)).status).toBe(204);
    expect(await held(sha256)).toEqual([sha256]);
  });
});

it("what is forgotten is gone with all that was drawn of it, but what another photo shares", async () => {
  const pixels = { width: 40, height: 30, channels: 3 as const, background: "#123456" };
  const twins = [
    await sharp({ create: pixels }).png({ compressionLevel: 1 }).toBuffer(),
    await sharp({ create: pixels }).png({ compressionLevel: 9 }).toBuffer(),
  ];
  const [one, two] = twins.map(sha256Of) as [string, string];
  expect(one).not.toBe(two);
  for (const bytes of twins) {
    expect((await phone.upload(bytes)).status).toBe(204);
    await drawDerivatives(phone.account, sha256Of(bytes));
  }
  const files = async () => (await Array.fromAsync(installation().files.list(phone.account))).length;
  const before = await files();
  const drawn = async (sha256: string) =>
    (await withAccount(phone.account, (ctx) => photoOf(ctx, sha256)))!.derivatives.thumb!.file;
  expect(await drawn(one)).toBe(await drawn(two));
  await removeFiles(await withAccount(phone.account, (ctx) => forgetMedia(ctx, [one])));
  expect(await held(one, two)).toEqual([two]);
  expect(await files()).toBe(before - 1);
  await removeFiles(await withAccount(phone.account, (ctx) => forgetMedia(ctx, [two])));
  expect(await files()).toBe(before - 6);
});
