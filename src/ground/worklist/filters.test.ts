import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { filterQuery, hasFilters, readFilters } from "./filters.ts";
import { readAfter, splitPage } from "./pages.ts";
import { excerpt, markFound, searchWords, wordsIn } from "./search-words.ts";

const TYPES = ["work", "delay"] as const;
const filtersIn = (address: ConstructorParameters<typeof URLSearchParams>[0]) =>
  readFilters(new URLSearchParams(address), TYPES);

describe("the filters of a list", () => {
  it("are parsed from any address, and written back", () => {
    const address =
      "q=%20poured%20&job=01890000-0000-7000-8000-000000000000&from=2026-11-01&to=2026-02-31&type=delay&sort=date";
    const filters = filtersIn(address);
    expect(filters).toEqual({
      words: "poured",
      job: "01890000-0000-7000-8000-000000000000",
      from: "2026-11-01",
      to: null,
      type: "delay",
      oldestFirst: true,
    });
    expect(filtersIn(filterQuery(filters))).toEqual(filters);
    expect(filterQuery(filtersIn(""), { after: "x" })).toBe("?after=x");
    expect(hasFilters(filtersIn("job=1&type=party"))).toBe(false);
    fc.assert(
      fc.property(fc.string(), (text) => void filtersIn({ q: text, from: text, job: text, type: text })),
    );
  });
});

describe("the words of a search", () => {
  it("are without characters special to the database", () => {
    expect(searchWords("Ramírez & (north) 'wall' | !2x4 ramírez")).toEqual([
      "ramirez",
      "north",
      "wall",
      "2x4",
    ]);
    fc.assert(
      fc.property(fc.string(), (text) => searchWords(text).every((word) => /^[\p{L}\p{N}]+$/u.test(word))),
    );
  });

  it("find every text that has them, whatever its accents, apostrophes and order", () => {
    expect(wordsIn("O’Brien's wall")).toEqual(["obriens", "wall", "o", "brien", "s"]);
    fc.assert(
      fc.property(fc.array(fc.string(), { maxLength: 3 }), (texts) => {
        const found = wordsIn(texts.join("\n"));
        for (const word of searchWords(texts.toReversed().join(" ")))
          expect(found.some((one) => one.startsWith(word))).toBe(true);
      }),
    );
  });

  it("are marked in a text, of which nothing is lost", () => {
    expect(markFound("Muñoz's wall", ["munoz"])).toEqual([
      { piece: "Muñoz's", found: true },
      { piece: " ", found: false },
      { piece: "wall", found: false },
    ]);
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string()), (text, words) => {
        expect(
          markFound(text, words)
            .map(({ piece }) => piece)
            .join(""),
        ).toBe(text);
      }),
    );
  });

  it("are in the part of a long text that is shown", () => {
    const text = `${"Framed. ".repeat(50)}Flashing is loose. ${"Swept. ".repeat(50)}`;
    const shown = excerpt(text, ["flash"], 220);
    expect(shown).toMatch(/^….*Flashing is loose\..*…$/);
    expect(shown.length).toBeLessThanOrEqual(222);
    expect(excerpt("Short", ["flash"], 220)).toBe("Short");
  });
});

describe("a page of a list", () => {
  const rows = ["1", "2", "3"].map((end) => ({
    date: "2026-11-20",
    id: `01890000-0000-7000-8000-00000000000${end}`,
  }));

  it("names where the next one begins, if there is one", () => {
    const { page, next } = splitPage(rows, 2);
    expect(page).toEqual(rows.slice(0, 2));
    expect(readAfter(new URLSearchParams({ after: next! }))).toEqual(rows[1]);
    expect(splitPage(rows, 3)).toEqual({ page: rows, next: null });
    expect(splitPage([], 3)).toEqual({ page: [], next: null });
  });

  it("is the first if the address names no row", () => {
    for (const after of ["", "x", `2026-02-31_${rows[0]!.id}`, "2026-11-20_x", rows[0]!.id])
      expect(readAfter(new URLSearchParams({ after })), after).toBeNull();
  });
});
