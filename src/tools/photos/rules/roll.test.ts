import { describe, expect, it } from "vitest";
import { factsOf } from "./photo.ts";
import { between, byDay, fits, foldTiles, isInAlbum, NO_FILTERS, type RollPhoto } from "./roll.ts";

const NOW = Date.parse("2026-11-28T12:00:00Z");
const DENVER = "America/Denver";
const DANA = "01900000-0000-7000-8000-00000000000d";

const photo = (sha256: string, values: Record<string, unknown> = {}, at = NOW): RollPhoto => ({
  shot: { sha256, type: "image/jpeg", at },
  author: DANA,
  facts: factsOf(values),
});
const as = { zone: DENVER, now: NOW, nameOf: (id: string | null) => (id === DANA ? "Dana Ruiz" : "") };
const finds = (values: Record<string, unknown>, filters: Partial<typeof NO_FILTERS>) =>
  fits(photo("a", values), { ...NO_FILTERS, ...filters }, as);

describe("the roll", () => {
  it("finds by words of the caption, tags and person, without accents, in any order", () => {
    const values = { caption: "Behind the tub wall", room: "Baño", "tags.shut-off": true };
    for (const words of ["tub", "wall beh", "bano", "shut", "RUIZ", "off dana"])
      expect(finds(values, { words }), words).toBe(true);
    for (const words of ["ub", "kitchen", "tub kitchen"]) expect(finds(values, { words }), words).toBe(false);
  });

  it("narrows by room, trade, stage, tag, day and person", () => {
    const values = { room: "Kitchen", trade: "Plumbing", stage: "before", "tags.leak": true };
    for (const filters of [
      { room: "kitchen" },
      { trade: "Plumbing" },
      { stage: "before" as const },
      { tag: "leak" },
      { day: "2026-11-28" },
      { person: DANA },
    ])
      expect(finds(values, filters), JSON.stringify(filters)).toBe(true);
    for (const filters of [
      { room: "Bath" },
      { stage: "after" as const },
      { day: "2026-11-27" },
      { person: "x" },
    ])
      expect(finds(values, filters), JSON.stringify(filters)).toBe(false);
  });

  it("shows hidden photos and the trash only where they are asked for", () => {
    const trashed = { trashedAt: new Date(NOW - 1000).toISOString() };
    const gone = { trashedAt: "2026-01-01T00:00:00Z" };
    const shown = (values: Record<string, unknown>) =>
      (["photos", "hidden", "trash"] as const).filter((show) => finds(values, { show }));
    expect(shown({})).toEqual(["photos"]);
    expect(shown({ hidden: "Wrong job" })).toEqual(["hidden"]);
    expect(shown(trashed)).toEqual(["trash"]);
    expect(shown({ ...trashed, hidden: "Wrong job" })).toEqual(["trash"]);
    expect(shown(gone)).toEqual([]);
  });

  it("puts the newest day first, by the job's clock", () => {
    // Eleven at night in Denver is the next day in London.
    const late = photo("b", {}, Date.parse("2026-11-28T06:00:00Z"));
    expect(byDay([late, photo("a")], DENVER).map(([day]) => day)).toEqual(["2026-11-28", "2026-11-27"]);
  });

  it("shows photos of one burst as one tile, and loses none", () => {
    const [wall, roof] = [{ likeness: "00000000000000ff" }, { likeness: "ffffffff00000000" }];
    const photos = [
      photo("a", wall, NOW),
      photo("b", wall, NOW + 900),
      photo("c", roof, NOW + 1800),
      photo("d", {}, NOW + 2000),
      photo("e", wall, NOW + 60_000),
    ];
    expect(foldTiles(photos).map((tile) => tile.map(({ shot }) => shot.sha256))).toEqual([
      ["a", "b"],
      ["c"],
      ["d"],
      ["e"],
    ]);
  });

  it("selects from one photo to another, in either direction", () => {
    const shown = ["a", "b", "c", "d"].map((one) => photo(one));
    expect(between(shown, "b", "d")).toEqual(["b", "c", "d"]);
    expect(between(shown, "d", "b")).toEqual(["b", "c", "d"]);
    expect(between(shown, "x", "b")).toEqual([]);
  });
});

describe("an album", () => {
  it("has what fits its rule, or what somebody put in it", () => {
    const kitchen = { id: "k", name: "Kitchen", rule: { room: "Kitchen", stage: "after" as const } };
    expect(isInAlbum(photo("a", { room: "Kitchen", stage: "after" }), kitchen, DENVER)).toBe(true);
    expect(isInAlbum(photo("a", { room: "Kitchen" }), kitchen, DENVER)).toBe(false);
    const byHand = { id: "h", name: "Best", rule: null };
    expect(isInAlbum(photo("a", { "album.h": true }), byHand, DENVER)).toBe(true);
    expect(isInAlbum(photo("a", { "album.h": null }), byHand, DENVER)).toBe(false);
  });
});
