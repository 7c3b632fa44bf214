import fc from "fast-check";
import { expect, test } from "vitest";
import { readSort, type Sort, sortHeading, sortParam, sortQuery, sortRows } from "./list-sort.ts";

const KEYS = ["name", "added"] as const;
const USUAL: Sort<"name" | "added"> = { by: "added", order: "descending" };
const read = (query: string) => readSort(new URLSearchParams(query), KEYS, USUAL);

test("an order survives the address, and nonsense means the usual one", () => {
  for (const by of KEYS)
    for (const order of ["ascending", "descending"] as const)
      expect(read(new URLSearchParams({ sort: sortParam({ by, order }) }).toString())).toEqual({ by, order });
  for (const query of ["", "sort=", "sort=-", "sort=--name", "sort=height", "sort=%00name"])
    expect(read(query)).toEqual(USUAL);
});

test("the usual order needs no parameter", () => {
  expect(sortQuery(USUAL, USUAL)).toEqual({});
  expect(sortQuery({ by: "added", order: "ascending" }, USUAL)).toEqual({ sort: "added" });
});

test("a heading leads to its first order, then to the opposite and back", () => {
  const heading = (current: Sort<"name" | "added">) =>
    sortHeading(current, "added", "descending", (sort) => sortParam(sort));
  expect(heading({ by: "name", order: "ascending" })).toEqual({ href: "-added", order: null });
  expect(heading({ by: "added", order: "descending" })).toEqual({ href: "added", order: "descending" });
  expect(heading({ by: "added", order: "ascending" })).toEqual({ href: "-added", order: "ascending" });
});

test("rows without a value are last either way, and equal rows keep their order", () => {
  const rows = fc.array(
    fc.record({ name: fc.option(fc.constantFrom("Ann", "ben", "Éva", "unit 2", "unit 10")) }),
  );
  fc.assert(
    fc.property(rows, fc.constantFrom("ascending" as const, "descending" as const), (given, order) => {
      const numbered = given.map((row, at) => ({ ...row, at }));
      const sorted = sortRows(numbered, { by: "name", order }, { name: ({ name }) => name });
      const names = sorted.map(({ name }) => name);
      expect(
        names.indexOf(null) === -1 || names.slice(names.indexOf(null)).every((name) => name === null),
      ).toBe(true);
      for (const [at, row] of sorted.entries())
        if (at > 0 && sorted[at - 1]!.name === row.name) expect(sorted[at - 1]!.at).toBeLessThan(row.at);
    }),
  );
  const texts = ["unit 10", "Éva", "unit 2", "ben"].map((name) => ({ name }));
  expect(
    sortRows(texts, { by: "name", order: "ascending" }, { name: ({ name }) => name }).map(({ name }) => name),
  ).toEqual(["ben", "Éva", "unit 2", "unit 10"]);
});
