import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { likenessDistance, likenessOfSample, NEARLY_SAME, SAMPLE } from "./likeness.ts";
import { drawPhoto } from "./photo.server.ts";

/** Patches of random gray, like a scene. */
async function scene(seed: number): Promise<Buffer> {
  let state = seed;
  const patches = Buffer.from(
    Array.from({ length: 12 * 9 * 3 }, () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) >>> 24),
  );
  return sharp(patches, { raw: { width: 12, height: 9, channels: 3 } })
    .resize(800, 600, { kernel: "cubic" })
    .jpeg({ quality: 92 })
    .toBuffer();
}
const likenessOf = async (bytes: Buffer) =>
  (await drawPhoto(() => Promise.resolve(bytes), "jpeg", { thumb: 320 })).likeness;

describe("likeness", () => {
  it("of a smaller, recompressed or brighter copy is nearly the same", async () => {
    const photo = await scene(1);
    const own = await likenessOf(photo);
    expect(own).toMatch(/^[0-9a-f]{16}$/);
    for (const copy of [
      sharp(photo).jpeg({ quality: 40 }),
      sharp(photo).resize(250).jpeg(),
      sharp(photo).modulate({ brightness: 1.15 }).jpeg(),
    ])
      expect(likenessDistance(own, await likenessOf(await copy.toBuffer()))).toBeLessThanOrEqual(NEARLY_SAME);
  });

  it("of a turned photo is that of what is seen", async () => {
    const photo = await scene(2);
    const stored = await sharp(photo).rotate(270).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    expect(likenessDistance(await likenessOf(photo), await likenessOf(stored))).toBeLessThanOrEqual(
      NEARLY_SAME,
    );
  });

  it("of other scenes is far off", async () => {
    const all = await Promise.all(
      Array.from({ length: 8 }, async (_, at) => likenessOf(await scene(at + 10))),
    );
    for (const [at, one] of all.entries())
      for (const other of all.slice(at + 1))
        expect(likenessDistance(one, other)).toBeGreaterThan(2 * NEARLY_SAME);
  });

  it("of a sample that a device made is nearly the server’s", async () => {
    const photo = await scene(3);
    // Browsers scale in another way.
    const { data } = await sharp(photo)
      .resize(SAMPLE, SAMPLE, { fit: "fill", kernel: "linear" })
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(likenessDistance(likenessOfSample(data), await likenessOf(photo))).toBeLessThanOrEqual(
      NEARLY_SAME,
    );
  });

  it("is far from what isn’t known", () => {
    expect(likenessDistance("0".repeat(16), null)).toBe(64);
    expect(likenessDistance("0".repeat(16), "zz")).toBe(64);
    expect(likenessDistance("0".repeat(16), `${"0".repeat(15)}7`)).toBe(3);
  });
});
