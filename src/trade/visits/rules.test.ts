import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defaultSettings, freeDays, mayStart, type Stretch, type VisitSettings } from "./rules.ts";

const DENVER = "America/Denver";
const at = (text: string) => Temporal.Instant.from(text);
const settings = (more: Partial<VisitSettings> = {}): VisitSettings => ({
  ...defaultSettings(null),
  isOpen: true,
  ...more,
});
const always = Array.from({ length: 7 }, () => ({ from: "00:00", to: "23:59" }));
const clock = (starts: readonly Temporal.Instant[], zone = DENVER) =>
  starts.map((start) => start.toZonedDateTimeISO(zone).toPlainTime().toString({ smallestUnit: "minute" }));

describe("free times", () => {
  it("are within the hours, on working days, after the notice", () => {
    const days = freeDays(settings(), [], { zone: DENVER, now: at("2026-11-20T17:00:00Z"), most: 2 });
    expect(days.map(({ day }) => day)).toEqual(["2026-11-23", "2026-11-24"]);
    expect(clock(days[0]!.starts)[0]).toBe("09:00");
    expect(clock(days[0]!.starts).at(-1)).toBe("16:00");
  });

  it("begin after the notice to the minute", () => {
    const soon = settings({ noticeHours: 1, week: always });
    const [today] = freeDays(soon, [], { zone: DENVER, now: at("2026-11-20T17:01:00Z"), most: 1 });
    expect(clock(today!.starts)[0]).toBe("11:30");
  });

  it("follow days of their own", () => {
    const days = freeDays(
      settings({
        exceptions: [
          { day: "2026-11-23", hours: null },
          { day: "2026-11-28", hours: { from: "10:00", to: "11:30" } },
        ],
      }),
      [],
      { zone: DENVER, now: at("2026-11-20T17:00:00Z"), most: 6 },
    );
    expect(days.map(({ day }) => day)).not.toContain("2026-11-23");
    expect(clock(days.find(({ day }) => day === "2026-11-28")!.starts)).toEqual(["10:00", "10:30"]);
  });

  it("leave out the hour that doesn’t exist when clocks are set forward", () => {
    // March 14, 2027: 2:00 becomes 3:00.
    const night = settings({
      week: Array.from({ length: 7 }, () => ({ from: "01:00", to: "05:00" })),
      travelMinutes: 0,
    });
    const [day] = freeDays(night, [], {
      zone: DENVER,
      now: at("2027-03-12T17:00:00Z"),
      from: "2027-03-14",
      most: 1,
    });
    expect(clock(day!.starts)).toEqual(["01:00", "01:30", "03:00", "03:30", "04:00"]);
  });

  it("have both of the hour that occurs twice when clocks are set back", () => {
    const night = settings({ week: Array.from({ length: 7 }, () => ({ from: "00:00", to: "03:00" })) });
    const [day] = freeDays(night, [], {
      zone: DENVER,
      now: at("2026-10-30T17:00:00Z"),
      from: "2026-11-01",
      most: 1,
    });
    expect(clock(day!.starts)).toEqual(["00:00", "00:30", "01:00", "01:30", "01:00", "01:30", "02:00"]);
  });

  it("never overlap anything busy, with the way after them, and are never offered but refused", () => {
    const now = at("2026-11-20T17:00:00Z");
    const minute = 60_000;
    const stretch = fc
      .tuple(fc.integer({ min: 0, max: 14 * 24 * 60 }), fc.integer({ min: 1, max: 600 }))
      .map(([from, length]): Stretch => {
        const start = now.epochMilliseconds + from * minute;
        return { from: start, until: start + length * minute };
      });
    fc.assert(
      fc.property(
        fc.array(stretch, { maxLength: 30 }),
        fc.constantFrom(15, 60, 240),
        fc.constantFrom(0, 30, 120),
        fc.constantFrom(DENVER, "Pacific/Apia", "Asia/Kathmandu"),
        (busy, lengthMinutes, travelMinutes, zone) => {
          const some = settings({ lengthMinutes, travelMinutes, aheadDays: 14 });
          for (const { starts } of freeDays(some, busy, { zone, now, most: 20 }))
            for (const start of starts) {
              const until = start.epochMilliseconds + (lengthMinutes + travelMinutes) * minute;
              expect(busy.some((one) => one.from < until && start.epochMilliseconds < one.until)).toBe(false);
              expect(mayStart(start, some, busy, { zone, now })).toBe(true);
            }
        },
      ),
      { numRuns: 60 },
    );
  });
});
