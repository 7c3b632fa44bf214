import { describe, expect, it } from "vitest";
import { ROOMS } from "./photo.ts";
import { fieldForWord, listedWords, MOST_WORDS, refuseWord } from "./words.ts";

const rooms = (values: Record<string, unknown>) => listedWords(values, "room").map(({ word }) => word);

describe("the rooms and trades of a business", () => {
  it("begin with the usual ones", () => {
    expect(rooms({})).toEqual(ROOMS);
    expect(listedWords({ "rooms.attic": "Attic" }, "trade").map(({ word }) => word)).not.toContain("Attic");
  });

  it("have what is added, renamed, and not what is removed", () => {
    const changed = { "rooms.attic": "Attic", "rooms.kitchen": "Main kitchen", "rooms.garage": null };
    expect(rooms(changed)).toEqual([
      ...["Main kitchen", "Bathroom", "Bedroom", "Living room", "Basement", "Roof", "Outside", "Attic"],
    ]);
  });

  it("put a new word where no renamed one is", () => {
    expect(fieldForWord({}, "room", "Attic")).toBe("rooms.attic");
    // Removed, so it comes back.
    expect(fieldForWord({ "rooms.garage": null }, "room", "Garage")).toBe("rooms.garage");
    const renamed = { "rooms.kitchen": "Main kitchen" };
    const field = fieldForWord(renamed, "room", "Kitchen");
    expect(field).not.toBe("rooms.kitchen");
    expect(rooms({ ...renamed, [field]: "Kitchen" })).toEqual(
      expect.arrayContaining(["Main kitchen", "Kitchen"]),
    );
    expect(fieldForWord({}, "trade", "水道")).toMatch(/^trades\.[0-9a-f-]{36}$/);
  });

  it("have each word once, and are read from anything", () => {
    expect(
      rooms({ "rooms.attic": "Attic", "rooms.attic-2": "attic" }).filter((one) => /attic/i.test(one)),
    ).toHaveLength(1);
    for (const odd of [7, {}, [], true, ""]) expect(() => rooms({ "rooms.attic": odd })).not.toThrow();
  });

  it("refuse a word that is there, and too many", () => {
    expect(refuseWord({}, "room", "kitchen")).toMatch(/is on the list already/);
    expect(refuseWord({}, "room", "Kitchen", "rooms.kitchen")).toBeNull();
    expect(refuseWord({}, "room", "")).toBe("Enter a word.");
    const full = Object.fromEntries(
      Array.from({ length: MOST_WORDS }, (_, at) => [`rooms.r${at}`, `R${at}`]),
    );
    expect(refuseWord(full, "room", "One more")).toMatch(/at most 100 words/);
  });
});
