import { expect, it } from "vitest";
import { beforeFirst, pairFacts } from "./pairs.ts";

const half = (sha256: string, at: number, stage: string | null = null) => ({ sha256, at, stage });

it("puts the earlier photo first, unless people tagged which is which", () => {
  const [old, late] = [half("b", 1), half("a", 9)];
  expect([late, old].toSorted(beforeFirst)).toEqual([old, late]);
  // A file's date can be wrong, so the tags count first.
  const [tagged, done] = [half("b", 9, "before"), half("a", 1)];
  expect([done, tagged].toSorted(beforeFirst)).toEqual([tagged, done]);
  expect([half("a", 1, "after"), half("b", 9)].toSorted(beforeFirst).map(({ sha256 }) => sha256)).toEqual([
    "b",
    "a",
  ]);
  expect([half("b", 5), half("a", 5)].toSorted(beforeFirst).map(({ sha256 }) => sha256)).toEqual(["a", "b"]);
});

it("saves which is which, without replacing another stage unless they are swapped", () => {
  const [one, two] = [half("1", 1, "problem"), half("2", 2)];
  expect([...pairFacts([one, two])]).toEqual([
    ["1", { pair: "2" }],
    ["2", { pair: "1", stage: "after" }],
  ]);
  const swapped = pairFacts([two, one], "replace");
  expect([...swapped]).toEqual([
    ["2", { pair: "1", stage: "before" }],
    ["1", { pair: "2", stage: "after" }],
  ]);
  const stored = [one, two].map((photo) => ({ ...photo, ...swapped.get(photo.sha256) }));
  expect(stored.toSorted(beforeFirst).map(({ sha256 }) => sha256)).toEqual(["2", "1"]);
});
