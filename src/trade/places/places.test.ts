import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { atAfterMove, byLevel, newNames, placesOf, placeWords, refuseNames } from "./rules.ts";
import { readUnits } from "./units.ts";

const place = (at: number, name: string, level?: string) => ({ at, name, ...(level ? { level } : {}) });
const VALUES = {
  "places.a": place(2, "Bath", "Level 2"),
  "places.b": place(1, "Kitchen"),
  "places.c": null,
  "places.d": place(3, "bath", "level 2"),
  "places.e": "nonsense",
  "places.f": place(4, "Bath"),
  title: place(0, "No place"),
};

describe("the places of a job", () => {
  it("are listed in their order, each once, whatever a device wrote", () => {
    expect(placesOf(VALUES).map(placeWords)).toEqual(["Kitchen", "Level 2, Bath", "Bath"]);
    expect(byLevel(placesOf(VALUES)).map(([level, list]) => [level, list.length])).toEqual([
      [null, 2],
      ["Level 2", 1],
    ]);
  });

  it("take a name once per level", () => {
    const places = placesOf(VALUES);
    expect(newNames(places, ["kitchen ", "Bath", "Hall"], null)).toEqual(["Hall"]);
    expect(newNames(places, ["Kitchen", "BATH"], "Level 2")).toEqual(["Kitchen"]);
    expect(refuseNames(places, [])).toMatch(/isn’t on the list/);
    expect(refuseNames(places, readUnits("Unit 1–200").concat("One more"))).toMatch(/at most 200/);
    expect(refuseNames(places, ["Hall"])).toBeNull();
  });

  it("move by one and back", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 8 }), fc.constantFrom(1 as const, -1 as const), (from, by) => {
        const list = Array.from({ length: 9 }, (_, at) => ({
          ...{ key: `places.${at}` as const, at, name: `Room ${at}`, level: null },
        }));
        const to = atAfterMove(list, from, by);
        if (to === null) {
          expect([-1, 9]).toContain(from + by);
          return;
        }
        const moved = list.with(from, { ...list[from]!, at: to }).toSorted((one, other) => one.at - other.at);
        expect(moved.indexOf(moved.find(({ key }) => key === `places.${from}`)!)).toBe(from + by);
      }),
    );
    expect.assertions(100);
  });
});

describe("rooms and units", () => {
  it.each([
    ["Kitchen, Bath; Hall", ["Kitchen", "Bath", "Hall"]],
    ["Unit 1–4", ["Unit 1", "Unit 2", "Unit 3", "Unit 4"]],
    ["098-101", ["098", "099", "100", "101"]],
    ["Level 2 to 3, Roof, Roof", ["Level 2", "Level 3", "Roof"]],
    ["9-1", ["9-1"]],
    ["1-100000", ["1-100000"]],
    [" , ", []],
  ])("%s", (typed, names) => expect(readUnits(typed)).toEqual(names));
});
