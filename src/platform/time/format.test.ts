import { expect, it } from "vitest";
import { formatHour, MONTHS } from "./format.ts";

it("an hour is written with AM or PM, midnight and noon as 12", () => {
  expect([0, 1, 5, 11, 12, 13, 23].map(formatHour)).toEqual([
    "12 AM",
    "1 AM",
    "5 AM",
    "11 AM",
    "12 PM",
    "1 PM",
    "11 PM",
  ]);
});

it("an hour agrees with the locale of the United States", () => {
  for (let hour = 0; hour < 24; hour++)
    expect(formatHour(hour)).toBe(
      Temporal.PlainTime.from({ hour })
        .toLocaleString("en-US", { hour: "numeric" })
        .replaceAll("\u202f", " "),
    );
});

it("the names of the months begin with January and can be cut to three letters", () => {
  const months = Array.from({ length: 12 }, (_, at) =>
    Temporal.PlainDate.from({ year: 2026, month: at + 1, day: 1 }),
  );
  expect(MONTHS).toEqual(months.map((day) => day.toLocaleString("en-US", { month: "long" })));
  expect(MONTHS.map((month) => month.slice(0, 3))).toEqual(
    months.map((day) => day.toLocaleString("en-US", { month: "short" })),
  );
});
