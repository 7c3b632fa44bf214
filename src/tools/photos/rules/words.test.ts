import { describe, expect, it } from "vitest";
import { factsOf, ROOMS, stageLabel, stageOf, STAGES, stagesAmong, tagLine } from "./photo.ts";
import { fieldForWord, listedWords, MOST_WORDS, refuseWord } from "./words.ts";

const rooms = (values: Record<string, unknown>) => listedWords(values, "room").map(({ word }) => word);

describe("the rooms, trades and stages of a business", () => {
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

  it("begin with our stages, which are stored as ever; one of the business’s own is stored as its word", () => {
    const words = (values: Record<string, unknown>) =>
      listedWords(values, "stage").map(({ word }) => stageOf(word));
    expect(words({})).toEqual(STAGES);
    // A renamed stage is a word of the business; added again, ours is ours.
    const renamed = { "stages.rough-in": "Behind the wall", "stages.punch-list": "Punch list" };
    expect(words(renamed).filter((one) => !STAGES.some((stage) => stage === one))).toEqual([
      ...["Behind the wall", "Punch list"],
    ]);
    expect(stageOf("rough-in")).toBe("rough-in");
    expect(stageOf("ROUGH-IN")).toBe("rough-in");
    expect(stageLabel("toString")).toBe("toString");
    expect(tagLine(factsOf({ stage: "rough-in" }))).toBe("Rough-in");
    expect(tagLine(factsOf({ stage: "Punch list" }))).toBe("Punch list");
    const photos = ["Punch list", "after", null, "before", "After hours"].map((stage) => ({ stage }));
    expect(stagesAmong(photos)).toEqual(["before", "after", "After hours", "Punch list"]);
  });
});
