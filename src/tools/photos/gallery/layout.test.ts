import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { NO_FACTS } from "../rules/photo.ts";
import type { RollPhoto } from "../rules/roll.ts";
import { chosenText, photosIn, readChosen } from "./chosen.ts";
import { groupsOf, PAGE_SIZE, pageOf, pageWith, sequenceOf, tilesOf } from "./layout.ts";

const NOON = Date.parse("2026-11-20T19:00:00Z");
const HOUR = 60 * 60_000;
const hashOf = (at: number) => at.toString(16).padStart(64, "0");
const photo = (at: number, facts: Partial<RollPhoto["facts"]> = {}, hours = at): RollPhoto => ({
  shot: { sha256: hashOf(at), type: "image/jpeg", at: NOON + hours * HOUR },
  author: null,
  facts: { ...NO_FACTS, ...facts },
});
const OF = { albums: [], zone: "America/Denver" } as const;

describe("a gallery", () => {
  it("puts a pair side by side where its later photo is, whichever of the two names the other", () => {
    const [before, between, after] = [photo(1), photo(2), photo(3, { pair: hashOf(1) })];
    expect(tilesOf([after, between, before])).toEqual([[between], [before, after]]);
    expect(tilesOf([photo(1, { pair: hashOf(3) }), photo(3)])).toHaveLength(1);
    expect(tilesOf([photo(1, { pair: hashOf(9) })])).toHaveLength(1);
    expect(tilesOf([photo(1, { pair: hashOf(1) })])).toHaveLength(1);
  });

  it("has the newest day first, days being those of the job’s zone", () => {
    const groups = groupsOf([photo(1, {}, 0), photo(2, {}, 1), photo(3, {}, 13)], "day", OF);
    expect(groups.map(({ title, tiles }) => [title, tiles.length])).toEqual([
      ["2026-11-21", 1],
      ["2026-11-20", 2],
    ]);
  });

  it("has every photo once, on one of its pages, in the order of the next links", () => {
    const pairs = fc.array(fc.option(fc.nat(300), { nil: null }), { maxLength: 300 });
    fc.assert(
      fc.property(pairs, (all) => {
        const photos = all.map((pair, at) => photo(at, { pair: pair === null ? null : hashOf(pair) }));
        const groups = groupsOf(photos, "day", OF);
        const { pages } = pageOf(groups, 1);
        const shown = Array.from({ length: pages }, (_, at) => pageOf(groups, at + 1)).flatMap((page) => {
          const tiles = page.groups.flatMap((group) => group.tiles);
          expect(tiles.length).toBeLessThanOrEqual(PAGE_SIZE);
          return tiles.flat();
        });
        expect(shown).toEqual(sequenceOf(groups));
        for (const one of shown.slice(0, 70)) {
          const tiles = pageOf(groups, pageWith(groups, one)).groups.flatMap((group) => group.tiles);
          expect(tiles.flat()).toContain(one);
        }
        expect(shown.map(({ shot }) => shot.sha256).toSorted()).toEqual(
          photos.map(({ shot }) => shot.sha256).toSorted(),
        );
      }),
    );
  });

  it("opens the nearest page for one that isn’t there", () => {
    const groups = groupsOf([photo(1)], "day", OF);
    for (const asked of [0, -3, 99, Number.NaN, 1.7]) expect(pageOf(groups, asked).page).toBe(1);
  });
});

describe("what a gallery shows", () => {
  it("has no video, nothing hidden and nothing deleted", () => {
    const video = { ...photo(9), shot: { ...photo(9).shot, type: "video/mp4" } };
    const roll = [photo(1), photo(2, { hidden: "x" }), photo(3, { trashedAt: NOON }), video];
    for (const chosen of [
      { is: "all" },
      { is: "list", photos: roll.map(({ shot }) => shot.sha256) },
    ] as const)
      expect(photosIn(roll, chosen, OF)).toEqual([roll[0]]);
  });

  it("is read back from a form as it was written, and nonsense is nothing", () => {
    for (const text of ["all", "album:x", "rule:room=Kitchen+%26+bath&stage=before"])
      expect(chosenText(readChosen(text)!)).toBe(text);
    expect(readChosen("list", `${hashOf(1)},../x,${hashOf(1)}`)).toEqual({ is: "list", photos: [hashOf(1)] });
    for (const text of ["", "rule:", "rule:nonsense=1", "list", "__proto__"])
      expect(readChosen(text)).toBeNull();
  });
});
