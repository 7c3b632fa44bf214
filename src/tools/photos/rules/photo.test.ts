import { describe, expect, it } from "vitest";
import { photoId } from "./ids.ts";
import { factsOf, isInTrash, refusePhoto, tagField, tagLine } from "./photo.ts";

const JOB = "01900000-0000-7000-8000-000000000001";
const PHOTO = "a".repeat(64);
const NOW = Date.parse("2026-11-28T12:00:00Z");
const daysAgo = (days: number) => new Date(NOW - days * 24 * 60 * 60_000).toISOString();
const anyone = { isManager: false, isGuest: false, isOwn: false };
const manager = { ...anyone, isManager: true };
const guest = { ...anyone, isGuest: true };

const refused = (
  sets: Record<string, unknown>,
  by = anyone,
  was: Record<string, unknown> = { sha256: PHOTO },
  record = photoId(JOB, PHOTO),
) => refusePhoto({ job: JOB, record, sets, was, now: NOW }, by)?.code ?? null;

describe("the id of what is known of a photo", () => {
  it("is the same on every device, and another for another job or photo", () => {
    expect(photoId(JOB, PHOTO)).toBe(photoId(JOB, PHOTO));
    expect(photoId(JOB.replace("1", "2"), PHOTO)).not.toBe(photoId(JOB, PHOTO));
    expect(photoId(JOB, "b".repeat(64))).not.toBe(photoId(JOB, PHOTO));
  });
});

describe("the facts of a photo", () => {
  it("are read from anything that a device may write", () => {
    for (const odd of [null, 7, "x", [], {}, true, "2026"])
      expect(() =>
        factsOf({
          ...{ sha256: odd, caption: odd, room: odd, stage: odd, "tags.x": odd, heading: odd, place: odd },
          ...{ pair: odd, shot: odd, hidden: odd, trashedAt: odd, "album.y": odd },
        }),
      ).not.toThrow();
    expect(factsOf({ stage: 7, pair: "short", shot: { list: 7 } })).toMatchObject({
      ...{ stage: null, pair: null, shot: null },
    });
  });

  it("say the tags in one line", () => {
    const facts = factsOf({ room: "Kitchen", stage: "before", "tags.tub-wall": true, "tags.leak": null });
    expect(tagLine(facts)).toBe("Kitchen, Before, tub wall");
  });
});

describe("a tag in one's own words", () => {
  it("is a field that a command may name, and null without a letter or digit", () => {
    expect(tagField("  Tub wall ")).toBe("tags.tub-wall");
    expect(tagField("Señal #2")).toBe("tags.senal-2");
    expect(tagField("—")).toBeNull();
    for (const odd of ["x".repeat(500), "a".repeat(59) + " b", "ÄÖÜ ß 日本"])
      expect(tagField(odd) ?? "tags.a").toMatch(/^tags\.[A-Za-z0-9-]{1,64}$/);
  });
});

describe("a change of a photo", () => {
  it("is refused unless it says which photo, in the record of that photo", () => {
    expect(refused({ caption: "x" })).toBeNull();
    expect(refused({ caption: "x" }, anyone, {})).toBe("invalid");
    expect(refused({ sha256: PHOTO }, anyone, {}, photoId(JOB, "b".repeat(64)))).toBe("invalid");
    expect(refused({ [`photos.${"b".repeat(64)}`]: {} })).toBe("invalid");
  });

  it("never removes one, and leaves deleting and hiding to managers", () => {
    expect(refused({ removed: true }, manager)).toBe("forbidden");
    expect(refused({ [`photos.${PHOTO}`]: null }, manager)).toBe("forbidden");
    for (const sets of [{ trashedAt: daysAgo(0) }, { hidden: "Wrong job" }]) {
      expect(refused(sets)).toBe("forbidden");
      expect(refused(sets, manager)).toBeNull();
    }
  });

  it("restores one for thirty days", () => {
    const trashed = (days: number) => ({ sha256: PHOTO, trashedAt: daysAgo(days) });
    expect(refused({ trashedAt: null }, manager, trashed(29))).toBeNull();
    expect(refused({ trashedAt: null }, manager, trashed(31))).toBe("conflict");
    expect(isInTrash(factsOf(trashed(29)), NOW)).toBe(true);
    expect(isInTrash(factsOf(trashed(31)), NOW)).toBe(false);
  });

  it("is for a guest only of a photo they took", () => {
    expect(refused({ room: "Kitchen" }, guest)).toBe("forbidden");
    expect(refused({ room: "Kitchen" }, { ...guest, isOwn: true })).toBeNull();
  });

  it("has at most forty tags", () => {
    const many = Object.fromEntries(Array.from({ length: 41 }, (_, at) => [`tags.t${at}`, true]));
    expect(refused(many)).toBe("invalid");
  });
});
