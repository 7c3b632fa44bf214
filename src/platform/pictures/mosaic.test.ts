import fc from "fast-check";
import { expect, it } from "vitest";
import { blocksOf, mosaic, type Pixels } from "./mosaic.ts";

const pictureOf = (width: number, height: number, colorAt: (x: number, y: number) => number): Pixels => ({
  data: Uint8Array.from({ length: width * height * 3 }, (_, at) => {
    const pixel = Math.floor(at / 3);
    return colorAt(pixel % width, Math.floor(pixel / width));
  }),
  ...{ width, height, channels: 3 },
});

const region = fc.record({
  left: fc.double({ min: 0, max: 1, noNaN: true }),
  top: fc.double({ min: 0, max: 1, noNaN: true }),
  right: fc.double({ min: 0, max: 1, noNaN: true }),
  bottom: fc.double({ min: 0, max: 1, noNaN: true }),
});

it("leaves at most twelve blocks of one color across, and what is outside as it was", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 120 }),
      fc.integer({ min: 1, max: 120 }),
      region,
      fc.infiniteStream(fc.integer({ min: 0, max: 255 })),
      (width, height, where, noise) => {
        const before = pictureOf(width, height, () => noise.next().value as number);
        const after = { ...before, data: Uint8Array.from(before.data) };
        mosaic(after, where);
        const area = blocksOf(where, before);
        expect(Math.ceil(area.width / area.side)).toBeLessThanOrEqual(12);
        expect(Math.ceil(area.height / area.side)).toBeLessThanOrEqual(12);
        for (let y = 0; y < height; y++)
          for (let x = 0; x < width; x++) {
            const [dx, dy] = [x - area.x, y - area.y];
            const isInside = dx >= 0 && dy >= 0 && dx < area.width && dy < area.height;
            const from = isInside
              ? { x: x - (dx % area.side), y: y - (dy % area.side), of: after }
              : { x, y, of: before };
            for (let channel = 0; channel < 3; channel++)
              if (
                after.data[(y * width + x) * 3 + channel] !==
                from.of.data[(from.y * width + from.x) * 3 + channel]
              )
                throw new Error(`${x}, ${y}`);
          }
      },
    ),
    { numRuns: 60 },
  );
});

it("can't be undone: different pictures with the same averages give the same bytes", () => {
  // 198 pixels and the margin: twelve blocks of 17.
  const where = { left: 0.25, top: 0.25, right: 0.745, bottom: 0.745 };
  const area = blocksOf(where, { width: 400, height: 400 });
  // In each block as many pixels are lighter as darker: in rows in one picture, in columns in the other.
  const striped = (across: boolean) =>
    pictureOf(400, 400, (x, y) => {
      const [dx, dy] = [(x - area.x) % area.side, (y - area.y) % area.side];
      const isInside = x >= area.x && y >= area.y && x < area.x + area.width && y < area.y + area.height;
      return isInside ? 100 + ((across ? dx : dy) * 100) / (area.side - 1) : 50;
    });
  // The area must consist of whole blocks.
  expect([area.width % area.side, area.height % area.side]).toEqual([0, 0]);
  const [one, other] = [striped(true), striped(false)];
  expect(one.data).not.toEqual(other.data);
  mosaic(one, where);
  mosaic(other, where);
  expect(Buffer.from(one.data).equals(Buffer.from(other.data))).toBe(true);
});
