const cache = new Map<number, ReadonlySet<string>>();

/** Whether US offices are closed that day: the federal holidays, on the day observed. */
export function isFederalHoliday(day: Temporal.PlainDate): boolean {
  let days = cache.get(day.year);
  if (!days) cache.set(day.year, (days = new Set(federalHolidays(day.year).map((each) => each.toString()))));
  return days.has(day.toString());
}

/**
 * The federal holidays observed in a year: 5 U.S.C. 6103. A Saturday holiday is observed the Friday before, a
 * Sunday one the Monday after.
 */
export function federalHolidays(year: number): Temporal.PlainDate[] {
  const fixed = (month: number, day: number) => observed(Temporal.PlainDate.from({ year, month, day }));
  return [
    fixed(1, 1),
    nth(year, 1, 3, MONDAY),
    nth(year, 2, 3, MONDAY),
    last(year, 5, MONDAY),
    fixed(6, 19),
    fixed(7, 4),
    nth(year, 9, 1, MONDAY),
    nth(year, 10, 2, MONDAY),
    fixed(11, 11),
    nth(year, 11, 4, THURSDAY),
    fixed(12, 25),
    // Next New Year's Day, if observed on this year's last day.
    observed(Temporal.PlainDate.from({ year: year + 1, month: 1, day: 1 })),
  ].filter((day) => day.year === year);
}

const MONDAY = 1;
const THURSDAY = 4;
const SATURDAY = 6;
const SUNDAY = 7;

function observed(day: Temporal.PlainDate): Temporal.PlainDate {
  if (day.dayOfWeek === SATURDAY) return day.subtract({ days: 1 });
  return day.dayOfWeek === SUNDAY ? day.add({ days: 1 }) : day;
}

function nth(year: number, month: number, n: number, weekday: number): Temporal.PlainDate {
  const first = Temporal.PlainDate.from({ year, month, day: 1 });
  return first.add({ days: ((weekday - first.dayOfWeek + 7) % 7) + (n - 1) * 7 });
}

function last(year: number, month: number, weekday: number): Temporal.PlainDate {
  const end = Temporal.PlainDate.from({ year, month, day: 1 }).add({ months: 1 }).subtract({ days: 1 });
  return end.subtract({ days: (end.dayOfWeek - weekday + 7) % 7 });
}

const NAMES: Readonly<Record<number, string>> = {
  2: "Presidents' Day",
  5: "Memorial Day",
  6: "Juneteenth",
  7: "Independence Day",
  9: "Labor Day",
  10: "Columbus Day",
};

/** The common name of the federal holiday observed on a day; null on other days. */
export function holidayName(day: Temporal.PlainDate): string | null {
  if (!isFederalHoliday(day)) return null;
  if (day.month === 1) return day.day < 3 ? "New Year's Day" : "Martin Luther King Jr. Day";
  if (day.month === 11) return day.day > 20 ? "Thanksgiving" : "Veterans Day";
  if (day.month === 12) return day.day > 28 ? "New Year's Day" : "Christmas";
  return NAMES[day.month] ?? null;
}
