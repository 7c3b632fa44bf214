// Long because it is one document: the daily log, from its totals to the remarks below a row.
import {
  type FilledShape,
  jobOf,
  type ShapeAsk,
  type ShapeChapter,
  type ShapeColumn,
  type ShapeEntry,
  type ShapePart,
  type ShapePhoto,
  type ShapeRow,
} from "#trade/jobs/public.server.ts";
import { type JobRecord, shownFields, type WrittenCommand } from "#ground/sync/public.server.ts";
import { formatTime } from "#platform/time/format.ts";
import { correctionsOf, lastSubmittedAt, isLate, effectiveEntries } from "#trade/fieldwork/public.ts";
import { formatDate, formatHours, formatItem } from "../format.ts";
import {
  isClosed,
  CAUSE_LABELS,
  type Day,
  dayOf,
  entryOf,
  isEmpty,
  type LogEntry,
  STATE_LABELS,
  TYPE_LABELS,
} from "../rules.ts";
import { crewTotals, gapsOf } from "../totals-rules.ts";
import { guestCompanyOf, guestLabel } from "../day/company.ts";
import { moment, placeMark, stateLines, type Step, stepsOf, whenMarks, writersOf } from "./remarks.ts";
import { firstLine, momentOfEntry, paragraphs } from "./report-lines.ts";
import { observationLine, readingFigures, readingHours, readingSource } from "../weather/format.ts";
import { sortByPlace, isHere, type Reading, type Weather, weatherOf } from "../weather/rules.ts";

interface Written extends LogEntry {
  readonly date: string;
  readonly happenedAt: number;
  readonly at: number;
  readonly first: WrittenCommand;
  readonly by: string;
  readonly isLate: boolean;
  readonly isReplaced: boolean;
}

interface LogDay extends Day {
  readonly date: string;
  readonly steps: readonly Step[];
}

interface DateLog {
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

/** If more days lack a log, they are only counted. */
const MOST_NAMED = 62;

/**
 * Totals if there are several days, then a chapter for each. Null if nothing was logged. A schedule repeats a
 * whole day if something was written for it since, not if it was only approved or sealed.
 */
export function fillDailyLog(records: readonly JobRecord[], ask: ShapeAsk): FilledShape | null {
  const { dates, logged } = datesOf(records, ask);
  if (dates.length === 0) return null;
  const empty = emptyDays(logged, dates, ask);
  const isOne = ask.sinceCount === null ? ask.from === ask.to : dates.length === 1 && empty.length === 0;
  const entries = dates.reduce((sum, one) => sum + one.entries.length, 0);
  return {
    counts: [
      ...(isOne ? [] : [formatCount(dates.length, "day", "days")]),
      formatCount(entries, "entry", "entries"),
    ],
    entries,
    company: ask.company === null ? null : companyName(ask.company, dates, ask),
    from: ask.sinceCount === null ? ask.from : dates[0]!.date,
    to: ask.sinceCount === null ? ask.to : dates.at(-1)!.date,
    chapters: [...(isOne ? [] : [totalsOf(dates, empty, ask)]), ...dates.map((one) => chapterOf(one, ask))],
  };
}

const formatCount = (count: number, one: string, many: string) =>
  `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;
const hours = (value: number) => value.toLocaleString("en-US", { maximumFractionDigits: 2 });
const round = (value: number) => Math.round(value * 100) / 100;

function datesOf(
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

function companyName(
  company: string,
  dates: readonly DateLog[],
  { account, business, nameOf }: ShapeAsk,
): string {
  if (company === account) return business || "The business";
  const name =
    dates.findLast((one) => one.guestCompanyOf(company) !== null)?.guestCompanyOf(company) ?? nameOf(company);
  return name ? guestLabel(name) : "A guest";
}

function chapterOf(dateLog: DateLog, ask: ShapeAsk): ShapeChapter {
  const { date, entries, weather, isElsewhere } = dateLog;
  const { people, hours: worked } = crewTotals(entries);
  const companies = companiesOf(dateLog, ask);
  const [reading] = weather?.readings ?? [];
  const lines = [
    reading && `${readingFigures(reading, ask.units)}.`,
    reading && `${readingSource(reading, ask.units)}.`,
    isElsewhere && "Read for where the job was thought to be before.",
    weather?.manual && observationLine(weather.manual, ask.units),
  ];
  const weatherLines = lines.flatMap((line) => line || []);
  const byOf = authorOf(dateLog, ask, companies.length > 1);
  const authors = [...Map.groupBy(entries, byOf)]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([by]) => by);
  const mainAuthor = authors[0] ?? "";
  return {
    title: fullDate(date),
    facts: [
      { name: "Weather", lines: weatherLines.length > 0 ? weatherLines : ["Not known."] },
      {
        name: "On site",
        lines: [
          people === 0
            ? "Nobody written down."
            : `${formatCount(people, "person", "people")}, ${formatHours(worked)}`,
        ],
      },
      ...companies.map((company) => ({
        name: companies.length > 1 || company !== ask.account ? companyName(company, [dateLog], ask) : "Log",
        lines: stateLines(
          dateLog.days.find((day) => day.company === company),
          ask,
        ),
      })),
      ...(mainAuthor
        ? [
            {
              name: "Written by",
              lines: [`${mainAuthor}${authors.length > 1 ? ", where a line does not say otherwise" : ""}`],
            },
          ]
        : []),
    ],
    remarks: [
      ...(dateLog.isAgain
        ? [
            "An earlier report told this day. It is here again, whole, because something was added to it since.",
          ]
        : []),
      ...remarksOf(dateLog, weatherLines.length > 0, ask.account),
    ],
    parts: [
      ...weatherPart(reading, ask),
      ...partsOf(dateLog, ask, (entry) => (byOf(entry) === mainAuthor ? "" : byOf(entry))),
    ],
    photos: entries.flatMap((entry) => photosOf(entry, byOf(entry) === mainAuthor ? "" : byOf(entry))),
  };
}

/** With the company, if it isn't the business. */
const authorOf = (dateLog: DateLog, ask: ShapeAsk, isOfSeveral: boolean) => (entry: Written) =>
  [entry.by, isOfSeveral && entry.company !== ask.account ? companyName(entry.company, [dateLog], ask) : ""]
    .filter(Boolean)
    .join(", ");

const fullDate = (date: string) =>
  Temporal.PlainDate.from(date).toLocaleString("en-US", { dateStyle: "full" });

function companiesOf({ days, entries }: DateLog, { account, company }: ShapeAsk): string[] {
  const all = [...new Set([...days.map((one) => one.company), ...entries.map((one) => one.company)])];
  if (all.length === 0) return [company ?? account];
  return all.toSorted((a, b) => Number(b === account) - Number(a === account));
}

function remarksOf({ entries, declined }: DateLog, hasWeather: boolean, account: string): string[] {
  const gaps = gapsOf(entries, hasWeather);
  const late = entries.filter((one) => one.isLate).length;
  const waiting = entries.filter((one) => isWaiting(one, account) && !one.isReplaced).length;
  return [
    ...(gaps.length > 0 ? [`Missing on this day: ${gaps.map(({ words }) => lower(words)).join("; ")}.`] : []),
    ...(late > 0
      ? [
          `${formatCount(late, "entry was", "entries were")} written late and ${late === 1 ? "is" : "are"} marked.`,
        ]
      : []),
    ...(waiting > 0
      ? [
          `${formatCount(waiting, "entry", "entries")} of a guest ${waiting === 1 ? "is" : "are"} not approved yet and marked.`,
        ]
      : []),
    ...(declined > 0
      ? [
          `${formatCount(declined, "entry", "entries")} of a guest ${declined === 1 ? "was" : "were"} declined and left out.`,
        ]
      : []),
  ];
}
const lower = (words: string) => `${words.charAt(0).toLowerCase()}${words.slice(1)}`;

const isWaiting = ({ company, approved }: Written, account: string): boolean =>
  company !== account && approved === null;

function marksOf(entry: Written, ask: ShapeAsk): string[] {
  return [
    ...whenMarks(entry, entry.date, ask.zone),
    ...(entry.isReplaced ? ["replaced by its correction"] : []),
    ...(isWaiting(entry, ask.account) ? ["not approved yet"] : []),
    ...placeMark(entry.place, ask),
  ];
}

/** In order of time, each followed by its corrections. */
function withCorrections(entries: readonly Written[]): Written[] {
  const known = new Set(entries.map(({ id }) => id));
  const by = Map.groupBy(entries, ({ corrects, id }) =>
    corrects !== null && corrects !== id && known.has(corrects) ? corrects : null,
  );
  const seen = new Set<string>();
  const withOwn = (entry: Written): Written[] => {
    if (seen.has(entry.id)) return [];
    seen.add(entry.id);
    return [entry, ...(by.get(entry.id) ?? []).flatMap(withOwn)];
  };
  // Entries that correct each other have no first one.
  return [...(by.get(null) ?? []), ...entries].flatMap(withOwn);
}

const word = (name: string): ShapeColumn => ({ name, is: "words" });
const short = (name: string): ShapeColumn => ({ name, is: "short" });
const figure = (name: string): ShapeColumn => ({ name, is: "figure" });

/** A table, or, without columns, text. */
interface Layout {
  readonly type: LogEntry["type"];
  readonly title: string;
  readonly columns: readonly ShapeColumn[];
  cells(entry: Written): readonly string[];
  total?(entries: readonly Written[]): readonly string[];
}

const amount = ({ item }: Written) =>
  item?.count === null || item?.count === undefined
    ? ""
    : `${item.count.toLocaleString("en-US")}${item.unit ? ` ${item.unit}` : ""}`;
const timeOf = (entry: Written, zone: string) => formatTime(moment(entry.happenedAt), zone);

function layouts({ zone, business }: ShapeAsk): readonly Layout[] {
  const items = (
    type: "delivery" | "visitor" | "equipment",
    title: string,
    columns: readonly ShapeColumn[],
  ): Layout => ({
    type,
    title,
    columns: [short("Time"), ...columns],
    cells: (entry) => [timeOf(entry, zone), entry.item?.what ?? "", entry.item?.from ?? "", amount(entry)],
  });
  return [
    {
      type: "crew",
      title: "Crew",
      columns: [word("Company"), word("Trade"), figure("People"), figure("Hours each"), figure("Hours")],
      cells: ({ crew }) =>
        crew
          ? [
              crew.company || business,
              crew.trade,
              String(crew.count),
              hours(crew.hours),
              hours(round(crew.count * crew.hours)),
            ]
          : ["", "", "", "", ""],
      total: (entries) => {
        const { people, hours: worked } = crewTotals(entries);
        return ["Total", "", people.toLocaleString("en-US"), "", hours(worked)];
      },
    },
    { type: "work", title: "Work", columns: [], cells: () => [] },
    items("delivery", "Deliveries", [word("What"), word("From"), figure("Amount")]),
    items("visitor", "Visitors", [word("Who"), word("From"), figure("People")]),
    items("equipment", "Equipment", [word("What"), word("From"), figure("Amount")]),
    {
      type: "delay",
      title: "Delays",
      columns: [short("Time"), word("Cause"), short("Critical path"), figure("Hours lost")],
      cells: (entry) => [
        timeOf(entry, zone),
        entry.delay ? CAUSE_LABELS[entry.delay.cause] : "",
        entry.delay?.critical ? "Yes" : "No",
        entry.delay ? hours(entry.delay.hours) : "",
      ],
      total: (entries) => ["Total", "", "", hours(round(lostOf(entries)))],
    },
    { type: "safety", title: "Safety", columns: [], cells: () => [] },
    { type: "note", title: "Notes", columns: [], cells: () => [] },
  ];
}

const lostOf = (entries: readonly Written[]): number =>
  effectiveEntries(entries).reduce((sum, { delay }) => sum + (delay?.hours ?? 0), 0);
const belongs = (entry: Written, { type, columns }: Layout) =>
  entry.type === type &&
  (columns.length === 0 ||
    (type === "crew" ? entry.crew : type === "delay" ? entry.delay : entry.item) !== null);

/** @param byOf empty for the day's main author */
function partsOf(dateLog: DateLog, ask: ShapeAsk, byOf: (entry: Written) => string): ShapePart[] {
  const all = layouts(ask);
  return all.flatMap((layout): ShapePart[] => {
    const entriesOfType = withCorrections(
      dateLog.entries.filter((entry) =>
        layout.type === "note"
          ? entry.type === "note" || !all.some((one) => belongs(entry, one))
          : belongs(entry, layout),
      ),
    );
    if (entriesOfType.length === 0) return [];
    if (layout.columns.length === 0)
      return [
        {
          title: layout.title,
          table: null,
          note: "",
          entries: entriesOfType.map((entry) => describeEntry(entry, layout, byOf(entry), ask)),
        },
      ];
    const rows = entriesOfType.map((entry): ShapeRow => {
      const marks = marksOf(entry, ask).map((mark, at) =>
        at === 0 ? `${mark.charAt(0).toUpperCase()}${mark.slice(1)}` : mark,
      );
      return {
        cells: layout.cells(entry),
        isReplaced: entry.isReplaced,
        below: [...paragraphs(entry.text), [...marks, byOf(entry)].filter(Boolean).join(", ")].filter(
          Boolean,
        ),
        photos: entry.photos.map(({ sha256 }) => sha256),
      };
    });
    const isSummed = layout.total !== undefined && entriesOfType.length > 1;
    return [
      {
        title: layout.title,
        table: { columns: layout.columns, rows, total: isSummed ? layout.total!(entriesOfType) : null },
        entries: [],
        note: "",
      },
    ];
  });
}

function describeEntry(entry: Written, { type }: Layout, by: string, ask: ShapeAsk): ShapeEntry {
  const about = entry.item ? formatItem(entry.item) : entry.type === type ? "" : TYPE_LABELS[entry.type];
  return {
    at: entry.happenedAt,
    by,
    title: about,
    lines: paragraphs(entry.text),
    marks: marksOf(entry, ask),
    isReplaced: entry.isReplaced,
    photos: entry.photos.map(({ sha256 }) => sha256),
  };
}

const photosOf = (entry: Written, by: string): ShapePhoto[] =>
  entry.photos.map(({ sha256, caption, at }) => ({
    sha256,
    caption:
      caption || firstLine(entry.text) || (entry.item ? formatItem(entry.item) : TYPE_LABELS[entry.type]),
    at: at || entry.happenedAt,
    by,
    tags: entry.tags,
    place: entry.place,
  }));

/** Empty if the source has no hourly values. */
function weatherPart(reading: Reading | undefined, { units }: ShapeAsk): ShapePart[] {
  const hourly = reading && readingHours(reading, units);
  if (!hourly) return [];
  const columns = [short(""), ...hourly.hours.map(figure)];
  const rows = hourly.rows.map((cells) => ({ cells, isReplaced: false, below: [], photos: [] }));
  return [{ title: "Weather", table: { columns, rows, total: null }, entries: [], note: hourly.note }];
}

/** Totals of several days, and a line for each, even without a log. */
function totalsOf(dates: readonly DateLog[], empty: readonly string[], ask: ShapeAsk): ShapeChapter {
  const isListed = empty.length <= MOST_NAMED;
  const rows = [
    ...dates.map((one) => ({ date: one.date, cells: dayLine(one, ask) })),
    ...(isListed
      ? empty.map((date) => ({ date, cells: [formatDate(date), "No log", "", "", "", "", ""] }))
      : []),
  ].toSorted((a, b) => (a.date < b.date ? -1 : 1));
  const all = dates.flatMap(({ entries }) => entries);
  const worked = round(dates.reduce((sum, { entries }) => sum + crewTotals(entries).hours, 0));
  const personDays = dates.reduce((sum, { entries }) => sum + crewTotals(entries).people, 0);
  const plain = (cells: readonly string[]): ShapeRow => ({ cells, isReplaced: false, below: [], photos: [] });
  const photos = all.reduce((sum, { photos: named }) => sum + named.length, 0);
  const parts: ShapePart[] = [
    {
      title: "By day",
      note: "",
      entries: [],
      table: {
        columns: [
          short("Day"),
          short("Log"),
          figure("People"),
          figure("Hours"),
          figure("Lost"),
          figure("Photos"),
          word("Weather"),
        ],
        rows: rows.map(({ cells }) => plain(cells)),
        total: [
          "Total",
          "",
          personDays.toLocaleString("en-US"),
          hours(worked),
          hours(round(sumOf(dates, lostOf))),
          String(photos),
          "",
        ],
      },
    },
    ...crewPart(dates, ask),
    ...delayPart(dates),
  ];
  const remarks =
    empty.length === 0
      ? []
      : [
          isListed
            ? `No log on ${formatCount(empty.length, "working day", "working days")}: ${empty.map(formatDate).join("; ")}.`
            : `No log on ${formatCount(empty.length, "working day", "working days")} of these.`,
        ];
  return { title: "Totals", facts: [], remarks, parts, photos: [] };
}

const sumOf = (dates: readonly DateLog[], of: (entries: readonly Written[]) => number) =>
  dates.reduce((sum, { entries }) => sum + of(entries), 0);

/**
 * Weekdays without a log: in a range up to the last logged day; on a schedule up to yesterday, because
 * today's log may still be written.
 */
function emptyDays(
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

function dayLine({ date, days, entries, weather }: DateLog, ask: ShapeAsk): string[] {
  const { people, hours: worked } = crewTotals(entries);
  const lost = lostOf(entries);
  const [reading] = weather?.readings ?? [];
  const states = new Set(days.map(({ state }) => STATE_LABELS[state]));
  return [
    formatDate(date),
    [...states].join(", ") || STATE_LABELS.draft,
    people ? String(people) : "",
    worked ? hours(worked) : "",
    lost ? hours(round(lost)) : "",
    String(entries.reduce((sum, { photos }) => sum + photos.length, 0) || ""),
    reading
      ? readingFigures(reading, ask.units)
      : weather?.manual
        ? observationLine(weather.manual, ask.units)
        : "",
  ];
}

function crewPart(dates: readonly DateLog[], { business }: ShapeAsk): ShapePart[] {
  const sums = new Map<
    string,
    { company: string; trade: string; days: Set<string>; people: number; hours: number }
  >();
  for (const { date, entries } of dates)
    for (const { crew } of effectiveEntries(entries)) {
      if (!crew) continue;
      const company = crew.company || business;
      const key = `${company.toLowerCase()}\n${crew.trade.toLowerCase()}`;
      const sum = sums.get(key) ?? {
        company,
        trade: crew.trade,
        days: new Set<string>(),
        people: 0,
        hours: 0,
      };
      sum.days.add(date);
      sum.people += crew.count;
      sum.hours += crew.count * crew.hours;
      sums.set(key, sum);
    }
  if (sums.size === 0) return [];
  const rows = [...sums.values()]
    .toSorted(
      (a, b) => a.company.localeCompare(b.company, "en-US") || a.trade.localeCompare(b.trade, "en-US"),
    )
    .map((one) => ({
      cells: [
        one.company,
        one.trade,
        String(one.days.size),
        one.people.toLocaleString("en-US"),
        hours(round(one.hours)),
      ],
      isReplaced: false,
      below: [],
      photos: [],
    }));
  return [
    {
      title: "By company and trade",
      note: "Person-days count everybody once for each day that they were there.",
      entries: [],
      table: {
        columns: [word("Company"), word("Trade"), figure("Days"), figure("Person-days"), figure("Hours")],
        rows,
        total: null,
      },
    },
  ];
}

function delayPart(dates: readonly DateLog[]): ShapePart[] {
  const delays = dates.flatMap(({ date, entries }) =>
    effectiveEntries(entries).flatMap(({ delay }) => (delay ? [{ ...delay, date }] : [])),
  );
  if (delays.length === 0) return [];
  const rows = [...Map.groupBy(delays, ({ cause }) => cause)].map(([cause, of]) => {
    const sum = (all: typeof of) => hours(round(all.reduce((total, one) => total + one.hours, 0)));
    return {
      cells: [
        CAUSE_LABELS[cause],
        String(new Set(of.map(({ date }) => date)).size),
        sum(of),
        sum(of.filter(({ critical }) => critical)),
      ],
      isReplaced: false,
      below: [],
      photos: [],
    };
  });
  const columns = [word("Cause"), figure("Days"), figure("Hours lost"), figure("On the critical path")];
  return [{ title: "Delays by cause", note: "", entries: [], table: { columns, rows, total: null } }];
}
