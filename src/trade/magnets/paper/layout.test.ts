import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { contrast, readsOn } from "#platform/drawing/contrast.ts";
import { colorsOf, type Layout, layoutFor } from "./layout.ts";

const LAYOUTS: readonly Layout[] = ["line", "book", "quiet", "sheet", "poster"];
const colors = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, "0")}`);

test.each([
  ["", "line"],
  ["Straightforward", "poster"],
  ["warm and funny", "book"],
  ["Professional", "sheet"],
  ["reassuring", "quiet"],
  ["屋根", "line"],
])("a tone of “%s” is laid out as %s", (tone, layout) => expect(layoutFor(tone)).toBe(layout));

describe("the colors of a document", () => {
  test("are legible wherever there is text, whatever the owner chose", () => {
    fc.assert(
      fc.property(colors, fc.constantFrom(...LAYOUTS), (color, layout) => {
        const { accent, area, onArea, line, band } = colorsOf(color, layout);
        expect(area).toBe(color);
        expect(band).toBe(true);
        expect(readsOn(accent, ["#f6f3ec", "#ffffff"])).toBe(true);
        expect(contrast(onArea, area)).toBeGreaterThanOrEqual(4.5);
        expect(contrast(line, "#f6f3ec")).toBeGreaterThanOrEqual(2);
      }),
    );
  });

  test("are the owner's where legible, and darker where not", () => {
    expect(colorsOf("#14532f", "line")).toMatchObject({
      accent: "#14532f",
      line: "#14532f",
      onArea: "#ffffff",
    });
    const { accent, line, onArea } = colorsOf("#ffee00", "book");
    expect(accent).not.toBe("#16191d");
    expect([line, onArea]).toEqual(["#16191d", "#000000"]);
  });

  test.each([undefined, "red", "#fff", 'rgb("x")'])(
    "are ours for %s, without a band, one set for each layout",
    (color) => {
      const own = LAYOUTS.map((layout) => colorsOf(color, layout));
      expect(new Set(own.map(({ area }) => area)).size).toBe(LAYOUTS.length);
      for (const { area, accent, onArea, band } of own) {
        expect(accent.toLowerCase()).toBe(area.toLowerCase());
        expect([onArea, band]).toEqual(["#ffffff", false]);
      }
    },
  );
});
