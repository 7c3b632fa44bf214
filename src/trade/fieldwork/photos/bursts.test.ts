import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type BurstShot, foldBursts } from "./bursts.ts";

const shot = (name: string, at: number, likeness?: string | null): BurstShot => ({
  sha256: name.padEnd(64, "0"),
  at,
  likeness,
});
const [WALL, WALL_AGAIN, ROOF] = ["00000000000000ff", "00000000000003ff", "ffffffff00000000"];
const foldedNames = (...shots: BurstShot[]) =>
  foldBursts(shots).map((group) => group.map(({ sha256 }) => sha256.replace(/0+$/, "")));

describe("foldBursts", () => {
  it("folds what was taken right after each other and shows nearly the same", () => {
    expect(
      foldedNames(
        shot("c", 2000, WALL),
        shot("a", 0, WALL),
        shot("b", 900, WALL_AGAIN),
        shot("d", 60_000, WALL),
      ),
    ).toEqual([["a", "b", "c"], ["d"]]);
  });

  it("leaves other pictures alone, however fast they came", () => {
    expect(foldedNames(shot("a", 0, WALL), shot("b", 200, ROOF), shot("c", 400, WALL))).toEqual([
      ["a"],
      ["b"],
      ["c"],
    ]);
  });

  it("folds nothing whose likeness it doesn’t know", () => {
    expect(
      foldedNames(shot("a", 0), shot("b", 1, null), shot("c", 2, "nonsense"), shot("d", 3, WALL)),
    ).toEqual([["a"], ["b"], ["c"], ["d"]]);
  });

  it("ends a burst when the camera has turned away, step by step", () => {
    const steps = ["0000000000000000", "00000000000003ff", "00000000000fffff", "000000003fffffff"];
    expect(foldedNames(...steps.map((likeness, at) => shot("abcd"[at]!, at * 1000, likeness)))).toEqual([
      ["a", "b"],
      ["c", "d"],
    ]);
  });

  it("loses none, repeats none, and keeps the order of time", () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ at: fc.nat(20_000), likeness: fc.constantFrom(WALL, WALL_AGAIN, ROOF, null) })),
        (all) => {
          const shots = all.map(({ at, likeness }, index) => shot(index.toString(16), at, likeness));
          const flat = foldBursts(shots).flat();
          expect(flat.map(({ at }) => at)).toEqual(shots.map(({ at }) => at).toSorted((a, b) => a - b));
          expect(new Set(flat)).toEqual(new Set(shots));
        },
      ),
    );
  });
});
