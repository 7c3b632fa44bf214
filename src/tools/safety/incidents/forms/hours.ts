import { folded } from "#platform/names/folded.ts";

/** Who worked on a day of a job, as daily logs say. */
export interface LoggedCrew {
  /** "2026-11-28" */
  readonly day: string;
  /** "" for the business’s own people. */
  readonly company: string;
  readonly people: number;
  /** Of all of them together. */
  readonly hours: number;
}

/** What the daily logs of a year say of hours and employees. */
export interface Proposal {
  readonly hours: number;
  readonly averageEmployees: number;
  /** How both were computed, in sentences. */
  readonly how: readonly string[];
}

const WEEKS = 52;

const number = (value: number): string => value.toLocaleString("en-US");
const sum = (values: Iterable<number>): number => [...values].reduce((all, one) => all + one, 0);

/**
 * Proposes hours worked and average employees from the daily logs. The average is that of form 300A’s
 * worksheet with weeks as pay periods: all of them are added, also those without work, divided by 52, and
 * rounded up.
 * @param own names of the business. A crew of another company isn’t counted: its employer records its hours
 * @returns null if no own crew was logged
 */
export function proposeFigures(crews: readonly LoggedCrew[], own: readonly string[]): Proposal | null {
  const names = new Set(["", ...own.map((name) => folded(name).trim())]);
  const isOwn = ({ company }: LoggedCrew) => names.has(folded(company).trim());
  const counted = crews.filter(isOwn);
  const hours = Math.round(sum(counted.map((crew) => crew.hours)));
  if (hours <= 0) return null;
  const days = new Map<string, number>();
  for (const { day, people } of counted) days.set(day, (days.get(day) ?? 0) + people);
  // The most people on one day of each week. The year’s last day or two belong to week 52.
  const weeks = new Map<number, number>();
  for (const [day, people] of days) {
    const week = Math.min(Math.floor((Temporal.PlainDate.from(day).dayOfYear - 1) / 7), WEEKS - 1);
    weeks.set(week, Math.max(weeks.get(week) ?? 0, people));
  }
  const all = sum(weeks.values());
  const averageEmployees = Math.ceil(all / WEEKS);
  const others = sum(crews.filter((crew) => !isOwn(crew)).map((crew) => crew.hours));
  return {
    ...{ hours, averageEmployees },
    how: [
      `Hours: your daily logs have ${number(hours)} hours of your own crews on ${number(days.size)} ${days.size === 1 ? "day" : "days"}.`,
      ...(others > 0
        ? [
            `${number(Math.round(others))} hours of other companies’ crews aren’t counted. They record their own.`,
          ]
        : []),
      `Average: the most people on one day of each week, ${number(all)} in all, ÷ ${WEEKS} weeks, rounded up = ${number(averageEmployees)}.`,
      "Add office and shop people, and hours that nobody logged. Vacation, sick leave and holidays don’t count.",
    ],
  };
}
