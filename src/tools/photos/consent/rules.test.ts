import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Answer,
  consentFrom,
  describeConsent,
  describeUses,
  groupPairs,
  mayUse,
  readConsent,
  USES,
  wordingOf,
} from "./rules.ts";

const PHOTO = "a".repeat(64);
const OTHER = "b".repeat(64);
const yes = (over: Partial<Answer> = {}): Answer => ({
  ...{ askId: "one", uses: ["page"], photos: [PHOTO], credit: "", isOpen: true },
  ...over,
});
const no = (askId = "one"): Answer => yes({ askId, uses: [], photos: [] });
const of = (...answers: Answer[]) => consentFrom(PHOTO, new Set(["one", "two"]), answers);

describe("what a client said of a photo", () => {
  it("is what they said last, to any request with the photo", () => {
    expect(consentFrom(PHOTO, new Set(), [yes()])).toBeUndefined();
    expect(of()?.is).toBe("asked");
    expect(of(no())?.is).toBe("no");
    expect(of(yes())).toMatchObject({ is: "yes", uses: ["page"] });
    expect(of(yes(), no())?.is).toBe("withdrawn");
    expect(of(yes(), no("two"))?.is).toBe("withdrawn");
    expect(of(no(), yes({ askId: "two", uses: ["posts"] }))).toMatchObject({ is: "yes", uses: ["posts"] });
    expect(of(yes(), yes({ photos: [OTHER] }))?.is).toBe("withdrawn");
    expect(of(yes({ isOpen: false }))?.is).toBe("withdrawn");
    expect(of(yes(), yes({ askId: "three", uses: [] }))?.is).toBe("yes");
  });

  it("allows nothing that the last answer doesn’t, whatever came before", () => {
    const answer = fc.record({
      askId: fc.constantFrom("one", "two", "three"),
      uses: fc.subarray([...USES]),
      photos: fc.subarray([PHOTO, OTHER]),
      credit: fc.constant(""),
      isOpen: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(answer), fc.constantFrom(...USES), (answers, use) => {
        const last = answers.findLast(({ askId }) => askId !== "three");
        const expected = Boolean(last?.isOpen && last.photos.includes(PHOTO) && last.uses.includes(use));
        expect(mayUse(of(...answers), use)).toBe(expected);
      }),
    );
  });

  it("is put in words, and read from a record without trust", () => {
    expect(describeConsent({ is: "yes", uses: ["page", "posts"] })).toBe("Client said yes: page, posts");
    expect(describeUses(["page", "posts"], wordingOf("Hill Brothers"))).toBe(
      "On Hill Brothers’ page; in social media posts",
    );
    expect(readConsent({ is: "yes", uses: ["posts", "tv"] })).toEqual({ is: "yes", uses: ["posts"] });
    for (const value of [null, "yes", { is: "maybe" }, [], 1]) expect(readConsent(value)).toBeNull();
  });
});

describe("pairs", () => {
  const half = (sha256: string, pair: string | null, at: number, stage: string | null = null) => ({
    ...{ sha256, pair, at, stage },
  });

  it("are whole, once, and the earlier photo is first", () => {
    const [one, two, three] = [half("1", "2", 9), half("2", "1", 5), half("3", "1", 7)];
    expect(groupPairs([one, three, two])).toEqual([[two, one], [three]]);
    expect(groupPairs([one])).toEqual([[one]]);
    expect(groupPairs([half("1", "1", 1)])).toEqual([[half("1", "1", 1)]]);
  });

  it("have what a person marked as before first, whatever the dates of their files", () => {
    const [late, early] = [half("1", "2", 9, "before"), half("2", "1", 5, "after")];
    expect(groupPairs([early, late])).toEqual([[late, early]]);
    expect(groupPairs([half("1", "2", 9), early])).toEqual([[half("1", "2", 9), early]]);
  });
});
