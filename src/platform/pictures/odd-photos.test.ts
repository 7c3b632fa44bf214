import { readFileSync } from "node:fs";
import path from "node:path";
import sharp from "sharp";
import { thumbHashToAverageRGBA } from "thumbhash";
import { describe, expect, it } from "vitest";
import { readDevicePhoto } from "./device-photo.ts";
import { MOST_PIXELS } from "./headers.ts";
import { sniff } from "./kinds.ts";
import { drawPhoto, type PhotoKind, readPhoto } from "./photo.server.ts";
import { CORNERS, ODD_PHOTOS, type Rgb } from "./testing/odd-photos.ts";

// Every odd photo through device and server: taken whole and shown upright in its colors, or refused with a
// word, the same on both sides. docs/measured/photos.md has the outcomes.

const NOW = Temporal.Instant.from("2026-11-28T20:00:00Z");
const TAKEN = Object.keys(ODD_PHOTOS).filter(
  (name) => !/100 megapixels|no bytes|PDF|cut off/.test(name),
) as (keyof typeof ODD_PHOTOS)[];

const bytesOf = (name: string): Promise<Buffer> =>
  (ODD_PHOTOS as Readonly<Record<string, () => Promise<Buffer>>>)[name]!();
const kindOf = (bytes: Uint8Array) => sniff(bytes.subarray(0, 4096)).kind as PhotoKind;
const onDevice = (bytes: Uint8Array) => readDevicePhoto(new Blob([Uint8Array.from(bytes)]));
const onServer = (bytes: Buffer) => readPhoto(() => Promise.resolve(bytes), kindOf(bytes), NOW);
const draw = (bytes: Buffer) =>
  drawPhoto<"thumb" | "report">(() => Promise.resolve(bytes), kindOf(bytes), { thumb: 320, report: 1000 }, [
    "report",
  ]);

/** The middle of each quarter, from the upper left, clockwise. */
async function cornersOf(bytes: Buffer): Promise<Rgb[]> {
  const { data, info } = await sharp(bytes).toColourspace("srgb").removeAlpha().raw().toBuffer({
    resolveWithObject: true,
  });
  const places = [
    [0.25, 0.25],
    [0.75, 0.25],
    [0.75, 0.75],
    [0.25, 0.75],
  ] as const;
  return places.map(([x, y]) => {
    const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels;
    return info.channels < 3 ? [data[at]!, data[at]!, data[at]!] : [data[at]!, data[at + 1]!, data[at + 2]!];
  });
}
const far = (a: Rgb, b: Rgb) => Math.max(...a.map((one, at) => Math.abs(one - b[at]!)));
const luma = ([red, green, blue]: Rgb) => 0.299 * red + 0.587 * green + 0.114 * blue;

/** Largest difference of a channel. Read as if they were sRGB, wide colors would be 20 off. */
const tolerance = (name: string) =>
  name.includes("CMYK") ? 70 : name.includes("grayscale") ? 40 : name.includes("wide") ? 12 : 26;

describe("is taken whole and drawn upright in its colors:", () => {
  it.each(TAKEN)("%s", async (name) => {
    const bytes = await bytesOf(name);
    const [device, server, { drawn, thumbhash }] = [
      await onDevice(bytes),
      await onServer(bytes),
      await draw(bytes),
    ];
    expect(device.found.kind).toBe(kindOf(bytes));
    expect([device.isIncomplete, server.isIncomplete]).toEqual([false, false]);
    const wide = name.includes("panorama");
    expect([server.width, server.height]).toEqual(wide ? [20_000, 500] : [96, 64]);
    expect([device.size!.width, device.size!.height].toSorted((a, b) => b - a)).toEqual(
      wide ? [20_000, 500] : [96, 64],
    );
    for (const { bytes: one, width, height } of Object.values(drawn)) {
      expect(width / height).toBeCloseTo(wide ? 40 : 1.5, 0);
      const found = await cornersOf(one);
      for (const [at, corner] of CORNERS.entries()) {
        // Half transparent pixels are white below in a JPEG; a thumbnail leaves them transparent.
        if (name.includes("transparent")) continue;
        const wanted: Rgb = name.includes("grayscale") ? [luma(corner), luma(corner), luma(corner)] : corner;
        expect(far(found[at]!, wanted), `${name}, corner ${at}: ${found[at]!.join()}`).toBeLessThan(
          tolerance(name),
        );
      }
      expect((await sharp(one).metadata()).exif).toBeUndefined();
    }
    // The blurred stand-in has the average of the four.
    const { r, g, b } = thumbHashToAverageRGBA(thumbhash);
    const mean = [0, 1, 2].map((at) => CORNERS.reduce((sum, corner) => sum + corner[at]!, 0) / 4);
    const wanted = name.includes("grayscale") ? mean.map(() => mean.reduce((x, y) => x + y) / 3) : mean;
    expect(
      far([r * 255, g * 255, b * 255], wanted as unknown as Rgb),
      `${name}: ${[r, g, b].join()}`,
    ).toBeLessThan(60);
  });
});

it("a phone's HEIC that lies on its side is drawn as it was seen", async () => {
  const bytes = readFileSync(path.join(import.meta.dirname, "testing/turned.heic"));
  const [device, server, { drawn }] = [await onDevice(bytes), await onServer(bytes), await draw(bytes)];
  expect(device.found.kind).toBe("heic");
  expect(drawn.thumb.width / drawn.thumb.height).toBeCloseTo(server.width / server.height, 1);
});

describe("the camera's notes", () => {
  const notesOf = async (name: string) => {
    const bytes = await bytesOf(name);
    const [{ clock }, { takenAt, takenLocal, position }] = [await onDevice(bytes), await onServer(bytes)];
    return { clock, takenAt: takenAt?.toString() ?? null, takenLocal, position };
  };

  it("south and west are negative", async () => {
    const { position } = await notesOf("southern and western GPS");
    expect(position!.latitude).toBeCloseTo(-33.45);
    expect(position!.longitude).toBeCloseTo(-70.65);
  });

  it("a time without a zone is a local time, with one it is an instant", async () => {
    expect(await notesOf("no time zone")).toMatchObject({
      clock: { local: "2026-10-03T07:09:58", at: null },
      takenAt: null,
      takenLocal: "2026-10-03T07:09:58",
    });
    expect(await notesOf("a time zone")).toMatchObject({
      clock: { at: Date.parse("2026-10-03T13:09:58Z") },
      takenAt: "2026-10-03T13:09:58Z",
    });
  });

  it.each(["a camera clock in the future", "a camera clock that was never set"])(
    "%s tells the server no time",
    async (name) => expect(await notesOf(name)).toMatchObject({ takenAt: null, takenLocal: null }),
  );
});

describe("is refused by both, or taken and marked:", () => {
  it.each(["a JPEG of 100 megapixels", "a PNG of 100 megapixels"])("%s, by its header", async (name) => {
    const bytes = await bytesOf(name);
    const { size } = await onDevice(bytes);
    expect(size!.width * size!.height).toBeGreaterThan(MOST_PIXELS);
    await expect(onServer(bytes)).rejects.toThrow("This photo is 12500 by 8000 pixels");
  });

  it.each(["no bytes", "a PDF named .jpg"])("%s, by its first bytes", async (name) => {
    expect((await onDevice(await bytesOf(name))).found.kind).toBeNull();
  });

  it("a JPEG cut off in its picture is taken, marked, and shows what is there", async () => {
    const bytes = await bytesOf("a JPEG cut off in its picture");
    expect([(await onDevice(bytes)).isIncomplete, (await onServer(bytes)).isIncomplete]).toEqual([
      true,
      true,
    ]);
    const [first, second] = await cornersOf((await draw(bytes)).drawn.thumb.bytes);
    expect([far(first!, CORNERS[0]!), far(second!, CORNERS[1]!)].every((one) => one < 26)).toBe(true);
  });
});
