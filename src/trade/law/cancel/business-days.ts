import { isFederalHoliday } from "#platform/time/holidays.ts";

const SATURDAY = 6;
const SUNDAY = 7;
/** 5 U.S.C. 6103(a): holidays with a date, which a Saturday can meet. */
const DATED = new Set(["01-01", "06-19", "07-04", "11-11", "12-25"]);

/**
 * 16 CFR 429.0(f): any calendar day except Sunday or a federal holiday. It doesn't say whether a holiday that
 * falls on a weekend is the day itself or the day observed, so neither counts: the last day to cancel then is
 * never too early, which is what 429.1(c) forbids. California's list of holidays (Civ. Code § 1689.5(e)) is
 * shorter, so the same days are right there.
 */
export const isBusinessDay = (day: Temporal.PlainDate): boolean =>
  day.dayOfWeek !== SUNDAY &&
  !isFederalHoliday(day) &&
  !(day.dayOfWeek === SATURDAY && DATED.has(day.toString().slice(5)));

/** The last day to cancel: the business day number `count` after the day of the sale. */
export function lastDayToCancel(sale: Temporal.PlainDate, count: number): Temporal.PlainDate {
  let day = sale;
  for (let left = count; left > 0;) {
    day = day.add({ days: 1 });
    if (isBusinessDay(day)) left--;
  }
  return day;
}
