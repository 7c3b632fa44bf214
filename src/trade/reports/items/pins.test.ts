import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { placePins } from "./pins.ts";

const pin = (x: number, y: number) => ({ number: "1", tone: "plain" as const, x, y });
const SIZE = { width: 0.04, height: 0.05 };

describe("labels of pins", () => {
  it("are at their spots when there is room", () => {
    expect(placePins([pin(0.2, 0.2), pin(0.3, 0.2)], SIZE).map(({ label }) => label)).toEqual([null, null]);
  });

  it("never cover one another while few share a spot, and stay on the picture", () => {
    const side = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(fc.array(fc.tuple(side, side), { maxLength: 12 }), fc.tuple(side, side), (spots, one) => {
        const placed = placePins(
          [...spots, one, one, one].map(([x, y]) => pin(x, y)),
          SIZE,
        );
        const labels = placed.map(({ x, y, label }) => label ?? { x, y });
        for (const [at, label] of labels.entries())
          for (const other of labels.slice(at + 1))
            expect(
              Math.abs(label.x - other.x) >= SIZE.width || Math.abs(label.y - other.y) >= SIZE.height,
            ).toBe(true);
        for (const { label } of placed)
          if (label) expect(Math.min(label.x, label.y, 1 - label.x, 1 - label.y)).toBeGreaterThan(0);
        // The spots themselves never move.
        expect(placed.map(({ x, y }) => [x, y])).toEqual([...spots, one, one, one]);
      }),
    );
  });

  it("of more pins than fit are still all there", () => {
    expect(
      placePins(
        Array.from({ length: 500 }, () => pin(0.5, 0.5)),
        SIZE,
      ),
    ).toHaveLength(500);
  });
});
