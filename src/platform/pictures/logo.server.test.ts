import { deflateSync, crc32 } from "node:zlib";
import fc from "fast-check";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { removeWhite } from "./background.ts";
import { makeLogo, PICTURE_BYTES } from "./logo.server.ts";

type Color = { r: number; g: number; b: number; alpha: number };
const BLUE: Color = { r: 20, g: 60, b: 180, alpha: 1 };
const WHITE: Color = { r: 255, g: 255, b: 255, alpha: 1 };
const NOTHING: Color = { r: 0, g: 0, b: 0, alpha: 0 };

const sheet = (width: number, height: number, background: Color) =>
  sharp({ create: { width, height, channels: 4, background } });
/** A block of one color on a background of another. */
const block = async (width: number, height: number, color: Color, ground: Color, edge = 40) =>
  sheet(width + 2 * edge, height + 2 * edge, ground).composite([
    { input: await sheet(width, height, color).png().toBuffer(), left: edge, top: edge },
  ]);

const look = async (png: Buffer) => {
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => [
    ...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4),
  ];
  return {
    ...info,
    at,
    middle: at(info.width >> 1, info.height >> 1),
    corner: at(0, 0),
    meta: await sharp(png).metadata(),
  };
};

/** A PNG whose header claims this size, without content. */
const claim = (width: number, height: number): Buffer => {
  const chunk = (type: string, body: Buffer) => {
    const named = Buffer.concat([Buffer.from(type, "latin1"), body]);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(named));
    const length = Buffer.alloc(4);
    length.writeUInt32BE(body.length);
    return Buffer.concat([length, named, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6], 8);
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.alloc(60_000))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
};

describe("makes a logo from", () => {
  it.each(["png", "jpeg", "webp"] as const)("a %s, within 800 by 400, as a PNG", async (format) => {
    const logo = await look(
      await makeLogo(await (await block(2000, 900, BLUE, WHITE)).toFormat(format).toBuffer()),
    );
    expect([logo.meta.format, logo.width <= 800, logo.height <= 400]).toEqual(["png", true, true]);
    expect(logo.middle[2]).toBeGreaterThan(150);
    expect(logo.middle[3]).toBeGreaterThan(230);
  });

  it("a transparent drawing, without its empty margin, in the same colors", async () => {
    const logo = await look(await makeLogo(await (await block(300, 120, BLUE, NOTHING)).png().toBuffer()));
    expect([logo.width, logo.height]).toEqual([300, 120]);
    expect(logo.middle).toEqual([20, 60, 180, 255]);
  });

  it("a light transparent drawing, on a dark background", async () => {
    const logo = await look(await makeLogo(await (await block(300, 120, WHITE, NOTHING)).png().toBuffer()));
    expect(logo.corner).toEqual([0x16, 0x19, 0x1d, 255]);
    expect(logo.middle).toEqual([255, 255, 255, 255]);
  });

  it("a photo that fills its frame, unchanged", async () => {
    const logo = await look(await makeLogo(await sheet(600, 300, BLUE).jpeg().toBuffer()));
    expect([logo.width, logo.height, logo.corner[3]]).toEqual([600, 300, 255]);
  });

  it("a strip, never wider than five times its height", async () => {
    const logo = await look(await makeLogo(await sheet(1500, 40, BLUE).png().toBuffer()));
    expect(logo.width / logo.height).toBeLessThanOrEqual(5);
    expect(logo.corner[3]).toBe(0);
    expect(logo.middle[3]).toBe(255);
  });

  it("a photo with place and camera, upright, without that metadata", async () => {
    const photo = await sheet(600, 200, BLUE)
      .jpeg()
      .withExif({
        IFD0: { Make: "Spy Camera", Orientation: "6" },
        IFD3: { GPSLatitudeRef: "N", GPSLatitude: "39/1 44/1 0/1" },
      })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    expect((await sharp(photo).metadata()).exif).toBeDefined();
    const png = await makeLogo(photo);
    const { meta, width, height } = await look(png);
    expect(height).toBeGreaterThan(width);
    expect([meta.exif, meta.xmp, meta.icc, meta.comments]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(png.includes("Spy Camera")).toBe(false);
  });

  it("an animation's first frame", async () => {
    const frames = await Promise.all(
      [BLUE, { ...BLUE, r: 255 }].map((one) => sheet(200, 100, one).png().toBuffer()),
    );
    const moving = await sharp(frames, { join: { animated: true } })
      .webp({ delay: [100, 100], loop: 0 })
      .toBuffer();
    expect((await sharp(moving, { animated: true }).metadata()).pages).toBe(2);
    const { middle, width, height } = await look(await makeLogo(moving));
    expect([width, height]).toEqual([200, 100]);
    expect(middle[0]).toBeLessThan(40);
  });
});

describe("refuses with a helpful message", () => {
  const svg = '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const truncated = async () => {
    const whole = await (await block(900, 400, BLUE, WHITE)).jpeg().toBuffer();
    return whole.subarray(0, whole.length >> 1);
  };
  const gif = async () =>
    Buffer.concat([await sheet(40, 40, BLUE).gif().toBuffer(), Buffer.from("<script>alert(1)</script>")]);
  it.each<[string, () => Buffer | Promise<Buffer>, RegExp]>([
    ["an SVG with a script", () => Buffer.from(svg), /SVG/],
    ["an SVG without a prolog", () => Buffer.from(`  ${svg.slice(21)}`), /SVG/],
    ["a PNG that says it has 60000 by 60000 pixels", () => claim(60_000, 60_000), /60000 by 60000/],
    ["a PNG that has less in it than it says", () => claim(4000, 4000), /damaged/],
    ["a JPEG cut off in the middle", truncated, /damaged/],
    ["a GIF that is a web page too", gif, /PNG, JPEG, or WebP/],
    [
      "a program called logo.png",
      () => Buffer.from(`MZ\u0090\0${"x".repeat(400)}`, "latin1"),
      /PNG, JPEG, or WebP/,
    ],
    ["a PNG's first bytes and nothing else", () => Buffer.from("89504e470d0a1a0a", "hex"), /damaged/],
    [
      "a JPEG's first bytes before an SVG",
      () => Buffer.concat([Buffer.from("ffd8ff", "hex"), Buffer.from(svg)]),
      /damaged/,
    ],
    ["nothing at all", () => Buffer.alloc(0), /empty/],
    [
      "more than 5 MB",
      () => Buffer.concat([claim(10, 10), Buffer.alloc(PICTURE_BYTES)]),
      /is 5\u00a0MB\. .* 5\u00a0MB or smaller/,
    ],
    ["a dot", () => sheet(4, 4, BLUE).png().toBuffer(), /only 4 by 4/],
    ["a sheet with nothing on it", () => sheet(300, 200, NOTHING).png().toBuffer(), /blank/],
    ["a white sheet", () => sheet(300, 200, WHITE).png().toBuffer(), /blank/],
  ])("%s", async (_what, file, words) => {
    const began = performance.now();
    await expect(makeLogo(await file())).rejects.toMatchObject({
      code: "invalid",
      message: expect.stringMatching(words),
    });
    expect(performance.now() - began).toBeLessThan(5000);
  });

  it("a TIFF, which the library could read", async () => {
    await expect(makeLogo(await sheet(40, 40, BLUE).tiff().toBuffer())).rejects.toMatchObject({
      code: "invalid",
    });
    await expect(sharp(Buffer.from(svg)).metadata()).rejects.toThrow(/unsupported|blocked/i);
  });
});

it("removing white changes nothing on white", () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 3, maxLength: 3 }), ([r, g, b]) => {
      const { data } = removeWhite({ data: Uint8Array.of(r!, g!, b!, 255), width: 1, height: 1 });
      const again = [0, 1, 2].map((part) => 255 - ((255 - data[part]!) * data[3]!) / 255);
      for (const [part, value] of [r!, g!, b!].entries())
        expect(Math.abs(again[part]! - value)).toBeLessThanOrEqual(Math.min(r!, g!, b!) >= 244 ? 11 : 1);
    }),
  );
});
