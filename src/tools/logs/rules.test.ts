import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dayId } from "./ids.ts";
import { dayOf, entryOf, STATES, tagField } from "./rules.ts";
import { gapsOf } from "./totals-rules.ts";
import { sortByPlace, isHere, planOf, USUAL_THRESHOLD, weatherOf } from "./weather/rules.ts";

describe("a record from a device", () => {
  it("is readable whatever it contains", () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.oneof(
            fc.constantFrom(
              "date",
              "crew",
              "item",
              "delay",
              "state",
              "threshold",
              "manual",
              `photos.${"a".repeat(64)}`,
              "readings.x",
              "tags.a",
            ),
            fc.string(),
          ),
          fc.jsonValue(),
        ),
        (values) => {
          expect(STATES).toContain(dayOf(values).state);
          expect(() => [entryOf("x", values), weatherOf(values), planOf(values)]).not.toThrow();
          expect(gapsOf([entryOf("x", values)], false).length).toBeGreaterThan(0);
        },
      ),
    );
  });

  it("has no date if the date is invalid", () => {
    for (const date of ["2026-02-30", "2026-2-3", "yesterday", 20261120, null])
      expect(entryOf("x", { date }).date).toBeNull();
  });
});

it("sorts readings for the job's current position first, even before newer ones", () => {
  const reading = (hash: string, lat: number, fetchedAt: string) => ({
    [`readings.${hash}`]: { source: "nws", lat, lon: -116.2, fetchedAt },
  });
  const { readings } = weatherOf({
    ...reading("old", 43.6, "2026-11-20T10:00:00Z"),
    ...reading("newer", 43.6, "2026-11-20T12:00:00Z"),
    ...reading("there", 40, "2026-11-20T14:00:00Z"),
  });
  const order = (lat: number | null) =>
    sortByPlace(readings, lat === null ? null : { lat, lon: -116.2 }).map(({ hash }) => hash);
  expect(order(null)).toEqual(["there", "newer", "old"]);
  expect(order(43.600_4), "some steps away").toEqual(["newer", "old", "there"]);
  expect(order(40)).toEqual(["there", "newer", "old"]);
  expect(order(10), "nothing was read here: the newest is better than none").toEqual([
    "there",
    "newer",
    "old",
  ]);
  expect(readings.map((one) => isHere(one, { lat: 10, lon: -116.2 }))).toEqual([false, false, false]);
});

it("turns tags into valid field names, or null", () => {
  fc.assert(
    fc.property(fc.string(), (tag) => {
      const field = tagField(tag);
      if (field !== null) expect(field).toMatch(/^tags\.[a-z0-9-]{1,40}$/);
    }),
  );
  expect(["North wall", " Café ", "Séjour", "—", "кухня"].map(tagField)).toEqual([
    "tags.north-wall",
    "tags.cafe",
    "tags.sejour",
    null,
    null,
  ]);
});

it("gives days of different jobs, dates and companies different ids", () => {
  const ids = [
    dayId("a", "2026-11-20", "c"),
    dayId("a", "2026-11-21", "c"),
    dayId("a", "2026-11-20", "d"),
    dayId("b", "2026-11-20", "c"),
  ];
  expect(new Set(ids).size).toBe(4);
});

it("uses the usual limits without a plan", () => {
  expect(planOf({}).threshold).toEqual(USUAL_THRESHOLD);
  expect(planOf({ threshold: { rainMm: 5 } }).threshold).toMatchObject({ rainMm: 5, gustMs: null });
  expect(planOf({ remindAt: 24 }).remindAt).toBeNull();
  expect(planOf({ remindAt: 0, anticipated: { 2: 4 } })).toMatchObject({
    remindAt: 0,
    anticipated: { 1: 0, 2: 4 },
  });
});
