import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import sharp from "sharp";
import { afterAll, describe, expect, it } from "vitest";
import { addPages } from "./add-pages.ts";
import { objectOf, parsePdf } from "./own-pdf.ts";
import { jpegShape, placePhotos, placeholderFor } from "./place-photos.ts";
import { closeRenderers, renderPdf } from "../render.server.ts";

afterAll(closeRenderers);

const photo = (width: number, height: number, seed = 1) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: { r: (seed * 53) % 256, g: 80, b: 120 },
      noise: { type: "gaussian", mean: 120, sigma: 30 },
    },
  })
    .jpeg()
    .toBuffer();

async function made(photos: readonly Buffer[], isPhoto: boolean): Promise<Buffer> {
  const folder = await mkdtemp(path.join(tmpdir(), "pdf-photos-"));
  const files: Record<string, { path: string; isPhoto: boolean }> = {};
  for (const [at, bytes] of photos.entries()) {
    const file = path.join(folder, `${at}.jpeg`);
    await writeFile(file, bytes);
    files[`p${at}.jpeg`] = { path: file, isPhoto };
  }
  return Buffer.from(
    await renderPdf({
      template: "platform/pdf/fixtures/photos.typ",
      data: { title: "Photos", photos: Object.keys(files) },
      createdAt: Temporal.Instant.from("2026-11-20T17:00:00Z"),
      files,
    }),
  );
}

const objectsOf = (pdf: Buffer) => {
  const parsed = parsePdf(pdf);
  return new Map([...parsed.offsets.keys()].map((number) => [number, objectOf(parsed, number)]));
};
const isPicture = (object: Buffer) => object.includes("/Subtype /Image");

describe("photos inserted into a finished file", () => {
  it("are embedded byte for byte, as the compiler would have done", async () => {
    const photos = await Promise.all([
      photo(1000, 750),
      photo(750, 1000, 2),
      photo(333, 1000, 3),
      photo(1000, 667, 4),
    ]);
    const [ours, theirs] = [objectsOf(await made(photos, true)), objectsOf(await made(photos, false))];
    const pictures = (objects: typeof ours) =>
      [...objects.values()]
        .filter(isPicture)
        .map((object) => object.toString("latin1").trim())
        .toSorted();
    expect(pictures(ours)).toHaveLength(4);
    expect(pictures(ours)).toEqual(pictures(theirs));
    expect(new Set(ours.keys())).toEqual(new Set(theirs.keys()));
  });

  it("leave nothing of their placeholders, and pages can still be appended to the file", async () => {
    const pdf = await made([await photo(800, 600)], true);
    expect(pdf.includes("plumbline-photo")).toBe(false);
    const both = addPages(pdf, await made([await photo(400, 300, 7)], true));
    expect(both.subarray(0, pdf.length).equals(pdf)).toBe(true);
  });

  it("are drawn by the compiler if not a color JPEG: gray ones still appear", async () => {
    const gray = await sharp(await photo(400, 300))
      .toColourspace("b-w")
      .jpeg()
      .toBuffer();
    expect(jpegShape(gray)?.components).toBe(1);
    const objects = [...objectsOf(await made([gray], true)).values()].filter(isPicture);
    expect(objects.some((object) => object.includes("/Width 400"))).toBe(true);
    expect(() => placePhotos(Buffer.from("no pdf"), () => gray)).toThrow(/nothing can be done/);
  });

  it("give the same bytes for the same request", async () => {
    const photos = [await photo(500, 400)];
    expect((await made(photos, true)).equals(await made(photos, true))).toBe(true);
  });
});

describe("a stand-in", () => {
  it("is a valid JPEG with the shape of any photo", async () => {
    const side = fc.integer({ min: 1, max: 8000 });
    await fc.assert(
      fc.asyncProperty(side, side, async (width, height) => {
        fc.pre(width / height < 20 && height / width < 20);
        const bytes = placeholderFor("a.jpeg", { width, height, components: 3 });
        expect(bytes.length).toBeLessThan(1000);
        const shape = jpegShape(bytes)!;
        const { info, data } = await sharp(bytes, { failOn: "warning" })
          .raw()
          .toBuffer({ resolveWithObject: true });
        expect([info.width, info.height, info.channels]).toEqual([shape.width, shape.height, 3]);
        expect(new Set(data).size).toBe(1);
        // In a box as wide as the page, less than half a point.
        expect(Math.abs(shape.width / shape.height / (width / height) - 1)).toBeLessThan(
          width / height > 4 || height / width > 4 ? 0.06 : 0.004,
        );
      }),
      { numRuns: 60 },
    );
  });

  it("reading a shape never reads beyond a file's end", () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 200 }),
        (bytes) => void jpegShape(new Uint8Array([0xff, 0xd8, ...bytes])),
      ),
    );
    expect(jpegShape(new Uint8Array())).toBeUndefined();
  });
});
