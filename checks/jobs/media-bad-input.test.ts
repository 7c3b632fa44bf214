import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { enterOwnAccount } from "#ground/businesses/queries.server.ts";
import { findPerson } from "#ground/identity/public.server.ts";
import { openIdentity, signedIn } from "#ground/identity/testing/visits.ts";
import { photoOf } from "#ground/media/originals.server.ts";
import { drawDerivatives } from "#ground/media/derivatives.server.ts";
import { asItIs } from "#ground/media/shared-photos.server.ts";
import { stripped } from "#ground/media/strip-metadata.server.ts";
import { mediaTasks } from "#ground/media/tasks.server.ts";
import { setUploadFolder } from "#ground/media/uploads.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { withAccount, withPerson } from "#platform/db/scope.server.ts";
import { createLog } from "#platform/log/log.server.ts";
import { startTaskQueue, type TaskQueue } from "#platform/queue/queue.server.ts";
import { openDoor, Phone, refusalOf, sha256Of } from "../testing/device.ts";

let identity: Awaited<ReturnType<typeof openIdentity>>;
let queue: TaskQueue;
let door: Awaited<ReturnType<typeof openDoor>>;
let folder: string;
let phone: Phone;

beforeAll(async () => {
  identity = await openIdentity();
  queue = await startTaskQueue({ tasks: mediaTasks, work: false, log: createLog("error") });
  folder = mkdtempSync(path.join(tmpdir(), "plumbline-uploads-"));
  setUploadFolder(folder);
  door = await openDoor();
  const visitor = await signedIn("a@shop.test");
  const person = (await findPerson(visitor.request("/account")))!;
  const { accountId } = await withPerson(person.id, (ctx) => enterOwnAccount(ctx, person));
  phone = new Phone(door.url, visitor.cookieHeader, accountId);
});
afterAll(async () => {
  await door?.close();
  await queue?.stop();
  await identity?.drop();
});

const jpeg = (width = 400, height = 300) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: "#375",
      noise: { type: "gaussian", mean: 120, sigma: 40 },
    },
  }).jpeg();

/** A PNG of that size with all pixels zero. */
function png(width: number, height: number, rows = height): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
    const out = Buffer.alloc(8);
    out.writeUInt32BE(data.length);
    out.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([out.subarray(0, 4), body, out.subarray(4)]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width);
  head.writeUInt32BE(height, 4);
  head.set([8, 0, 0, 0, 0], 8);
  const data = deflateSync(Buffer.alloc((width + 1) * rows));
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", head),
    chunk("IDAT", data),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

const left = async () => [
  readdirSync(folder),
  await Array.fromAsync(installation().files.list(phone.account)),
];

describe("refused with a clear word, nothing left behind", () => {
  it.each<[string, () => Buffer | Promise<Buffer>, RegExp]>([
    [
      "a JPEG of noise",
      () => Buffer.concat([Buffer.from("ffd8ffe000104a464946", "hex"), Buffer.alloc(3000, 7)]),
      /damaged/,
    ],
    ["a JPEG cut off before its picture", async () => (await jpeg().toBuffer()).subarray(0, 400), /damaged/],
    ["a PNG of 400 megapixels", () => png(20_000, 20_000, 10), /20000 by 20000/],
    ["a bomb of 400 megapixels that is whole", () => png(20_000, 20_000), /60 megapixels/],
    ["a PNG with less in it than it says", () => png(3000, 3000, 10), /damaged/],
    [
      "an SVG with a script",
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      /a photo or video/,
    ],
    ["a page named .jpg", () => Buffer.from("<!doctype html><script>alert(1)</script>"), /a photo or video/],
    [
      "a TIFF",
      () =>
        sharp({ create: { width: 9, height: 9, channels: 3, background: "#fff" } })
          .tiff()
          .toBuffer(),
      /a photo or video/,
    ],
    [
      "a GIF that is none",
      () => Buffer.concat([Buffer.from("GIF89a\x40\0\x40\0\0\0\0", "latin1"), Buffer.alloc(300, 9)]),
      /damaged/,
    ],
    [
      "an AVIF that is none",
      () =>
        Buffer.concat([
          Buffer.from("000000186674797061766966000000006d69663161766966", "hex"),
          Buffer.alloc(500),
        ]),
      /damaged/,
    ],
    [
      "a HEIF sequence",
      () =>
        Buffer.concat([
          Buffer.from("00000018667479706d736631000000006d73663168657663", "hex"),
          Buffer.alloc(500),
        ]),
      /a photo or video/,
    ],
    ["a PDF", () => Buffer.from("%PDF-1.7\n1 0 obj\n"), /a photo or video/],
    [
      "a HEIC that is none",
      () =>
        Buffer.concat([
          Buffer.from("000000186674797068656963000000006d69663168656963", "hex"),
          Buffer.alloc(500),
        ]),
      /damaged/,
    ],
    [
      "a video cut off",
      () => Buffer.concat([Buffer.from("000000186674797069736f6d", "hex"), Buffer.alloc(12)]),
      /a photo or video|damaged/,
    ],
    [
      "an MP4 without its index",
      () =>
        Buffer.concat([
          Buffer.from("00000018667479706d70343200000000", "hex"),
          Buffer.from("6d70343269736f6d", "hex"),
          Buffer.from("000000106d646174", "hex"),
          Buffer.alloc(8),
        ]),
      /video is damaged/,
    ],
  ])("%s", async (_what, make, words) => {
    const before = await left();
    const answer = await phone.upload(await make());
    expect(answer.status).toBe(422);
    expect(await refusalOf(answer)).toMatchObject({
      code: "refused",
      why: expect.stringMatching(words) as string,
    });
    expect(await left()).toEqual(before);
  });
});

describe("odd, and taken", () => {
  const exif = {
    IFD0: { Make: "Spy Camera", Orientation: "6" },
    IFD3: {
      GPSLatitudeRef: "N",
      GPSLatitude: "39/1 44/1 0/1",
      GPSLongitudeRef: "W",
      GPSLongitude: "104/1 59/1 0/1",
    },
  };
  const kept = async (bytes: Buffer) => {
    const answer = await phone.upload(bytes);
    expect(answer.status, await answer.clone().text()).toBe(204);
    await drawDerivatives(phone.account, sha256Of(bytes));
    const photo = (await withAccount(phone.account, (ctx) => photoOf(ctx, sha256Of(bytes))))!;
    const drawn = await installation().files.get(photo.derivatives.screen!.file);
    const given = (keepGps = false) => stripped(asItIs(phone.account, photo), { keepGps });
    return { photo, drawn, given, meta: await sharp(drawn).metadata() };
  };

  it("a photo with its place: kept as it came, drawn upright and without any of it", async () => {
    const bytes = await jpeg(600, 200).withExif(exif).withMetadata({ orientation: 6 }).toBuffer();
    const { photo, drawn, given, meta } = await kept(bytes);
    expect(photo).toMatchObject({
      width: 200,
      height: 600,
      position: { latitude: 39.733333333333334 },
      camera: "Spy Camera",
    });
    expect(await installation().files.get(photo.file)).toEqual(bytes);
    expect([meta.width, meta.height, meta.exif, meta.orientation]).toEqual([200, 600, undefined, undefined]);
    expect(drawn.includes("Spy Camera")).toBe(false);
    expect((await sharp(await given()).metadata()).exif).toBeUndefined();
    const chosen = await given(true);
    expect((await sharp(chosen).metadata()).exif).toBeDefined();
    expect(chosen.includes("Spy Camera")).toBe(false);
  });

  it("a phone's HEIC that lies on its side: upright, its place known to the business alone", async () => {
    // Red on the left, blue on the right, a light strip on top. The file rotates it by a quarter turn, and
    // its EXIF repeats that.
    const bytes = readFileSync(path.resolve("src/platform/pictures/testing/turned.heic"));
    const { photo, drawn, given } = await kept(bytes);
    expect(photo).toMatchObject({
      kind: "heic",
      width: 200,
      height: 320,
      camera: "Plumbline Test",
      position: { latitude: 39.733333333333334 },
    });
    expect(photo.takenAt?.toString()).toBe("2026-10-02T15:15:00Z");
    for (const [picture, pixels] of [
      ["drawn", drawn],
      ["given away", await given()],
    ] as const) {
      const { data, info } = await sharp(pixels).removeAlpha().raw().toBuffer({ resolveWithObject: true });
      const at = (x: number, y: number) => [
        ...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3),
      ];
      expect([info.width, info.height], picture).toEqual([200, 320]);
      const [top, bottom, right] = [at(60, 60), at(60, 260), at(180, 160)];
      expect(top[0]! > 150 && top[2]! < 100, `${picture}, above: ${top.join()}`).toBe(true);
      expect(bottom[0]! < 100 && bottom[2]! > 120, `${picture}, below: ${bottom.join()}`).toBe(true);
      expect(Math.min(...right) > 200, `${picture}, on the right: ${right.join()}`).toBe(true);
      expect(pixels.includes("Plumbline")).toBe(false);
    }
  });

  it("a JPEG whose last rows are missing: what is there is shown, and it is marked", async () => {
    const whole = await jpeg().toBuffer();
    const { photo, meta, given } = await kept(whole.subarray(0, whole.length - 2000));
    expect([photo.isIncomplete, photo.state, photo.width, photo.height, meta.width]).toEqual([
      true,
      "ready",
      400,
      300,
      400,
    ]);
    expect((await sharp(await given()).metadata()).width).toBe(400);
    expect((await kept(whole)).photo.isIncomplete).toBe(false);
  });

  it("an AVIF and a GIF of two pictures, by their first", async () => {
    const times = { IFD2: { DateTimeOriginal: "2019:10:20 18:34:30", OffsetTimeOriginal: "+02:00" } };
    const frames = await Promise.all(
      ["#f00", "#00f"].map((background) =>
        sharp({ create: { width: 50, height: 40, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const avif = await kept(await jpeg(90, 60).withExif(times).avif({ effort: 0 }).toBuffer());
    expect(avif.photo).toMatchObject({ kind: "avif", width: 90, height: 60 });
    expect(avif.photo.takenAt?.toString()).toBe("2019-10-20T16:34:30Z");
    const gif = await kept(
      await sharp(frames, { join: { animated: true } })
        .gif()
        .toBuffer(),
    );
    expect(gif.photo).toMatchObject({ kind: "gif", width: 50, height: 40 });
    const { data } = await sharp(gif.drawn).raw().toBuffer({ resolveWithObject: true });
    expect(data[0]! > 200 && data[2]! < 60).toBe(true);
  });

  it("a photo without a zone: its time on the camera's wall, or the moment where GPS tells", async () => {
    const IFD2 = { DateTimeOriginal: "2019:10:20 18:34:30" };
    const local = await kept(await jpeg(310, 210).withExif({ IFD2 }).toBuffer());
    expect(local.photo).toMatchObject({ takenAt: null, takenLocal: "2019-10-20T18:34:30" });
    const gps = await kept(
      await jpeg(310, 220)
        .withExif({ IFD2, IFD3: { GPSDateStamp: "2019:10:20", GPSTimeStamp: "16/1 34/1 29/1" } })
        .toBuffer(),
    );
    expect(gps.photo.takenAt?.toString()).toBe("2019-10-20T16:34:30Z");
  });

  it("a CMYK JPEG, a 16-bit PNG, an animation", async () => {
    const frames = await Promise.all(
      ["#f00", "#00f"].map((background) =>
        sharp({ create: { width: 50, height: 40, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    for (const bytes of [
      await jpeg(300, 200).toColourspace("cmyk").toBuffer(),
      await sharp({ create: { width: 300, height: 200, channels: 3, background: "#852" } })
        .toColourspace("rgb16")
        .png()
        .toBuffer(),
      await sharp(frames, { join: { animated: true } })
        .webp({ delay: [9, 9] })
        .toBuffer(),
    ]) {
      const { meta, photo } = await kept(bytes);
      expect([meta.format, meta.space, meta.pages ?? 1]).toEqual(["webp", "srgb", 1]);
      expect([meta.width, meta.height]).toEqual([photo.width, photo.height]);
    }
  });

  it("a JPEG that is a page too: what is drawn of it is a picture alone", async () => {
    const { drawn } = await kept(
      Buffer.concat([await jpeg(310, 200).toBuffer(), Buffer.from("<script>alert(1)</script>")]),
    );
    expect(drawn.includes("<script>")).toBe(false);
  });

  it("notes that make no sense: the photo without them", async () => {
    const nonsense = {
      IFD0: { Make: "\u0001\u0002" },
      IFD2: { DateTimeOriginal: "2999:01:01 00:00:00", OffsetTimeOriginal: "+00:00" },
      IFD3: {
        GPSLatitudeRef: "N",
        GPSLatitude: "999/1 0/1 0/1",
        GPSLongitudeRef: "W",
        GPSLongitude: "1/0 0/0 0/1",
      },
    };
    const { photo } = await kept(await jpeg(320, 200).withExif(nonsense).toBuffer());
    expect(photo).toMatchObject({ takenAt: null, position: null, camera: null });
    const bytes = await jpeg(330, 200).withExif(exif).toBuffer();
    // The first EXIF entry now claims four billion values.
    const at = bytes.indexOf("Exif\0\0", 0, "latin1") + 6;
    bytes.writeUInt32LE(0xffffffff, at + 8 + 2 + 4);
    expect((await kept(bytes)).photo.camera).toBeNull();
  });
});
