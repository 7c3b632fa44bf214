import { describe, expect, it } from "vitest";
import { readSendAt, tomorrowMorning, zoneInWords } from "./send-time.ts";

const ZONE = "America/Denver";
const FRIDAY_EVENING = Temporal.Instant.from("2026-11-27T19:30:00-07:00");

describe("the time of a scheduled estimate", () => {
  it("is tomorrow at 8 on the business's clock, also where the clocks change at night", () => {
    expect(tomorrowMorning(FRIDAY_EVENING, ZONE)).toBe("2026-11-28T08:00");
    // 7 PM in Denver is the next day in UTC.
    expect(readSendAt("2026-11-28T08:00", ZONE, FRIDAY_EVENING)).toEqual({
      at: Temporal.Instant.from("2026-11-28T15:00:00Z"),
    });
    const before = Temporal.Instant.from("2026-10-31T20:00:00-06:00");
    expect(readSendAt(tomorrowMorning(before, ZONE), ZONE, before)).toEqual({
      at: Temporal.Instant.from("2026-11-01T15:00:00Z"),
    });
  });

  it.each([
    ["", "Choose a day and a time."],
    ["tomorrow", "Choose a day and a time."],
    ["2026-02-31T08:00", "Choose a day and a time."],
    ["2026-11-27T19:30", "That time has passed. Choose a later one."],
    ["2027-11-27T08:00", "Choose a time in the next 60 days."],
  ])("is refused: %s", (typed, fault) => {
    expect(readSendAt(typed, ZONE, FRIDAY_EVENING)).toEqual({ fault });
  });

  it("is named in words, unless the business never set its zone", () => {
    expect(zoneInWords(ZONE)).toBe("Mountain Time");
    expect(zoneInWords("UTC")).toBeNull();
  });
});
