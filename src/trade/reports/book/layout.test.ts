import fc from "fast-check";
import { expect, it } from "vitest";
import { BODY, type BookItem, layoutOf, type PerPage, type PlacedRow } from "./layout.ts";

let made = 0;
const photo = (aspect: number, text = "", pair: BookItem["pair"] = null): BookItem => ({
  ...{ sha256: `photo-${++made}`, aspect, text, pair },
});
const pairOf = (one: number, other: number): BookItem[] => {
  const [before, after] = [photo(one), photo(other)];
  return [
    { ...before, pair: { sha256: after.sha256, label: "Before" } },
    { ...after, pair: { sha256: before.sha256, label: "After" } },
  ];
};
const many = (count: number, aspect = 4 / 3) => Array.from({ length: count }, () => photo(aspect));
const kinds = (rows: readonly PlacedRow<BookItem>[]) => rows.map(({ kind }) => kind);
const book = (photos: readonly BookItem[], perPage: PerPage) =>
  layoutOf([{ title: "Kitchen", photos }], perPage, 350);

it.each([
  [1, 3, [["full"], ["full"], ["full"]]],
  [2, 3, [["beside", "beside"], ["beside"]]],
  [
    4,
    8,
    [
      ["two", "two"],
      ["two", "two"],
    ],
  ],
  [4, 5, [["two", "two"], ["beside"]]],
  [
    6,
    12,
    [
      ["two", "two", "two"],
      ["two", "two", "two"],
    ],
  ],
  [6, 7, [["two", "two", "two"], ["beside"]]],
] as const)("%i per page: %i photos", (perPage, count, expected) => {
  const { pages } = book(many(count), perPage);
  expect(pages.map(({ rows }) => kinds(rows))).toEqual(expected);
});

it("keeps a pair side by side at every size, and lets a photo before it share a row with one after it", () => {
  for (const perPage of [1, 2, 4, 6] as const) {
    const [before, after] = pairOf(4 / 3, 3 / 4);
    const [first, last] = [photo(1), photo(1)];
    const rows = book([first, before!, last, after!], perPage).pages.flatMap((page) => page.rows);
    const pair = rows.find(({ kind }) => kind === "pair")!;
    expect(pair.photos).toEqual([before, after]);
    if (perPage > 2) expect(rows.find(({ kind }) => kind === "two")!.photos).toEqual([first, last]);
  }
});

it("gives a panorama the width of the page, and no page of its own where one photo has a page", () => {
  const { pages } = book([photo(5), photo(4 / 3), photo(4 / 3)], 1);
  expect(pages.map(({ rows }) => kinds(rows))).toEqual([["wide", "beside"], ["full"]]);
  const last = book([photo(4 / 3), photo(5)], 1);
  expect(last.pages.map(({ rows }) => kinds(rows))).toEqual([["beside", "wide"]]);
});

it("doesn't leave a low row alone on the last page: the page before takes it, or gives it a row", () => {
  const wide = photo(5);
  expect(book([...many(4), wide], 4).pages.map(({ rows }) => kinds(rows))).toEqual([["two", "two", "wide"]]);
  const tall = many(2, 0.5);
  const { pages } = book([...tall, ...pairOf(4 / 3, 4 / 3)], 2);
  expect(pages.map(({ rows }) => kinds(rows))).toEqual([["beside"], ["beside", "pair"]]);
});

it("puts a single photo on the cover", () => {
  expect(book(many(1), 4)).toMatchObject({ cover: { kind: "full" }, pages: [] });
  expect(book(pairOf(1, 1), 6)).toMatchObject({ cover: { kind: "pair" }, pages: [] });
});

const aspects = fc.constantFrom(0.3, 9 / 16, 3 / 4, 1, 4 / 3, 16 / 9, 2.2, 4, 7, 20);
const texts = fc.constantFrom("", "Footing", "words ".repeat(80), "屋根".repeat(250));
const groups = fc.array(
  fc.array(fc.tuple(aspects, texts, fc.boolean()), { minLength: 1, maxLength: 30 }).map((all) => ({
    title: "Room",
    photos: all.flatMap(([aspect, text, isPair]) =>
      isPair ? pairOf(aspect, 4 / 3).map((one) => ({ ...one, text })) : [photo(aspect, text)],
    ),
  })),
  { minLength: 1, maxLength: 8 },
);

it("shows every photo once, on pages that aren't overfull or nearly empty", () => {
  fc.assert(
    fc.property(groups, fc.constantFrom(1, 2, 4, 6), (all, perPage) => {
      const { cover, pages } = layoutOf(all, perPage, 350);
      const rows = [...(cover ? [cover] : []), ...pages.flatMap((page) => page.rows)];
      const shown = rows.flatMap(({ photos }) => photos.map(({ sha256 }) => sha256));
      expect(shown.toSorted()).toEqual(
        all.flatMap(({ photos }) => photos.map((one) => one.sha256)).toSorted(),
      );
      expect(rows.flatMap(({ begins }) => begins ?? [])).toEqual(all.map((_, at) => at));
      for (const page of pages) {
        const used = page.rows.reduce(
          (sum, { height, begins }) => sum + height + (begins === null ? 0 : 40),
          0,
        );
        expect(used + 22 * (page.rows.length - 1)).toBeLessThanOrEqual(BODY.height + 0.01);
        // Nothing can be done for a page of thin panoramas.
        if (page.rows.every(({ photos }) => photos.every(({ aspect }) => aspect < 4)))
          expect(used).toBeGreaterThan(BODY.height / 3);
      }
    }),
    { numRuns: 500 },
  );
});
