import { type Calendar, nextOpen } from "#platform/time/hours.ts";
import { calendarOf } from "#platform/time/working-hours.ts";
import type { State } from "../rules/issue.ts";

// What a firm is told of its issues, and when. Told at most once a day, and of each thing once.

const DAY = { from: "08:00", to: "18:00" };

/** When firms are written to without anyone asking for it. @param zone IANA zone of the job */
export const workHours = (zone: string): Calendar =>
  calendarOf({ zone, sendWindow: [DAY, DAY, DAY, DAY, DAY, null, null] });

/** The last working day before a date: the day of its reminder. */
export function lastWorkDayBefore(date: string, zone: string): string {
  const { week, isClosed } = workHours(zone).zones[0].hours;
  let day = Temporal.PlainDate.from(date);
  do day = day.subtract({ days: 1 });
  while (week[day.dayOfWeek - 1] === null || isClosed?.(day));
  return day.toString();
}

/** An issue that isn't closed, and what its firm was told of it. */
export interface FirmIssue {
  readonly id: string;
  readonly state: State;
  readonly stateAt: Temporal.Instant;
  readonly due: string | null;
  /** Whether the firm said that it can't be fixed. */
  readonly isBlocked: boolean;
  /** When this firm was last told of it; null for never. */
  readonly toldAt: Temporal.Instant | null;
  readonly soonFor: string | null;
  readonly lateFor: string | null;
}

export interface News<Issue extends FirmIssue = FirmIssue> {
  readonly fresh: readonly Issue[];
  /** Not accepted since they were told. */
  readonly back: readonly Issue[];
  readonly late: readonly Issue[];
  readonly soon: readonly Issue[];
}

/** Whether the firm has something to do about it. */
export const waitsForFirm = ({ state }: { readonly state: State }): boolean =>
  state !== "closed" && state !== "ready";

/** What is due by now counts as told with whatever names the issue. @param today in the job's zone */
export const dueMarks = ({ due }: Pick<FirmIssue, "due">, today: string, zone: string) =>
  due === null
    ? {}
    : due < today
      ? { soonFor: due, lateFor: due }
      : today >= lastWorkDayBefore(due, zone)
        ? { soonFor: due }
        : {};

/** What a firm hasn't been told yet; each issue is in one list. @param today in the job's zone */
export function newsFor<Issue extends FirmIssue>(
  issues: readonly Issue[],
  today: string,
  zone: string,
): News<Issue> {
  const news = { fresh: [] as Issue[], back: [] as Issue[], late: [] as Issue[], soon: [] as Issue[] };
  for (const issue of issues.filter(waitsForFirm)) {
    const { toldAt, state, stateAt, isBlocked, due, soonFor, lateFor } = issue;
    if (toldAt === null) news.fresh.push(issue);
    else if (state === "refused" && Temporal.Instant.compare(toldAt, stateAt) < 0) news.back.push(issue);
    else if (due === null || isBlocked) continue;
    else if (due < today && lateFor !== due) news.late.push(issue);
    else if (due >= today && soonFor !== due && today >= lastWorkDayBefore(due, zone)) news.soon.push(issue);
  }
  return news;
}

export const issuesIn = <Issue extends FirmIssue>({ fresh, back, late, soon }: News<Issue>): Issue[] => [
  ...fresh,
  ...back,
  ...late,
  ...soon,
];

export const hasNews = (news: News): boolean => issuesIn(news).length > 0;

/** The first moment of work after today: at most one message a day. */
export function nextDay(now: Temporal.Instant, zone: string): Temporal.Instant {
  const tomorrow = now.toZonedDateTimeISO(zone).toPlainDate().add({ days: 1 });
  const from = tomorrow.toZonedDateTime(zone).toInstant();
  return nextOpen(from, workHours(zone)) ?? from.add({ hours: 24 * 30 });
}
