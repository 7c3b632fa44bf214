import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { definePhotos } from "#tools/photos/kinds.server.ts";
import { FORMAT_NAMES, FORMATS, layoutOf } from "#tools/photos/post/layout.ts";
import { drawPost, findPost } from "#tools/photos/post/post.server.ts";
import { type AskedPost, readPost } from "#tools/photos/post/schema.ts";
import { photoId } from "#tools/photos/rules/ids.ts";
import { PHOTO } from "#tools/photos/rules/photo.ts";
import { openReportingShop, type ReportingShop } from "../testing/reports.ts";

// Pictures to post, from stored photos to the JPEG, with the real database, picture library and renderer.

let shop: ReportingShop;
let job: string;

beforeAll(async () => {
  shop = await openReportingShop();
  definePhotos();
  job = await shop.newJob();
});
afterAll(() => shop?.close());

const plain = async (background: string) => {
  const create = { width: 1200, height: 900, channels: 3, background } as const;
  const exif = {
    IFD0: { Make: "Camera Works" },
    IFD3: { GPSLatitudeRef: "N", GPSLatitude: "43/1 36/1 0/1" },
  };
  return sharp({ create }).withExif(exif).jpeg().toBuffer();
};
const say = (sha256: string, facts: object) =>
  shop.send(
    job,
    { sha256, ...facts },
    { kind: PHOTO, record: photoId(job, sha256), media: [sha256] },
    "owner",
  );
async function taken(background: string, at: string): Promise<string> {
  const sha256 = await shop.photo(await plain(background));
  await say(sha256, { [`photos.${sha256}`]: { type: "image/jpeg", at: Date.parse(at) } });
  return sha256;
}
const posted = async (over: Partial<AskedPost> & Pick<AskedPost, "photo">) => {
  const asked = { job, format: "square", other: undefined, line: "Call us", ...over } as const;
  return Buffer.from(await drawPost(await shop.in((ctx) => findPost(ctx, asked))));
};
const colorAt = async (picture: Buffer, left: number, top: number) => {
  const { data } = await sharp(picture)
    .extract({ left, top, width: 8, height: 8 })
    .resize(1, 1)
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [...data];
};

let [before, after] = ["", ""];
beforeAll(async () => {
  before = await taken("#c02020", "2026-11-03T15:00:00Z");
  after = await taken("#2040c0", "2026-11-05T15:00:00Z");
});

it.each(FORMAT_NAMES)("%s: has its size, both photos in order, and no metadata", async (format) => {
  const picture = await posted({ format, photo: before, other: after });
  const { width, height, exif, icc, iptc, xmp, format: kind } = await sharp(picture).metadata();
  expect({ width, height, kind }).toEqual({
    ...{ width: FORMATS[format].width, height: FORMATS[format].height, kind: "jpeg" },
  });
  expect([exif, icc, iptc, xmp]).toEqual([undefined, undefined, undefined, undefined]);
  expect(picture.includes("Camera Works")).toBe(false);
  const [first, second] = layoutOf(format, [4 / 3, 4 / 3]).photos;
  const middle = async ({ x, y, width: wide, height: high }: typeof first & {}) =>
    colorAt(picture, Math.round(x + wide / 2), Math.round(y + high / 2));
  const [[red], [, , blue]] = [await middle(first!), await middle(second!)];
  expect(red).toBeGreaterThan(150);
  expect(blue).toBeGreaterThan(150);
});

it("has what was drawn and blurred on its photo", async () => {
  const stripes = Buffer.from(
    Uint8Array.from(
      { length: 1000 * 1000 * 3 },
      (_, at) => (Math.floor((Math.floor(at / 3) % 1000) / 6) % 2) * 255,
    ),
  );
  const bytes = await sharp(stripes, { raw: { width: 1000, height: 1000, channels: 3 } })
    .jpeg()
    .toBuffer();
  const photo = await shop.photo(bytes);
  await say(photo, { [`photos.${photo}`]: { type: "image/jpeg", at: Date.now() } });
  const contrast = async (picture: Buffer) => {
    const middle = sharp(picture).extract({ left: 300, top: 250, width: 400, height: 300 }).grayscale();
    return (await sharp(await middle.toBuffer()).stats()).channels[0]!.stdev;
  };
  expect(await contrast(await posted({ photo }))).toBeGreaterThan(80);
  await say(photo, {
    marks: [{ id: "b", kind: "blur", color: "red", from: [0.01, 0.01], to: [0.99, 0.99], text: "" }],
  });
  expect(await contrast(await posted({ photo }))).toBeLessThan(10);
});

it("isn’t made of a hidden photo, one in the trash, or one that isn’t there", async () => {
  const hidden = await taken("#123456", "2026-11-05T15:00:00Z");
  await say(hidden, { hidden: "A face" });
  const trashed = await taken("#654321", "2026-11-05T15:00:00Z");
  await say(trashed, { trashedAt: "2026-11-06T15:00:00Z" });
  for (const photo of [hidden, trashed, "ab".repeat(32)])
    await expect(posted({ photo })).rejects.toMatchObject({ code: "not_found" });
});

it("of a photo of two jobs is hidden and blurred as on either, and isn’t made for a job that doesn’t have it", async () => {
  const photo = await taken("#227722", "2026-11-05T15:00:00Z");
  const other = await shop.newJob();
  const atOther = (facts: object) =>
    shop.send(
      other,
      { sha256: photo, ...facts },
      { kind: PHOTO, record: photoId(other, photo), media: [photo] },
      "owner",
    );
  await atOther({ [`photos.${photo}`]: { type: "image/jpeg", at: Date.now() } });
  expect(
    await shop.in((ctx) => findPost(ctx, { job, format: "square", photo, other: undefined, line: "" })),
  ).toBeDefined();
  const strange = await shop.newJob();
  await expect(posted({ photo, job: strange })).rejects.toMatchObject({ code: "not_found" });
  await atOther({ hidden: "A face" });
  await expect(posted({ photo })).rejects.toMatchObject({ code: "not_found" });
});

it("reads its address, and asks for the default in place of nonsense", () => {
  const photo = "ab".repeat(32);
  const read = (params: Record<string, string>) => readPost(new URLSearchParams({ job, photo, ...params }));
  expect(read({ format: "poster", other: "x", line: "  Call us  " })).toEqual({
    ...{ job, photo, other: undefined, format: "square", line: "Call us" },
  });
  expect(Array.from(read({ line: "🏠".repeat(90) })!.line!)).toHaveLength(60);
  expect(readPost(new URLSearchParams({ job, photo: "1" }))).toBeNull();
});
