export interface LoggedJob {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly startsOn: string | null;
  readonly finishesOn: string | null;
  readonly firstLogged: string | null;
  readonly lastLogged: string | null;
}

export interface CalendarDay {
  readonly date: string;
  readonly isToday: boolean;
  readonly isAhead: boolean;
  readonly logged: number;
  readonly waiting: number;
  readonly missing: readonly { readonly id: string; readonly name: string }[];
}

export interface Month {
  /** "2026-11". */
  readonly month: string;
  readonly title: string;
  readonly before: string;
  readonly after: string | null;
  /** From Sunday; null outside of the month. */
  readonly weeks: readonly (readonly (CalendarDay | null)[])[];
  /** Whole weeks with a log, even across the month's end, then the month. None ends after today. */
  readonly periods: readonly { readonly from: string; readonly to: string }[];
  /** Most first. */
  readonly gaps: readonly { readonly id: string; readonly name: string; readonly dates: readonly string[] }[];
}

const isWorkday = (day: Temporal.PlainDate): boolean => day.dayOfWeek <= 5;

/** Past its planned completion, a job is expected to log this long after its last log. */
const ACTIVE_DAYS = 7;

/**
 * Whether a job should have a log for a day: weekdays from its start date or first log, even if still
 * "planned", to its planned completion, and longer while it is logged. Never if paused, because the date of
 * the pause isn't known.
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
    (lastLogged !== null && lastLogged >= day.subtract({ days: ACTIVE_DAYS }).toString())
  );
}

/** "2026-11"; anything else, or a future month, is the current month. */
export function monthOf(asked: string | null, today: Temporal.PlainDate): Temporal.PlainYearMonth {
  const now = today.toPlainYearMonth();
  if (!asked || !/^\d{4}-(?:0[1-9]|1[0-2])$/.test(asked)) return now;
  const month = Temporal.PlainYearMonth.from(asked);
  return Temporal.PlainYearMonth.compare(month, now) > 0 || month.year < 2000 ? now : month;
}

/**
 * Today never counts as missing.
 * @param logged days with a log, and whether they wait for approval
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
  const notAfterToday = (day: Temporal.PlainDate) =>
    (Temporal.PlainDate.compare(day, today) > 0 ? today : day).toString();
  const sundays = new Set(logged.map((day) => day.subtract({ days: day.dayOfWeek % 7 }).toString()));
  const weeks = [...sundays].map((from) => ({
    from,
    to: notAfterToday(Temporal.PlainDate.from(from).add({ days: 6 })),
  }));
  const [first, last] = [days[0], days.at(-1)];
  if (logged.length === 0 || !first || !last) return weeks;
  return [...weeks, { from: first.date, to: notAfterToday(Temporal.PlainDate.from(last.date)) }];
}

/** Later than this, the day is over. */
const REMINDER_WINDOW_HOURS = 3;

/**
 * The date to remind people of now: a workday, at the hour or shortly after; null if none. When clocks
 * change, a skipped hour is due after the gap, a repeated one once.
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
      Temporal.Instant.compare(now, due.add({ hours: REMINDER_WINDOW_HOURS })) < 0;
    if (isTime && isWorkday(day)) return day.toString();
  }
  return null;
}
