import { describe, expect, it } from "vitest";
import { library } from "./library.ts";
import { searchLibrary, suggestTalk, type TalkDay } from "./suggest.ts";

const day = (more: Partial<TalkDay> = {}): TalkDay => ({
  ...{ date: Temporal.PlainDate.from("2026-10-13"), weather: null, work: [] },
  given: [{ slug: "none", date: "2026-10-01" }],
  ...more,
});
const DRY = { highC: 15, lowC: 8, gustMs: 3, rainMm: 0, snowCm: 0, codes: [1] };

describe("today’s talk", () => {
  it("follows the weather", () => {
    const windy = suggestTalk(library, day({ weather: { ...DRY, gustMs: 16 } }))!;
    expect(windy.why).toBe("It’s windy today");
    expect(windy.talk.when).toContain("wind");
    expect(suggestTalk(library, day({ weather: { ...DRY, highC: 35 } }))!.why).toBe("It’s hot today");
    expect(suggestTalk(library, day({ weather: { ...DRY, codes: [95] } }))!.why).toContain("thunderstorms");
  });

  it("follows what the log says, and prefers what both speak for", () => {
    const trench = suggestTalk(library, day({ work: ["Digging the trench for the sewer"] }))!;
    expect(trench.why).toBe("The log mentions “trench”");
    const both = suggestTalk(
      library,
      day({ weather: { ...DRY, gustMs: 16 }, work: ["Crane picks the trusses"] }),
    )!;
    expect(both.talk.when).toEqual(expect.arrayContaining(["wind"]));
    expect([...both.talk.when, ...both.talk.trades].some((word) => /crane|truss/.test(word))).toBe(true);
  });

  it("doesn’t come again within two months, and changes from week to week", () => {
    const first = suggestTalk(library, day())!.talk.text.slug;
    const given = [{ slug: first, date: "2026-10-06" }];
    expect(suggestTalk(library, day({ given }))!.talk.text.slug).not.toBe(first);
    const later = Temporal.PlainDate.from("2026-10-20");
    expect(suggestTalk(library, day({ date: later }))!.talk.text.slug).not.toBe(first);
    const all = library.map(({ text }) => ({ slug: text.slug, date: "2026-10-06" }));
    expect(suggestTalk(library, day({ given: all }))).not.toBeNull();
    expect(suggestTalk([], day())).toBeNull();
  });

  it("is for a new crew when it is the first at a job", () => {
    const found = suggestTalk(library, day({ given: [] }))!;
    expect(found.why).toBe("It’s the first talk at this job");
  });
});

it("talks are found by words of both languages, and by trade", () => {
  const titles = (words: string) => searchLibrary(library, words).map(({ text }) => text.slug);
  expect(titles("ESCALERAS").length).toBeGreaterThan(0);
  expect(titles("ladder")).toEqual(expect.arrayContaining(["ladders-step", "ladders-extension"]));
  expect(titles("xyzzy")).toEqual([]);
  expect(titles("")).toHaveLength(library.length);
});
