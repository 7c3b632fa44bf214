import sharp from "sharp";
import { afterAll, describe, expect, it } from "vitest";
import { closeRenderers } from "#platform/pdf/render.server.ts";
import { blocksOf } from "#platform/pictures/mosaic.ts";
import { copyPhoto, drawPhoto } from "#platform/pictures/photo.server.ts";
import type { Mark } from "./marks.ts";
import { overlayOf } from "./overlay.ts";

afterAll(closeRenderers);

const [WIDTH, HEIGHT] = [800, 600];
const SIDES = { thumb: 200, screen: 1600, report: 700 };

/** Gray, with noise where somebody's face is. */
const photo = (faceAt: (x: number, y: number) => number): Promise<Buffer> =>
  sharp(
    Buffer.from(
      Uint8Array.from({ length: WIDTH * HEIGHT * 3 }, (_, at) => {
        const pixel = Math.floor(at / 3);
        const [x, y] = [pixel % WIDTH, Math.floor(pixel / WIDTH)];
        return x >= 400 && x < 598 && y >= 300 && y < 498 ? faceAt(x, y) : 128;
      }),
    ),
    { raw: { width: WIDTH, height: HEIGHT, channels: 3 } },
  )
    .png()
    .toBuffer();

const mark = (more: Partial<Mark>): Mark => ({
  ...{ id: "a", kind: "arrow", color: "red", from: [0.1, 0.1], to: [0.3, 0.1], text: "" },
  ...more,
});
const arrow = mark({});
const blur = mark({ id: "b", kind: "blur", from: [0.5, 0.5], to: [598 / 800, 498 / 600] });
const everyKind: Mark[] = [
  arrow,
  blur,
  mark({ id: "c", kind: "circle", color: "yellow", from: [0.1, 0.2], to: [0.3, 0.45] }),
  mark({ id: "d", kind: "box", color: "blue", from: [0.1, 0.55], to: [0.35, 0.8] }),
  mark({ id: "e", kind: "line", color: "green", from: [0.45, 0.1], to: [0.9, 0.2], text: `3' 6 1/2"` }),
  mark({
    id: "f",
    kind: "words",
    color: "white",
    from: [0.5, 0.3],
    to: [0.5, 0.3],
    text: "Réparer 修理 ⚠ <b>",
  }),
];

const rgb = async (bytes: Buffer) =>
  await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });

describe("marks in a picture that leaves the business", () => {
  it("are where they were drawn, at each size", async () => {
    const bytes = await photo(() => 128);
    const { drawn } = await drawPhoto<keyof typeof SIDES>(
      () => Promise.resolve(bytes),
      "png",
      SIDES,
      [],
      overlayOf([arrow])!,
    );
    for (const name of ["thumb", "screen", "report"] as const) {
      const { data, info } = await rgb(drawn[name].bytes);
      const at = (x: number, y: number) => [
        ...data.subarray(
          (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * 3,
          (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * 3 + 3,
        ),
      ];
      const [red, green] = at(0.28, 0.1);
      expect(red! - green! > 80, `${name}: ${at(0.28, 0.1).join()}`).toBe(true);
      for (const part of at(0.6, 0.6)) expect(Math.abs(part - 128)).toBeLessThan(4);
    }
  });

  it("hide what is blurred in every size and at full size, so that it can't be brought back", async () => {
    const area = blocksOf(
      { left: 0.5, top: 0.5, right: 598 / 800, bottom: 498 / 600 },
      {
        width: WIDTH,
        height: HEIGHT,
      },
    );
    expect(area.width % area.side).toBe(0);
    // The same averages, from stripes that run down in one and across in the other.
    const inBlock = (at: number, from: number) => (Math.floor((at - from) % area.side) % 2 ? 250 : 6);
    const isWhole = (x: number, y: number) => {
      const [left, top] = [x - ((x - area.x) % area.side), y - ((y - area.y) % area.side)];
      return left >= 400 && top >= 300 && left + area.side <= 598 && top + area.side <= 498;
    };
    const faces = await Promise.all([
      photo((x, y) => (isWhole(x, y) ? inBlock(x, area.x) : 128)),
      photo((x, y) => (isWhole(x, y) ? inBlock(y, area.y) : 128)),
    ]);
    expect(faces[0].equals(faces[1])).toBe(false);
    const overlay = overlayOf([arrow, blur])!;
    const drawn = await Promise.all(
      faces.map((bytes) =>
        drawPhoto<keyof typeof SIDES>(() => Promise.resolve(bytes), "png", SIDES, [], overlay),
      ),
    );
    for (const name of ["thumb", "screen", "report"] as const)
      expect(drawn[0]!.drawn[name].bytes.equals(drawn[1]!.drawn[name].bytes), name).toBe(true);
    const copies = await Promise.all(
      faces.map((bytes) => copyPhoto(() => Promise.resolve(bytes), "png", { overlay })),
    );
    expect(copies[0]!.equals(copies[1]!)).toBe(true);
    // Without the blur they differ, so the comparison means something.
    const plain = await Promise.all(
      faces.map((bytes) =>
        drawPhoto<keyof typeof SIDES>(() => Promise.resolve(bytes), "png", SIDES, [], overlayOf([arrow])!),
      ),
    );
    expect(plain[0]!.drawn.screen.bytes.equals(plain[1]!.drawn.screen.bytes)).toBe(false);
  });

  it("have letters of every script, and no markup", async () => {
    const bytes = await photo((x, y) => (x * 7 + y * 13) % 256);
    const { drawn } = await drawPhoto<keyof typeof SIDES>(
      () => Promise.resolve(bytes),
      "png",
      SIDES,
      [],
      overlayOf(everyKind)!,
    );
    if (process.env["SCREENSHOTS"])
      await sharp(drawn.screen.bytes).png().toFile(`${process.env["SCREENSHOTS"]}/marks.png`);
    const { data, info } = await rgb(drawn.screen.bytes);
    const isLight = (x: number, y: number) => data[(y * info.width + x) * 3]! > 220;
    const row = Array.from({ length: 300 }, (_, x) => isLight(400 + x, 200));
    expect(row.filter(Boolean).length).toBeGreaterThan(10);
  });

  it("aren't needed where nothing is drawn", () => {
    expect(overlayOf([])).toBeNull();
    expect(overlayOf([blur])!.layer(100, 100)).toBeNull();
    expect(overlayOf([arrow])!.digest).not.toBe(overlayOf([{ ...arrow, to: [0.3, 0.2] }])!.digest);
  });
});
