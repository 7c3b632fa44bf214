/** A job, as far as its log goes. */
export interface LoggedJob {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly startsOn: string | null;
  readonly finishesOn: string | null;
  /** The first day that anybody logged. */
  readonly firstLogged: string | null;
  /** The last one. */
  readonly lastLogged: string | null;
}

/** A day of a month: how many jobs have a log of it, and which should and have none. */
export interface CalendarDay {
  readonly date: string;
  readonly isToday: boolean;
  readonly isAhead: boolean;
  readonly logged: number;
  /** Days that wait for an owner or manager. */
  readonly waiting: number;
  readonly missing: readonly { readonly id: string; readonly name: string }[];
}

export interface Month {
  /** "2026-11". */
  readonly month: string;
  readonly title: string;
  readonly before: string;
  readonly after: string | null;
  /** Sunday first; null where a week reaches out of the month. */
  readonly weeks: readonly (readonly (CalendarDay | null)[])[];
  /**
   * Weeks of which there is a log, each whole, though it reaches out of the month; the month itself last.
   * None ends after today.
   */
  readonly periods: readonly { readonly from: string; readonly to: string }[];
  /** Gaps by job, the most first. */
  readonly gaps: readonly { readonly id: string; readonly name: string; readonly dates: readonly string[] }[];
}

const isWorkday = (day: Temporal.PlainDate): boolean => day.dayOfWeek <= 5;

/** Work that was logged so many days ago goes on, whatever finish was planned. */
const GOES_ON_DAYS = 7;

/**
 * Whether a job should have a log of a day: a weekday on which it ran, as far as is known. It ran from its
 * start or its first log, whichever came first, whether or not anybody turned "planned" into "active"; until
 * its planned finish, and on for as long as it is logged. Of one that is paused nobody says since when.
 */
export function isExpected(
  { status, startsOn, finishesOn, firstLogged, lastLogged }: Omit<LoggedJob, "id" | "name">,
  day: Temporal.PlainDate,
): boolean {
  const date = day.toString();
  const [begins] = [startsOn, firstLogged].filter((one) => one !== null).toSorted();
  if (
    (status !== "active" && status !== "planned") ||
    begins === undefined ||
    !isWorkday(day) ||
    date < begins
  )
    return false;
  return (
    finishesOn === null ||
    date <= finishesOn ||
    (lastLogged !== null && lastLogged >= day.subtract({ days: GOES_ON_DAYS }).toString())
  );
}

/** The month of an address: "2026-11"; this one for anything else, and for what lies ahead. */
export function monthOf(said: string | null, today: Temporal.PlainDate): Temporal.PlainYearMonth {
  const now = today.toPlainYearMonth();
  if (!said || !/^\d{4}-(?:0[1-9]|1[0-2])$/.test(said)) return now;
  const month = Temporal.PlainYearMonth.from(said);
  return Temporal.PlainYearMonth.compare(month, now) > 0 || month.year < 2000 ? now : month;
}

/**
 * A month of logs. Today is no gap yet: its log may still be written.
 * @param logged which jobs have a log of which days, and whether it waits for somebody's word
 */
export function monthCalendar(
  month: Temporal.PlainYearMonth,
  today: Temporal.PlainDate,
  jobs: readonly LoggedJob[],
  logged: readonly { readonly job: string; readonly date: string; readonly waits: boolean }[],
): Month {
  const byDate = Map.groupBy(logged, ({ date }) => date);
  const days = Array.from({ length: month.daysInMonth }, (_, at): CalendarDay => {
    const day = month.toPlainDate({ day: at + 1 });
    const date = day.toString();
    const has = new Set((byDate.get(date) ?? []).map(({ job }) => job));
    const order = Temporal.PlainDate.compare(day, today);
    return {
      date,
      isToday: order === 0,
      isAhead: order > 0,
      logged: has.size,
      waiting: (byDate.get(date) ?? []).filter(({ waits }) => waits).length,
      missing:
        order < 0
          ? jobs
              .filter((job) => !has.has(job.id) && isExpected(job, day))
              .map(({ id, name }) => ({ id, name }))
          : [],
    };
  });
  const lead = month.toPlainDate({ day: 1 }).dayOfWeek % 7;
  const cells = [...Array.from({ length: lead }, () => null), ...days];
  const weeks = Array.from({ length: Math.ceil(cells.length / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_unused, at) => cells[week * 7 + at] ?? null),
  );
  const gaps = jobs
    .map(({ id, name }) => ({
      id,
      name,
      dates: days.filter(({ missing }) => missing.some((one) => one.id === id)).map(({ date }) => date),
    }))
    .filter(({ dates }) => dates.length > 0)
    .toSorted((a, b) => b.dates.length - a.dates.length || a.name.localeCompare(b.name, "en-US"));
  const after = month.add({ months: 1 });
  return {
    month: month.toString(),
    title: month.toPlainDate({ day: 1 }).toLocaleString("en-US", { month: "long", year: "numeric" }),
    before: month.subtract({ months: 1 }).toString(),
    after: Temporal.PlainYearMonth.compare(after, today.toPlainYearMonth()) > 0 ? null : after.toString(),
    weeks,
    periods: periodsOf(days, today),
    gaps,
  };
}

function periodsOf(days: readonly CalendarDay[], today: Temporal.PlainDate): Month["periods"] {
  const logged = days.filter((day) => day.logged > 0).map(({ date }) => Temporal.PlainDate.from(date));
  const last = (day: Temporal.PlainDate) =>
    (Temporal.PlainDate.compare(day, today) > 0 ? today : day).toString();
  const sundays = new Set(logged.map((day) => day.subtract({ days: day.dayOfWeek % 7 }).toString()));
  const weeks = [...sundays].map((from) => ({
    from,
    to: last(Temporal.PlainDate.from(from).add({ days: 6 })),
  }));
  if (logged.length === 0) return weeks;
  return [...weeks, { from: days[0]!.date, to: last(Temporal.PlainDate.from(days.at(-1)!.date)) }];
}

/** The hours after its own in which a reminder is still worth its mail: later, the day is over. */
const STILL_HOURS = 3;

/**
 * The day of a job whose people are to be reminded now: a working day, at its hour or a little after, where
 * work stood still. On the days that clocks change, an hour that is skipped comes right after, and one that
 * comes twice counts once.
 * @param hour of the job's day, 0–23
 */
export function dayToRemind(now: Temporal.Instant, zone: string, hour: number): string | null {
  const today = now.toZonedDateTimeISO(zone).toPlainDate();
  for (const day of [today, today.subtract({ days: 1 })]) {
    const due = day
      .toZonedDateTime({ timeZone: zone, plainTime: Temporal.PlainTime.from({ hour }) })
      .toInstant();
    const isTime =
      Temporal.Instant.compare(now, due) >= 0 &&
      Temporal.Instant.compare(now, due.add({ hours: STILL_HOURS })) < 0;
    if (isTime && isWorkday(day)) return day.toString();
  }
  return null;
}
