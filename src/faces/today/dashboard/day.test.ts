import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatAgo, cityOf, dayAt, tomorrow } from "./day.ts";

const at = (text: string) => Temporal.Instant.from(text);
const DENVER = "America/Denver";

describe("a business's day", () => {
  it("ends at its own midnight, and the next one begins there", () => {
    const last = at("2026-11-23T06:59:59.999Z");
    expect(dayAt(last, DENVER).date.toString()).toBe("2026-11-22");
    expect(dayAt(last, DENVER).ends.toString()).toBe("2026-11-23T07:00:00Z");
    expect(dayAt(at("2026-11-23T07:00:00Z"), DENVER).starts.toString()).toBe("2026-11-23T07:00:00Z");
  });

  it("is as long as it is when the clock changes", () => {
    const hours = (text: string, zone = DENVER) => {
      const { starts, ends } = dayAt(at(text), zone);
      return starts.until(ends).total("hours");
    };
    expect(hours("2026-03-08T12:00:00Z")).toBe(23);
    expect(hours("2026-11-01T12:00:00Z")).toBe(25);
    expect(hours("2026-07-01T12:00:00Z")).toBe(24);
    // If a clock change skips midnight, the day begins with its first existing minute.
    expect(
      dayAt(at("2026-09-06T12:00:00Z"), "America/Santiago").starts.toZonedDateTimeISO("America/Santiago")
        .hour,
    ).toBe(1);
  });

  it("holds every moment in exactly one day, in every zone", () => {
    const zones = [
      "UTC",
      DENVER,
      "America/Santiago",
      "Asia/Kathmandu",
      "Pacific/Apia",
      "Australia/Lord_Howe",
    ];
    fc.assert(
      fc.property(fc.integer({ min: 1.7e12, max: 2e12 }), fc.constantFrom(...zones), (ms, zone) => {
        const now = Temporal.Instant.fromEpochMilliseconds(ms);
        const { starts, ends } = dayAt(now, zone);
        expect(Temporal.Instant.compare(starts, now)).toBeLessThanOrEqual(0);
        expect(Temporal.Instant.compare(now, ends)).toBeLessThan(0);
        expect(dayAt(ends, zone).starts.equals(ends)).toBe(true);
        expect(tomorrow(now, zone).equals(ends)).toBe(true);
      }),
    );
  });

  it("tells how long ago something was as one who was there", () => {
    const now = at("2026-11-22T20:00:00Z");
    const words = (text: string) => formatAgo(at(text), now, DENVER);
    expect(words("2026-11-22T19:59:30Z")).toBe("just now");
    expect(words("2026-11-22T19:58:59Z")).toBe("a minute ago");
    expect(words("2026-11-22T19:18:00Z")).toBe("42 minutes ago");
    expect(words("2026-11-22T16:02:00Z")).toBe("at 9:02 AM");
    expect(words("2026-11-22T06:30:00Z")).toBe("yesterday at 11:30 PM");
    expect(words("2026-11-19T16:00:00Z")).toBe("on Thursday");
    expect(words("2026-10-19T16:00:00Z")).toBe("on Oct 19");
    // A device's clock was fast: nothing is reported in the future.
    expect(words("2026-11-22T20:05:00Z")).toBe("just now");
  });

  it("calls a zone by its city", () => {
    expect([DENVER, "America/Indiana/Indianapolis", "America/New_York", "UTC"].map(cityOf)).toEqual([
      "Denver",
      "Indianapolis",
      "New York",
      "UTC",
    ]);
  });
});
