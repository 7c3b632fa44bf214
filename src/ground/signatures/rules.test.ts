import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { disclosureOf } from "./sign/disclosure.ts";
import { boundsOf, type Drawing, isDrawn, MOST_POINTS, pathsOf, thinned, toSvg } from "./rules.ts";
import { drawingOf, signSchema } from "./sign/schema.ts";

const place = fc.float({ min: -100, max: 1000, noNaN: true });
const drawings: fc.Arbitrary<Drawing> = fc.record({
  width: fc.float({ min: 50, max: 1200, noNaN: true }),
  height: fc.float({ min: 50, max: 600, noNaN: true }),
  strokes: fc.array(fc.array(fc.tuple(place, place, fc.nat({ max: 60_000 })), { maxLength: 30 }), {
    maxLength: 12,
  }),
});

describe("a drawn signature", () => {
  it("keeps a drawing small enough to be sent", () => {
    const stroke = Array.from({ length: 6000 }, (_, at) => [at / 3, at / 7, at] as const);
    const small = thinned({ width: 600, height: 200, strokes: [stroke, [[1, 1, 1]]] });
    expect(JSON.stringify(small).length).toBeLessThan(40_000);
    expect(small.strokes[0]!.at(-1)).toEqual([1999.7, 857, 5999]);
    expect(small.strokes[1]).toHaveLength(1);
  });

  it("becomes an SVG of numbers only, with a path for every line", () => {
    fc.assert(
      fc.property(drawings, (drawing) => {
        const svg = toSvg(drawing);
        expect(svg.match(/<path /g)?.length ?? 0).toBe(
          drawing.strokes.filter((stroke) => stroke.length > 0).length,
        );
        expect(svg).not.toMatch(/NaN|Infinity|undefined|e[+-]\d/);
        for (const path of pathsOf(drawing)) expect(path).toMatch(/^M-?[\d.]+ -?[\d.]+[MQLh\d. -]*$/);
      }),
    );
  });

  it("fits its own viewbox wherever on the pad it was drawn", () => {
    fc.assert(
      fc.property(drawings, (drawing) => {
        const { x, y, width, height } = boundsOf(drawing);
        for (const [px, py] of drawing.strokes.flat()) {
          expect(px).toBeGreaterThanOrEqual(x);
          expect(px).toBeLessThanOrEqual(x + width);
          expect(py).toBeGreaterThanOrEqual(y);
          expect(py).toBeLessThanOrEqual(y + height);
        }
      }),
    );
  });

  it("passes through the form unchanged or not at all", () => {
    fc.assert(
      fc.property(drawings, (drawing) => {
        expect(drawingOf(JSON.stringify(drawing))).toEqual(
          isDrawn(drawing) ? JSON.parse(JSON.stringify(drawing)) : null,
        );
      }),
    );
    const points = Array.from({ length: MOST_POINTS + 1 }, (_, at) => [at % 300, at % 90, at]);
    for (const text of [
      undefined,
      "",
      "null",
      "[]",
      "{",
      '{"width":1e400,"height":1,"strokes":[]}',
      JSON.stringify({ width: 300, height: 90, strokes: [points] }),
    ])
      expect(drawingOf(text)).toBeNull();
  });
});

describe("the form", () => {
  it("only ever fails with messages beside its fields", () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.constantFrom("means", "drawing", "consent", "name", "email", "phone", "zone", "document"),
          fc.string(),
        ),
        (fields) => {
          const result = signSchema.safeParse(fields);
          const names = result.success ? [] : result.error.issues.map(({ path }) => path[0]);
          expect(["means", "drawing", "consent", "name", "email", "phone", "zone", "document"]).toEqual(
            expect.arrayContaining(names),
          );
        },
      ),
    );
  });
});

it("the disclosure explains how this business provides paper, and names no way it doesn't have", () => {
  const full = disclosureOf({
    business: "Summit Deck",
    phone: "(303) 555-0100",
    address: "1 Main St\n Denver",
  });
  expect(full[0]).toContain("Summit Deck sends you a paper copy at no cost");
  expect(full[0]).toContain("call (303) 555-0100 or write to 1 Main St, Denver.");
  const bare = disclosureOf({ business: "", phone: null, address: null }).join(" ");
  expect(bare).toContain("reply to the message that brought you this link");
  expect(bare).not.toMatch(/null|undefined/);
});
