import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pauseEndsAt, lastPause, maskedAddress, pauseSchema, describePreference } from "./preferences.ts";

const TODAY = Temporal.PlainDate.from("2026-11-20");
const read = (pause?: string, until?: string) => pauseSchema(TODAY).safeParse({ pause, until });
const wrong = (pause?: string, until?: string) => read(pause, until).error?.issues[0];

describe("pauseSchema", () => {
  it.each([
    ["2-weeks", "2026-12-04"],
    ["1-month", "2026-12-20"],
    ["3-months", "2027-02-20"],
  ])("ends a pause of %s on %s", (pause, ends) => expect(String(read(pause).data)).toBe(ends));

  it("accepts a day from tomorrow to a year ahead", () => {
    for (const day of ["2026-11-21", "2027-03-03", "2027-11-20"])
      expect(String(read("date", day).data)).toBe(day);
    expect(String(read("date", " 2027-03-03 ").data)).toBe("2027-03-03");
  });

  it.each([
    ["2026-11-20", "That date has passed"],
    ["2020-01-01", "That date has passed"],
    ["2027-11-21", "no later than Nov 20, 2027"],
    ["2027-02-29", "Enter a date like"],
    ["2027-03-03T10:00", "Enter a date like"],
    ["3 March", "Enter a date like"],
    ["+012027-03-03", "Enter a date like"],
    ["", "Pick a date."],
  ])("refuses the day %j at its field", (until, words) => {
    expect(wrong("date", until)).toMatchObject({
      path: ["until"],
      message: expect.stringContaining(words) as string,
    });
  });

  it("refuses an unknown length", () => {
    expect(wrong("for ever")?.message).toBe("Choose how long.");
    expect(wrong()?.message).toBe("Choose how long.");
  });

  it("never yields a day in the past or beyond a year", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.date({ noInvalidDate: true }).map((day) => day.toISOString().slice(0, 10)),
        ),
        (until) => {
          const { data } = read("date", until);
          if (!data) return;
          expect(Temporal.PlainDate.compare(data, TODAY)).toBe(1);
          expect(Temporal.PlainDate.compare(data, lastPause(TODAY))).toBeLessThanOrEqual(0);
        },
      ),
    );
  });
});

describe("a preference", () => {
  const at = Temporal.Instant.from("2026-11-20T17:00:00Z");
  const wish = (pausedUntil: string | null, mailSpacing: "two-weeks" | "month" | null = null) => ({
    pausedUntil,
    mailSpacing,
  });

  it("ends a pause when its day begins in the business's time zone", () => {
    expect(pauseEndsAt(wish("2027-03-03"), at, "America/Denver")?.toString()).toBe("2027-03-03T07:00:00Z");
    expect(
      pauseEndsAt(wish("2027-03-03"), Temporal.Instant.from("2027-03-03T07:00:00Z"), "America/Denver"),
    ).toBeNull();
    expect(pauseEndsAt(wish(null), at, "America/Denver")).toBeNull();
  });

  it("is described while it applies", () => {
    const words = (one: ReturnType<typeof wish>, now = at) => describePreference(one, now, "America/Denver");
    expect(words(wish("2026-12-04"))).toBe("They asked for a break until December 4.");
    expect(words(wish("2027-03-03"))).toBe("They asked for a break until March 3, 2027.");
    expect(words(wish("2026-11-19", "month"))).toBe("They asked for at most one email a month.");
    expect(words(wish("2026-11-19"))).toBeNull();
  });
});

it("masks an address", () => {
  expect(maskedAddress("dana.ruiz@client.test")).toBe("d…@client.test");
  expect(maskedAddress('"a@b"@client.test')).toBe('"…@client.test');
});
