import { describe, expect, it } from "vitest";
import { factsOf } from "./photo.ts";
import { missingFirst, missingOf, readShots, refuseDone, refuseShots, shotListOf } from "./shots.ts";

const LIST = "01900000-0000-7000-8000-0000000000a1";
const of = (values: Record<string, unknown> = {}) =>
  shotListOf({ title: "Footing", shots: ["Depth", "Rebar", "Chairs", "Ticket", "After"], ...values });
const photo = (shot: number, more: Record<string, unknown> = {}) =>
  factsOf({ shot: { list: LIST, shot }, ...more });

describe("a shot list", () => {
  it("misses what has no photo and applies", () => {
    expect(missingOf(of(), LIST, [])).toEqual([0, 1, 2, 3, 4]);
    const photos = [
      photo(0),
      photo(2, { hidden: "Blurred" }),
      photo(3, { trashedAt: "2026-11-20T00:00:00Z" }),
    ];
    expect(missingOf(of({ "skips.4": "Poured by others" }), LIST, photos)).toEqual([1, 2, 3]);
    expect(missingOf(of(), "another", [photo(0)])).toEqual([0, 1, 2, 3, 4]);
  });

  it("shows what is missing first, each in its order", () => {
    expect(missingFirst(of(), [1, 3])).toEqual([1, 3, 0, 2, 4]);
    expect(missingFirst(of(), [])).toEqual([0, 1, 2, 3, 4]);
  });

  it("isn’t done while something is missing, and says what", () => {
    expect(refuseDone(of(), [])).toBeNull();
    expect(refuseDone(of(), [1])).toBe("1 photo is missing: “Rebar”. Take it, or say why not.");
    expect(refuseDone(of(), [0, 1, 2, 3, 4])).toBe(
      "5 photos are missing: “Depth”, “Rebar”, “Chairs” and 2 more. Take them, or say why not.",
    );
  });

  it("is read from what somebody typed, one shot a line", () => {
    expect(readShots("- Depth\n\n 2) Rebar \n• Chairs\n3-inch gap")).toEqual([
      ...["Depth", "Rebar", "Chairs", "3-inch gap"],
    ]);
    expect(refuseShots([])).not.toBeNull();
    expect(refuseShots(Array.from({ length: 41 }, () => "x"))).not.toBeNull();
    expect(refuseShots(["x".repeat(121)])).not.toBeNull();
    expect(refuseShots(["Depth"])).toBeNull();
  });

  it("reads anything that a device may write", () => {
    for (const odd of [null, 7, "x", {}, [7, null]])
      expect(() => shotListOf({ title: odd, shots: odd, "skips.1": odd, done: odd })).not.toThrow();
  });
});
