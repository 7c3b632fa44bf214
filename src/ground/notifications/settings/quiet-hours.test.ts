import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ringsAt } from "./quiet-hours.ts";

const DENVER = "America/Denver";
const instant = (clock: string, zone = DENVER) =>
  Temporal.PlainDateTime.from(clock).toZonedDateTime(zone).toInstant();
const rings = (clock: string, from = "21:00", to = "07:00") =>
  ringsAt(instant(clock), { from, to, zone: DENVER })
    .toZonedDateTimeISO(DENVER)
    .toPlainDateTime()
    .toString({ smallestUnit: "minute" });

describe("ringsAt", () => {
  it.each([
    ["2026-11-20T20:59", "2026-11-20T20:59"],
    ["2026-11-20T21:00", "2026-11-21T07:00"],
    ["2026-11-20T23:59", "2026-11-21T07:00"],
    ["2026-11-21T00:00", "2026-11-21T07:00"],
    ["2026-11-21T06:59", "2026-11-21T07:00"],
    ["2026-11-21T07:00", "2026-11-21T07:00"],
  ])("overnight, %s rings at %s", (at, expected) => {
    expect(rings(at)).toBe(expected);
  });

  it.each([
    ["2026-11-20T11:59", "2026-11-20T11:59"],
    ["2026-11-20T12:00", "2026-11-20T13:30"],
    ["2026-11-20T13:29", "2026-11-20T13:30"],
    ["2026-11-20T13:30", "2026-11-20T13:30"],
  ])("over lunch, %s rings at %s", (at, expected) => {
    expect(rings(at, "12:00", "13:30")).toBe(expected);
  });

  it("ends at the person's time, also in a night of 23 or 25 hours", () => {
    expect(rings("2026-10-31T22:00")).toBe("2026-11-01T07:00");
    expect(rings("2027-03-13T22:00")).toBe("2027-03-14T07:00");
    // An end that the clock skips: 2:30 a.m. becomes 3:30.
    expect(rings("2027-03-14T01:00", "21:00", "02:30")).toBe("2027-03-14T03:30");
  });

  it("rings right away without quiet hours", () => {
    const at = instant("2026-11-20T23:00");
    expect(ringsAt(at, null)).toBe(at);
    expect(ringsAt(at, { from: "21:00", to: "21:00", zone: DENVER })).toBe(at);
  });

  it("never rings early, waits less than a day, and rings outside of the quiet hours", () => {
    const clock = fc
      .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
      .map((parts) => parts.map((part) => String(part).padStart(2, "0")).join(":"));
    const zones = fc.constantFrom(DENVER, "UTC", "Pacific/Kiritimati", "Australia/Lord_Howe", "Asia/Kolkata");
    const moments = fc.integer({ min: 1_790_000_000, max: 1_830_000_000 });
    fc.assert(
      fc.property(moments, clock, clock, zones, (seconds, from, to, zone) => {
        const at = Temporal.Instant.fromEpochMilliseconds(seconds * 1000);
        const first = ringsAt(at, { from, to, zone });
        expect(Temporal.Instant.compare(first, at)).toBeGreaterThanOrEqual(0);
        expect(at.until(first).total("hours")).toBeLessThanOrEqual(25);
        expect(ringsAt(first, { from, to, zone }).equals(first)).toBe(true);
      }),
    );
  });
});
