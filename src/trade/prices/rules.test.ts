import { Decimal } from "decimal.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MOST_CENTS } from "#platform/money/money.ts";
import {
  categoriesOf,
  findItems,
  formatMarkup,
  itemOf,
  itemsOf,
  type ItemValue,
  keyOf,
  kitOf,
  priceOn,
  type Raise,
  raisesOf,
  SHELF_SIZE,
  shelve,
} from "./rules.ts";

const value = (over: Partial<ItemValue> = {}): ItemValue => ({
  ...{ text: "Haul away", unit: "", cents: 10_000, cost: null, isTaxable: false, category: "Labor" },
  ...{ pricedOn: "2026-05-15", pricedAt: 1000 },
  ...over,
});
const raise = (over: Partial<Raise> = {}): Raise => ({
  ...{ id: "r", category: null, rate: 6000, from: "2026-06-01", at: 2000 },
  ...over,
});
const stored = ({ id, ...rest }: Raise) => ({ id, values: { raise: rest } });

const day = fc
  .date({ min: new Date("2026-01-01"), max: new Date("2027-12-31"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const category = fc.constantFrom("", "Labor", "labor", "Lumber");
const anyItem = fc.record({
  ...{
    cents: fc.oneof(fc.nat(1_000_000), fc.nat(MOST_CENTS)),
    category,
    pricedOn: day,
    pricedAt: fc.nat(10_000),
  },
});
const anyRaise = fc.record({
  ...{ id: fc.uuid(), category: fc.oneof(fc.constant(null), fc.constantFrom("Labor", "Lumber")) },
  ...{ rate: fc.integer({ min: 1, max: 100_000 }), from: day, at: fc.nat(10_000) },
});
const anyRaises = fc
  .uniqueArray(anyRaise, { maxLength: 8, selector: ({ id }) => id })
  .map((raises) => raises.map(stored));

describe("the price on a day", () => {
  it("is raised from its day on, and not before", () => {
    expect(priceOn(value(), [raise()], "2026-05-31")).toBe(10_000);
    expect(priceOn(value(), [raise()], "2026-06-01")).toBe(10_600);
    expect(priceOn(value({ category: "Lumber" }), [raise({ category: "Labor" })], "2026-06-01")).toBe(10_000);
    expect(priceOn(value({ category: "LABOR " }), [raise({ category: "Labor" })], "2026-06-01")).toBe(10_600);
  });

  it("isn't raised by what was decided before the price was typed, once it is in effect", () => {
    // Typed while the raise was still ahead: it will be raised. Typed on its day or later: it was meant so.
    expect(priceOn(value({ pricedOn: "2026-05-31", pricedAt: 3000 }), [raise()], "2026-06-01")).toBe(10_600);
    expect(priceOn(value({ pricedOn: "2026-06-01", pricedAt: 3000 }), [raise()], "2026-06-01")).toBe(10_000);
    // A raise from today on raises what was typed this morning.
    expect(priceOn(value({ pricedOn: "2026-06-01", pricedAt: 1000 }), [raise()], "2026-06-01")).toBe(10_600);
  });

  it("compounds, rounding each raise to a cent", () => {
    const raises = raisesOf([
      stored(raise({ id: "b", rate: 5000, from: "2026-07-01" })),
      stored(raise({ id: "a", rate: 3333 })),
    ]);
    expect(priceOn(value({ cents: 999 }), raises, "2026-07-01")).toBe(1084);
  });

  it("is a whole number of cents, never lower on a later day, and at most what an amount may be", () => {
    fc.assert(
      fc.property(anyItem, anyRaises, day, day, (item, records, one, other) => {
        const raises = raisesOf(records);
        const [sooner, later] = [one, other].toSorted();
        const [before, after] = [priceOn(item, raises, sooner!), priceOn(item, raises, later!)];
        expect(Number.isSafeInteger(after)).toBe(true);
        expect(item.cents).toBeLessThanOrEqual(before);
        expect(before).toBeLessThanOrEqual(after);
        expect(after).toBeLessThanOrEqual(MOST_CENTS);
      }),
    );
  });

  it("doesn't depend on the order in which raises arrived, or on those of other days and categories", () => {
    fc.assert(
      fc.property(anyItem, anyRaises, day, fc.nat(), (item, records, on, seed) => {
        const shuffled = records.toSorted(
          (one, other) => ((seed + one.id.charCodeAt(0)) % 7) - ((seed + other.id.charCodeAt(0)) % 7),
        );
        const price = priceOn(item, raisesOf(records), on);
        expect(priceOn(item, raisesOf(shuffled), on)).toBe(price);
        const due = records.filter(({ values }) => values.raise.from <= on);
        expect(priceOn(item, raisesOf(due), on)).toBe(price);
      }),
    );
  });

  it("is what a decimal calculator says", () => {
    fc.assert(
      fc.property(fc.nat(1_000_000_000), fc.integer({ min: 1, max: 100_000 }), (cents, rate) => {
        const exact = new Decimal(cents).mul(rate).div(100_000).toDecimalPlaces(0, Decimal.ROUND_HALF_UP);
        expect(priceOn(value({ cents }), [raise({ rate })], "2026-06-01")).toBe(
          Math.min(MOST_CENTS, cents + exact.toNumber()),
        );
      }),
    );
  });

  it("ignores raises that were removed or that say nothing", () => {
    const records = [
      { id: "a", values: { ...stored(raise()).values, removed: true } },
      ...[
        null,
        {},
        { rate: -1, from: "2026-06-01" },
        { rate: 1.5, from: "2026-06-01" },
        { rate: 1, from: "June" },
      ].map((one) => ({ id: "b", values: { raise: one } })),
    ];
    expect(raisesOf(records)).toEqual([]);
  });
});

describe("the items of a book", () => {
  const shelf = (id: string, values: Record<string, unknown>) => ({ id, values });

  it("are one for each text in any case: the one priced later", () => {
    const items = itemsOf([
      shelf("s1", {
        "items.a": value({ text: "Haul  away", cents: 1, pricedAt: 5 }),
        "items.c": value({ text: "Door" }),
      }),
      shelf("s2", { "items.b": value({ text: "haul away ", cents: 2, pricedAt: 9 }) }),
    ]);
    expect(items.map(({ text, cents }) => [text, cents])).toEqual([
      ["Door", 10_000],
      ["haul away", 2],
    ]);
    expect(items[1]!.older).toMatchObject([{ shelf: "s1", id: "a" }]);
  });

  it("are the same whatever the order of the shelves", () => {
    const one = fc.record({ text: fc.constantFrom("A", "a", "B", " b", "C"), pricedAt: fc.nat(3) });
    fc.assert(
      fc.property(fc.array(one, { maxLength: 12 }), fc.nat(12), (those, cut) => {
        const entries = those.map((over, at) => [`items.${at}`, value(over)] as const);
        const parts = [entries.slice(0, cut), entries.slice(cut)].map((some, at) =>
          shelf(`s${at}`, Object.fromEntries(some)),
        );
        const ids = (shelves: typeof parts) => itemsOf(shelves).map(({ id }) => id);
        expect(ids(parts.toReversed())).toEqual(ids(parts));
        expect(new Set(ids(parts)).size).toBe(new Set(those.map(({ text }) => keyOf(text))).size);
        // Each stored item is shown, or known as an older one.
        const all = itemsOf(parts).flatMap(({ id, older }) => [id, ...older.map((place) => place.id)]);
        expect(all.toSorted()).toEqual(entries.map(([name]) => name.slice(6)).toSorted());
      }),
    );
  });

  it("come last used first", () => {
    const items = itemsOf([
      shelf("s", {
        ...{
          "items.a": value({ text: "A" }),
          "items.b": value({ text: "B" }),
          "items.c": value({ text: "C" }),
        },
        ...{ "used.b": "2026-05-01", "used.c": "2026-05-02" },
      }),
    ]);
    expect(items.map(({ text }) => text)).toEqual(["C", "B", "A"]);
  });

  it("are found by words of their text and category, in one category", () => {
    const items = itemsOf([
      shelf("s", {
        "items.a": value({ text: "Composite tread", category: "Decking" }),
        "items.b": value({ text: "Composite rail", category: "Rails" }),
      }),
    ]);
    const found = (search: string, only: string | null = null) =>
      findItems(items, search, only).map(({ id }) => id);
    expect(found("COMP")).toEqual(["b", "a"]);
    expect(found("deck  comp")).toEqual(["a"]);
    expect(found("", "rails")).toEqual(["b"]);
    expect(found("nothing")).toEqual([]);
    expect(categoriesOf([value(), value({ category: "labor" }), value({ category: "" })])).toEqual(["labor"]);
  });

  it("are read from anything a device wrote", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom("items.a", "items.b", "used.a"), fc.anything()), (values) => {
        for (const item of itemsOf([shelf("s", values)])) expect(Number.isSafeInteger(item.cents)).toBe(true);
      }),
    );
    expect(itemOf({ ...value(), cents: -5, cost: 1e20 })).toMatchObject({ cents: 0, cost: null });
    expect(itemOf({ ...value(), text: "  " })).toBeNull();
  });

  it("can be 20,000, and are all found", () => {
    const shelves = Array.from({ length: 200 }, (_, at) =>
      shelf(
        `s${at}`,
        Object.fromEntries(
          Array.from({ length: 100 }, (__, one) => [
            `items.${at}-${one}`,
            value({ text: `Part ${at}-${one}` }),
          ]),
        ),
      ),
    );
    const items = itemsOf(shelves);
    expect(items.length).toBe(20_000);
    expect(findItems(items, "part 199-99", null).map(({ text }) => text)).toEqual(["Part 199-99"]);
  });
});

describe("where items are written", () => {
  let count = 0;
  const newId = () => `new${++count}`;
  it("is their own shelf, else one with room, else a new one", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(SHELF_SIZE), { maxLength: 4 }), fc.nat(350), (filled, more) => {
        const shelves = filled.map((many, at) => ({
          id: `s${at}`,
          values: Object.fromEntries(Array.from({ length: many }, (_, one) => [`items.${one}`, value()])),
        }));
        const items = Array.from({ length: more }, (_, at) => ({ id: `i${at}`, value: value() }));
        const sets = shelve(shelves, items, newId);
        const placed = [...sets].flatMap(([, one]) => Object.keys(one));
        expect(new Set(placed).size).toBe(more);
        for (const [id, one] of sets) {
          const before = shelves.find((own) => own.id === id)?.values ?? {};
          expect(Object.keys(before).length + Object.keys(one).length).toBeLessThanOrEqual(SHELF_SIZE);
        }
      }),
    );
    // Removed items make room, but not without end.
    const removed = (many: number) => [
      {
        id: "s",
        values: Object.fromEntries(Array.from({ length: many }, (_, one) => [`items.${one}`, null])),
      },
    ];
    expect([...shelve(removed(150), [{ id: "a", value: value() }], newId).keys()]).toEqual(["s"]);
    expect([...shelve(removed(200), [{ id: "a", value: value() }], newId).keys()]).not.toEqual(["s"]);
    expect([...shelve([], [{ id: "a", shelf: "full", value: null }], newId)]).toEqual([
      ["full", { "items.a": null }],
    ]);
  });
});

it("shows markup on the cost and margin of the price", () => {
  expect(formatMarkup(5000, 7000)).toBe("40% markup, 28.6% margin");
  expect(formatMarkup(7000, 5000)).toBe("-28.6% markup, -40% margin");
  expect(formatMarkup(null, 7000)).toBeNull();
  expect(formatMarkup(0, 7000)).toBeNull();
});

it("reads a kit from what a device wrote", () => {
  const line = { text: "Tread", quantity: 12_000, unit: "ft", cents: 3850, cost: null, isTaxable: true };
  const lines = [line, { ...line, quantity: 0 }, { ...line, quantity: -1 }, null, "x"];
  expect(kitOf({ id: "k", values: { name: " Stairs ", lines } })).toEqual({
    id: "k",
    name: "Stairs",
    lines: [line],
  });
  for (const values of [
    {},
    { name: "A" },
    { name: "A", lines: [] },
    { name: "", lines: [line] },
    { name: 7, lines },
  ])
    expect(kitOf({ id: "k", values })).toBeNull();
});
