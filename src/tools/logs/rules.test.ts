import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { planOf } from "#trade/weather/public.server.ts";
import { dayId } from "./ids.ts";
import { dayOf, entryOf, STATES, tagField } from "./rules.ts";
import { gapsOf } from "./totals-rules.ts";

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
              `photos.${"a".repeat(64)}`,
              "tags.a",
            ),
            fc.string(),
          ),
          fc.jsonValue(),
        ),
        (values) => {
          expect(STATES).toContain(dayOf(values).state);
          expect(() => [entryOf("x", values), planOf(values)]).not.toThrow();
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
