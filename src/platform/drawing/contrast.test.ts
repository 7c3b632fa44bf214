import fc from "fast-check";
import { expect, it } from "vitest";
import { contrast, isColor, readsOn, textOn } from "./contrast.ts";

const colors = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, "0")}`);

it("agrees with WCAG's figures", () => {
  expect(contrast("#000000", "#ffffff")).toBeCloseTo(21, 5);
  expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
  expect(contrast("#0000ff", "#ffffff")).toBeCloseTo(8.59, 2);
});

it("finds a text color for every color, and accepts only legible ones", () => {
  fc.assert(
    fc.property(colors, colors, (color, ground) => {
      expect(contrast(textOn(color), color)).toBeGreaterThanOrEqual(4.5);
      expect(readsOn(color, [ground])).toBe(contrast(color, ground) >= 4.5);
      expect(readsOn(color, [ground, color])).toBe(false);
    }),
  );
});

it("recognizes colors", () => {
  expect(isColor("#1a43ba")).toBe(true);
  for (const other of ["1a43ba", "#1A43BA", "#fff", "red", "#1a43ba;}", "#12345g", ""])
    expect(isColor(other)).toBe(false);
  expect(readsOn("url(x)", ["#ffffff"])).toBe(false);
});
