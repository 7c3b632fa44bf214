import fc from "fast-check";
import { expect, it } from "vitest";
import { isHere, refuseDate, sortByPlace, weatherOf } from "./rules.ts";

it("reads a record from a device, whatever it contains", () => {
  const name = fc.oneof(fc.constantFrom("date", "manual", "readings.x"), fc.string());
  fc.assert(
    fc.property(fc.dictionary(name, fc.jsonValue()), (values) => {
      expect(() => weatherOf(values)).not.toThrow();
    }),
  );
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

it("takes no observation of a day to come, nor of one too long ago", () => {
  const today = "2026-11-20";
  expect(refuseDate("2026-11-22", today)).toBe("This day hasn’t happened yet.");
  expect(refuseDate("1999-12-31", today)).toBe("This day is too far back.");
  // A device east of the job's time zone may be a day ahead.
  for (const date of ["2026-11-21", "2026-11-20", "2000-01-01"]) expect(refuseDate(date, today)).toBeNull();
});
