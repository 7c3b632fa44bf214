import { type Step, stepsOf } from "./day-states.ts";
import { correctionsOf, lastSubmittedAt, isLate, writersOf, momentOfEntry } from "#trade/fieldwork/public.ts";
import { jobOf, type ShapeAsk } from "#trade/jobs/public.server.ts";
import { type JobRecord, shownFields, type WrittenCommand } from "#ground/sync/public.server.ts";
import { type Day, dayOf, entryOf, isClosed, isEmpty, type LogEntry } from "../rules.ts";
import { guestCompanyOf, guestLabel } from "../day/company.ts";
import { sortByPlace, isHere, type Weather, weatherOf } from "#trade/weather/public.server.ts";

export interface Written extends LogEntry {
  readonly date: string;
  readonly happenedAt: number;
  readonly at: number;
  readonly first: WrittenCommand;
  readonly by: string;
  readonly isLate: boolean;
  readonly isReplaced: boolean;
}

export interface LogDay extends Day {
  readonly date: string;
  readonly steps: readonly Step[];
}

export interface DateLog {
  readonly date: string;
  readonly days: readonly LogDay[];
  /** Without declined ones. */
  readonly entries: readonly Written[];
  readonly declined: number;
  readonly weather: Weather | null;
  /** Whether there is only weather for a former position of the job. */
  readonly isElsewhere: boolean;
  /** Whether an earlier report of the schedule had this date, and something was added since. */
  readonly isAgain: boolean;
  /** Null if unknown. */
  guestCompanyOf(company: string): string | null;
}

/**
 * The days of a report with their entries, and every date with a log, whether in the report or not.
 */
export function datesOf(
  records: readonly JobRecord[],
  ask: ShapeAsk,
): { readonly dates: readonly DateLog[]; readonly logged: ReadonlySet<string> } {
  const { from, to, company, sinceCount, untilCount, account } = ask;
  const isWanted = (one: { readonly date: string | null; readonly company: string }): boolean =>
    one.date !== null && (company === null || one.company === company);
  const days = records.flatMap((record): (LogDay & { record: JobRecord })[] => {
    const day = record.kind === "logs.day" ? dayOf(shownFields(record.fields)) : null;
    return day && isWanted(day) ? [{ ...day, date: day.date!, steps: stepsOf(record), record }] : [];
  });
  const submittedAts = new Map(
    days.map((day) => [`${day.date} ${day.company}`, lastSubmittedAt(day.steps, isClosed)]),
  );
  const read = records.flatMap((record) => {
    const entry = record.kind === "logs.entry" ? entryOf(record.id, shownFields(record.fields)) : null;
    const [first] = record.commands;
    return entry && first && isWanted(entry) && !isEmpty(entry) ? [{ entry, first, record }] : [];
  });
  const { replaced } = correctionsOf(read.map(({ entry }) => entry));
  const entries = read.map(({ entry, first, record }): Written & { record: JobRecord } => ({
    ...entry,
    date: entry.date!,
    happenedAt: momentOfEntry(entry.occurredAt, first.at),
    at: first.at,
    first,
    by: writersOf(record, first.author, ask),
    isLate: isLate(entry, {
      at: first.at,
      zone: ask.zone,
      submittedAt: submittedAts.get(`${entry.date} ${entry.company}`) ?? null,
    }),
    isReplaced: entry.approved !== false && replaced.has(entry.id),
    record,
  }));
  const position = records.flatMap(({ kind, id, fields }) =>
    kind === "jobs.job" ? (jobOf(id, shownFields(fields)).position ?? []) : [],
  )[0];
  const place = position ?? null;
  const sortedByPlace = (found: Weather): Weather => ({
    ...found,
    readings: sortByPlace(found.readings, place),
  });
  const weather = new Map(
    records.flatMap(({ kind, fields }) => {
      const values = shownFields(fields);
      return kind === "logs.weather" && typeof values["date"] === "string"
        ? [[values["date"], sortedByPlace(weatherOf(values))] as const]
        : [];
    }),
  );
  const isNew = ({ record }: { record: JobRecord }) =>
    record.commands.some(
      ({ number }) =>
        sinceCount === null || untilCount === null || (sinceCount < number && number <= untilCount),
    );
  const wasReported = ({ record }: { record: JobRecord }) =>
    sinceCount !== null && record.commands.some(({ number }) => number <= sinceCount);
  const isInRange = (date: string) => sinceCount !== null || (from <= date && date <= to);
  // A guest's day with only a company name is no log.
  const opened = days.filter(
    (day) =>
      day.steps.length > 0 || entries.some((one) => one.date === day.date && one.company === day.company),
  );
  const isWithoutEntries = (day: LogDay) =>
    !entries.some((one) => one.date === day.date && one.company === day.company);
  const items = [...opened.filter((day) => sinceCount === null || isWithoutEntries(day)), ...entries];
  const dates = new Set(items.filter((one) => isNew(one) && isInRange(one.date)).map(({ date }) => date));
  const ownFirst = (one: { company: string }) => (one.company === account ? 0 : 1);
  const dateLogs = [...dates].toSorted().map((date): DateLog => {
    const written = entries.filter((one) => one.date === date);
    return {
      date,
      isAgain: items.some((one) => one.date === date && wasReported(one)),
      days: opened.filter((one) => one.date === date).toSorted((a, b) => ownFirst(a) - ownFirst(b)),
      entries: written
        .filter(({ approved }) => approved !== false)
        .toSorted((a, b) => a.happenedAt - b.happenedAt || a.at - b.at),
      declined: written.filter(({ approved }) => approved === false).length,
      weather: weather.get(date) ?? null,
      isElsewhere:
        weather
          .get(date)
          ?.readings.slice(0, 1)
          .some((reading) => !isHere(reading, place)) ?? false,
      guestCompanyOf: (of) => guestCompanyOf(days, of, date),
    };
  });
  return { dates: dateLogs, logged: new Set([...opened, ...entries].map(({ date }) => date)) };
}

/** The name of a company as printed: the business, or a guest. */
export function companyName(
  company: string,
  dates: readonly DateLog[],
  { account, business, nameOf }: ShapeAsk,
): string {
  if (company === account) return business || "The business";
  const name =
    dates.findLast((one) => one.guestCompanyOf(company) !== null)?.guestCompanyOf(company) ?? nameOf(company);
  return name ? guestLabel(name) : "A guest";
}

/**
 * Weekdays without a log: in a range up to the last logged day; on a schedule up to yesterday, because
 * today's log may still be written.
 */
export function emptyDays(
  logged: ReadonlySet<string>,
  dates: readonly DateLog[],
  { from, to, sinceCount }: ShapeAsk,
): string[] {
  const yesterday = Temporal.PlainDate.from(to).subtract({ days: 1 }).toString();
  const last = sinceCount !== null ? yesterday : dates.at(-1)!.date < to ? dates.at(-1)!.date : to;
  const empty: string[] = [];
  for (let day = Temporal.PlainDate.from(from); day.toString() <= last; day = day.add({ days: 1 }))
    if (day.dayOfWeek <= 5 && !logged.has(day.toString())) empty.push(day.toString());
  return empty;
}
