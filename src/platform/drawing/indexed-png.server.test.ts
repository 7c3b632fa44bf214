import { createCanvas, loadImage } from "@napi-rs/canvas";
import fc from "fast-check";
import { expect, test } from "vitest";
import { encodeIndexedPng } from "./indexed-png.server.ts";

/** The pixels as another PNG reader decodes them, as `#rrggbb` row by row. */
async function read(png: Buffer): Promise<string[]> {
  const picture = await loadImage(png);
  const context = createCanvas(picture.width, picture.height).getContext("2d");
  context.drawImage(picture, 0, 0);
  return hex(context.getImageData(0, 0, picture.width, picture.height).data);
}

const hex = (pixels: Uint8ClampedArray) =>
  Array.from({ length: pixels.length / 4 }, (_, at) =>
    Buffer.from(pixels.subarray(at * 4, at * 4 + 3)).toString("hex"),
  );

const paint = (colors: readonly number[]) =>
  Uint8ClampedArray.from(
    colors.flatMap((color) => [(color >> 16) & 255, (color >> 8) & 255, color & 255, 255]),
  );

test("preserves flat colors at every width and number of colors", async () => {
  // Far enough apart to be sixty-four colors.
  const wheel = Array.from(
    { length: 64 },
    (_, at) => ((at & 3) * 0x550000) | (((at >> 2) & 3) * 0x5500) | ((at >> 4) * 0x55),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 19 }),
      fc.array(fc.constantFrom(...wheel), { minLength: 1, maxLength: 200 }),
      async (width, list) => {
        const height = Math.ceil(list.length / width);
        const pixels = paint([...list, ...Array<number>(width * height - list.length).fill(0)]);
        expect(await read(await encodeIndexedPng(pixels, width, height))).toEqual(hex(pixels));
      },
    ),
    { numRuns: 60 },
  );
});

test("maps the rest to near colors, and uses no more colors than allowed", async () => {
  const ramp = Array.from({ length: 256 }, (_, gray) => gray * 0x010101);
  const pixels = paint([...Array<number>(300).fill(0), ...ramp]);
  const seen = await read(await encodeIndexedPng(pixels, 556, 1, 16));
  expect(new Set(seen).size).toBeLessThanOrEqual(16);
  for (const [at, color] of seen.entries())
    expect(Math.abs(Number.parseInt(color.slice(0, 2), 16) - pixels[at * 4]!)).toBeLessThanOrEqual(24);
});

test("draws black on white exactly, as for a QR code", async () => {
  const pixels = paint([0, 0xffffff, 0xffffff, 0, 0xffffff, 0]);
  expect(await read(await encodeIndexedPng(pixels, 3, 2, 2))).toEqual(hex(pixels));
});
