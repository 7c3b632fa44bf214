import { isFederalHoliday } from "#platform/time/holidays.ts";

/** Holidays of a state in a year, besides the federal ones. */
type OwnHolidays = (year: number) => readonly Temporal.PlainDate[];

const TUESDAY = 2;
const MONDAY = 1;
const SATURDAY = 6;
const SUNDAY = 7;

/**
 * Whether a state has a holiday. Federal holidays count on the day observed and on their own date, because a
 * statute may mean either.
 */
export function isHolidayIn(ownHolidays: OwnHolidays = () => []): (day: Temporal.PlainDate) => boolean {
  const years = new Map<number, ReadonlySet<string>>();
  return (day) => {
    let days = years.get(day.year);
    if (!days) {
      const own = [...ownHolidays(day.year), ...FEDERAL_DATES.map((date) => on(day.year, date))];
      years.set(day.year, (days = new Set(own.map(String))));
    }
    return isFederalHoliday(day) || days.has(day.toString());
  };
}

const FEDERAL_DATES = ["01-01", "06-19", "07-04", "11-11", "12-25"] as const;

/**
 * Ala. Code § 1-3-8: Mardi Gras (in Mobile and Baldwin counties), Confederate Memorial Day, Jefferson Davis'
 * birthday.
 */
export const alabama: OwnHolidays = (year) => [
  mardiGras(year),
  nth(year, 4, 4, MONDAY),
  nth(year, 6, 1, MONDAY),
];

/**
 * La. R.S. 1:55: the Battle of New Orleans, Mardi Gras, Good Friday, Huey P. Long Day, All Saints', and
 * general elections.
 */
export const louisiana: OwnHolidays = (year) => [
  on(year, "01-08"),
  mardiGras(year),
  goodFriday(year),
  on(year, "08-30"),
  on(year, "11-01"),
  // The day after Thanksgiving, which governors proclaim Acadian Day.
  nth(year, 11, 4, 4).add({ days: 1 }),
  ...election(year),
];

/** Miss. Code § 3-3-7: Confederate Memorial Day, the last Monday of April. */
export const mississippi: OwnHolidays = (year) => [nth(year, 5, 1, MONDAY).subtract({ days: 7 })];

/** 44 P.S. § 11: Good Friday, Flag Day, and general elections. */
export const pennsylvania: OwnHolidays = (year) => [goodFriday(year), on(year, "06-14"), ...election(year)];

/** R.I. Gen. Laws § 25-1-1: Independence Day of Rhode Island, Victory Day, and general elections. */
export const rhodeIsland: OwnHolidays = (year) => [
  on(year, "05-04"),
  nth(year, 8, 2, MONDAY),
  ...election(year),
];

/** Utah Code § 63G-1-301: Pioneer Day, and Juneteenth on a Monday. */
export const utah: OwnHolidays = (year) => {
  const [pioneers, juneteenth] = [on(year, "07-24"), on(year, "06-19")];
  const monday =
    juneteenth.dayOfWeek >= SATURDAY
      ? juneteenth.add({ days: SUNDAY + 1 - juneteenth.dayOfWeek })
      : juneteenth.subtract({ days: juneteenth.dayOfWeek - 1 });
  const observed =
    pioneers.dayOfWeek === SATURDAY
      ? pioneers.subtract({ days: 1 })
      : pioneers.dayOfWeek === SUNDAY
        ? pioneers.add({ days: 1 })
        : pioneers;
  return [pioneers, observed, monday];
};

const on = (year: number, date: string) => Temporal.PlainDate.from(`${year}-${date}`);

function nth(year: number, month: number, n: number, weekday: number): Temporal.PlainDate {
  const first = Temporal.PlainDate.from({ year, month, day: 1 });
  return first.add({ days: ((weekday - first.dayOfWeek + 7) % 7) + (n - 1) * 7 });
}

/** The Tuesday after the first Monday of November in even years. */
const election = (year: number) =>
  year % 2 ? [] : [nth(year, 11, 1, MONDAY).add({ days: TUESDAY - MONDAY })];

const goodFriday = (year: number) => easter(year).subtract({ days: 2 });
const mardiGras = (year: number) => easter(year).subtract({ days: 47 });

/**
 * Easter Sunday in the Gregorian calendar, by the anonymous algorithm in Meeus, Astronomical Algorithms,
 * chapter 8.
 */
export function easter(year: number): Temporal.PlainDate {
  const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100];
  const [d, e, f] = [Math.floor(b / 4), b % 4, Math.floor((b + 8) / 25)];
  const g = Math.floor((b - f + 1) / 3);
  const h = (19 * a + b - d - g + 15) % 30;
  const [i, k] = [Math.floor(c / 4), c % 4];
  const l = (32 + 2 * e + 2 * i - h - k) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const n = h + l - 7 * m + 114;
  return Temporal.PlainDate.from({ year, month: Math.floor(n / 31), day: (n % 31) + 1 });
}
