import fc from "fast-check";
import { expect, it } from "vitest";
import { readLines } from "../rules.ts";
import { placesAfterMove } from "./reorder.ts";

const linesOf = (values: Readonly<Record<string, { readonly place: number }>>) =>
  readLines(values, (id, value) => ({ id, ...(value as { readonly place: number }) }));

it("puts the line where it was dropped and leaves the others in their order, whatever their places were", () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(30), { minLength: 1, maxLength: 40 }),
      fc.nat(39),
      fc.nat(39),
      (given, one, other) => {
        const values = Object.fromEntries(
          given.map((place, at) => [`lines.${String(at).padStart(2, "0")}`, { place, text: "x" }]),
        );
        const lines = linesOf(values);
        const [from, to] = [one % lines.length, other % lines.length];
        const places = placesAfterMove(lines, from, to);
        const after = linesOf(
          Object.fromEntries(
            lines.map(({ id, place }) => [`lines.${id}`, { place: places.get(id) ?? place, text: "x" }]),
          ),
        );
        const expected = lines.map(({ id }) => id);
        expected.splice(to, 0, ...expected.splice(from, 1));
        expect(after.map(({ id }) => id)).toEqual(expected);
        if (from === to && new Set(given).size === given.length) expect(places.size).toBe(0);
      },
    ),
  );
});

it("writes two lines for a swap", () => {
  const lines = ["a", "b", "c"].map((id, at) => ({ id, place: at + 1 }));
  expect([...placesAfterMove(lines, 0, 1)]).toEqual([
    ["b", 1],
    ["a", 2],
  ]);
});
