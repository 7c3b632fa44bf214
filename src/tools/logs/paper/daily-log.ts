// Long because it is one document, the daily log on paper, from its totals to what stands under a line of a
// table.
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
import {
  CAUSE_LABELS,
  correctionsOf,
  crewTotals,
  dateWords,
  type Day,
  dayOf,
  entryOf,
  gapsOf,
  handedInAt,
  formatHours,
  isEmpty,
  isLate,
  formatItem,
  type LogEntry,
  standing,
  STATE_LABELS,
  TYPE_LABELS,
} from "../rules.ts";
import { guestCompanyOf, guestLabel } from "../day/company.ts";
import { moment, placeMark, stateLines, type Step, stepsOf, whenMarks, writersOf } from "./remarks.ts";
import { firstLine, momentOfEntry, paragraphs } from "./report-lines.ts";
import { observationLine, readingFigures, readingHours, readingSource } from "../weather/format.ts";
import { hereFirst, isHere, type Reading, type Weather, weatherOf } from "../weather/rules.ts";

/** An entry with when it was written, and by whom. */
interface Written extends LogEntry {
  readonly date: string;
  readonly happenedAt: number;
  readonly at: number;
  readonly first: WrittenCommand;
  readonly by: string;
  readonly isLate: boolean;
  readonly isReplaced: boolean;
}

/** One company's Day, and what became of it. */
interface Told extends Day {
  readonly date: string;
  readonly steps: readonly Step[];
}

/** All that is known of one date. */
interface Dated {
  readonly date: string;
  readonly days: readonly Told[];
  /** Those that are shown: what a manager declined is not. */
  readonly entries: readonly Written[];
  readonly declined: number;
  readonly weather: Weather | null;
  /** Whether the weather is of where the job was thought to be, as nothing was read of where it is. */
  readonly isElsewhere: boolean;
  /** Whether an earlier report of the same schedule told it: something was added to it since. */
  readonly isAgain: boolean;
  /** The firm that a guest wrote for on this date; null where nobody said. */
  guestCompanyOf(company: string): string | null;
}

/** The longest range of which each day without a log is named. */
const MOST_NAMED = 62;

/**
 * The daily log on paper: totals where there are several days, then a chapter for each. Null where nothing
 * was written down on these days. A schedule tells each day whole of which something was written, so a late
 * entry brings its day again; that it was approved or sealed since does not.
 */
export function fillDailyLog(records: readonly JobRecord[], ask: ShapeAsk): FilledShape | null {
  const { dates, logged } = datesOf(records, ask);
  if (dates.length === 0) return null;
  const empty = emptyDays(logged, dates, ask);
  const isOne = ask.sinceCount === null ? ask.from === ask.to : dates.length === 1 && empty.length === 0;
  const entries = dates.reduce((sum, one) => sum + one.entries.length, 0);
  return {
    counts: [...(isOne ? [] : [counted(dates.length, "day", "days")]), counted(entries, "entry", "entries")],
    entries,
    company: ask.company === null ? null : companyName(ask.company, dates, ask),
    from: ask.sinceCount === null ? ask.from : dates[0]!.date,
    to: ask.sinceCount === null ? ask.to : dates.at(-1)!.date,
    chapters: [...(isOne ? [] : [totalsOf(dates, empty, ask)]), ...dates.map((one) => chapterOf(one, ask))],
  };
}

const counted = (count: number, one: string, many: string) =>
  `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;
const hours = (value: number) => value.toLocaleString("en-US", { maximumFractionDigits: 2 });
const round = (value: number) => Math.round(value * 100) / 100;

/** The dates that a report tells, in their order; and all that have a log. */
function datesOf(
  records: readonly JobRecord[],
  ask: ShapeAsk,
): { readonly dates: readonly Dated[]; readonly logged: ReadonlySet<string> } {
  const { from, to, company, sinceCount, untilCount, account } = ask;
  const isWanted = (one: { readonly date: string | null; readonly company: string }): boolean =>
    one.date !== null && (company === null || one.company === company);
  const days = records.flatMap((record): (Told & { record: JobRecord })[] => {
    const day = record.kind === "logs.day" ? dayOf(shownFields(record.fields)) : null;
    return day && isWanted(day) ? [{ ...day, date: day.date!, steps: stepsOf(record), record }] : [];
  });
  const handedIn = new Map(days.map((day) => [`${day.date} ${day.company}`, handedInAt(day.steps)]));
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
      submittedAt: handedIn.get(`${entry.date} ${entry.company}`) ?? null,
    }),
    isReplaced: entry.approved !== false && replaced.has(entry.id),
    record,
  }));
  const position = records.flatMap(({ kind, id, fields }) =>
    kind === "jobs.job" ? (jobOf(id, shownFields(fields)).position ?? []) : [],
  )[0];
  const place = position ?? null;
  const here = (found: Weather): Weather => ({ ...found, readings: hereFirst(found.readings, place) });
  const weather = new Map(
    records.flatMap(({ kind, fields }) => {
      const values = shownFields(fields);
      return kind === "logs.weather" && typeof values["date"] === "string"
        ? [[values["date"], here(weatherOf(values))] as const]
        : [];
    }),
  );
  const isNew = ({ record }: { record: JobRecord }) =>
    record.commands.some(
      ({ number }) =>
        sinceCount === null || untilCount === null || (sinceCount < number && number <= untilCount),
    );
  const wasTold = ({ record }: { record: JobRecord }) =>
    sinceCount !== null && record.commands.some(({ number }) => number <= sinceCount);
  const isThen = (date: string) => sinceCount !== null || (from <= date && date <= to);
  // A guest who said for whom they write, and nothing else, has no log of that day.
  const opened = days.filter(
    (day) =>
      day.steps.length > 0 || entries.some((one) => one.date === day.date && one.company === day.company),
  );
  const isBare = (day: Told) => !entries.some((one) => one.date === day.date && one.company === day.company);
  const telling = [...opened.filter((day) => sinceCount === null || isBare(day)), ...entries];
  const dates = new Set(telling.filter((one) => isNew(one) && isThen(one.date)).map(({ date }) => date));
  const own = (one: { company: string }) => (one.company === account ? 0 : 1);
  const told = [...dates].toSorted().map((date): Dated => {
    const written = entries.filter((one) => one.date === date);
    return {
      date,
      isAgain: telling.some((one) => one.date === date && wasTold(one)),
      days: opened.filter((one) => one.date === date).toSorted((a, b) => own(a) - own(b)),
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
  return { dates: told, logged: new Set([...opened, ...entries].map(({ date }) => date)) };
}

function companyName(
  company: string,
  dates: readonly Dated[],
  { account, business, nameOf }: ShapeAsk,
): string {
  if (company === account) return business || "The business";
  const name =
    dates.findLast((one) => one.guestCompanyOf(company) !== null)?.guestCompanyOf(company) ?? nameOf(company);
  return name ? guestLabel(name) : "A guest";
}

/** One date: what it was, what is missing, and what was written down by its kind. */
function chapterOf(dated: Dated, ask: ShapeAsk): ShapeChapter {
  const { date, entries, weather, isElsewhere } = dated;
  const { people, hours: worked } = crewTotals(entries);
  const companies = companiesOf(dated, ask);
  const [reading] = weather?.readings ?? [];
  const lines = [
    reading && `${readingFigures(reading, ask.units)}.`,
    reading && `${readingSource(reading, ask.units)}.`,
    isElsewhere && "Read for where the job was thought to be before.",
    weather?.manual && observationLine(weather.manual, ask.units),
  ];
  const said = lines.flatMap((line) => line || []);
  const byOf = authorOf(dated, ask, companies.length > 1);
  const authors = [...Map.groupBy(entries, byOf)]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([by]) => by);
  const main = authors[0] ?? "";
  return {
    title: fullDate(date),
    facts: [
      { name: "Weather", lines: said.length > 0 ? said : ["Not known."] },
      {
        name: "On site",
        lines: [
          people === 0
            ? "Nobody written down."
            : `${counted(people, "person", "people")}, ${formatHours(worked)}`,
        ],
      },
      ...companies.map((company) => ({
        name: companies.length > 1 || company !== ask.account ? companyName(company, [dated], ask) : "Log",
        lines: stateLines(
          dated.days.find((day) => day.company === company),
          ask,
        ),
      })),
      ...(main
        ? [
            {
              name: "Written by",
              lines: [`${main}${authors.length > 1 ? ", where a line does not say otherwise" : ""}`],
            },
          ]
        : []),
    ],
    remarks: [
      ...(dated.isAgain
        ? [
            "An earlier report told this day. It is here again, whole, because something was added to it since.",
          ]
        : []),
      ...remarksOf(dated, said.length > 0, ask.account),
    ],
    parts: [
      ...weatherPart(reading, ask),
      ...partsOf(dated, ask, (entry) => (byOf(entry) === main ? "" : byOf(entry))),
    ],
    photos: entries.flatMap((entry) => photosOf(entry, byOf(entry) === main ? "" : byOf(entry))),
  };
}

/** Who wrote an entry, with their company where it is not the business's own. */
const authorOf = (dated: Dated, ask: ShapeAsk, isOfSeveral: boolean) => (entry: Written) =>
  [entry.by, isOfSeveral && entry.company !== ask.account ? companyName(entry.company, [dated], ask) : ""]
    .filter(Boolean)
    .join(", ");

const fullDate = (date: string) =>
  Temporal.PlainDate.from(date).toLocaleString("en-US", { dateStyle: "full" });

function companiesOf({ days, entries }: Dated, { account, company }: ShapeAsk): string[] {
  const all = [...new Set([...days.map((one) => one.company), ...entries.map((one) => one.company)])];
  if (all.length === 0) return [company ?? account];
  return all.toSorted((a, b) => Number(b === account) - Number(a === account));
}

function remarksOf({ entries, declined }: Dated, hasWeather: boolean, account: string): string[] {
  const gaps = gapsOf(entries, hasWeather);
  const late = entries.filter((one) => one.isLate).length;
  const waiting = entries.filter((one) => isWaiting(one, account) && !one.isReplaced).length;
  return [
    ...(gaps.length > 0 ? [`Missing on this day: ${gaps.map(({ words }) => lower(words)).join("; ")}.`] : []),
    ...(late > 0
      ? [
          `${counted(late, "entry was", "entries were")} written late and ${late === 1 ? "is" : "are"} marked.`,
        ]
      : []),
    ...(waiting > 0
      ? [
          `${counted(waiting, "entry", "entries")} of a guest ${waiting === 1 ? "is" : "are"} not approved yet and marked.`,
        ]
      : []),
    ...(declined > 0
      ? [
          `${counted(declined, "entry", "entries")} of a guest ${declined === 1 ? "was" : "were"} declined and left out.`,
        ]
      : []),
  ];
}
const lower = (words: string) => `${words.charAt(0).toLowerCase()}${words.slice(1)}`;

/** Whether it is a guest's, and nobody said yes or no to it. */
const isWaiting = ({ company, approved }: Written, account: string): boolean =>
  company !== account && approved === null;

/** That it is late, replaced, or not approved, and where it was written: each in a word. */
function marksOf(entry: Written, ask: ShapeAsk): string[] {
  return [
    ...whenMarks(entry, entry.date, ask.zone),
    ...(entry.isReplaced ? ["replaced by its correction"] : []),
    ...(isWaiting(entry, ask.account) ? ["not approved yet"] : []),
    ...placeMark(entry.place, ask),
  ];
}

/** Entries in the order they happened, each correction right after what it corrects. */
function withCorrections(entries: readonly Written[]): Written[] {
  const known = new Set(entries.map(({ id }) => id));
  const by = Map.groupBy(entries, ({ corrects, id }) =>
    corrects !== null && corrects !== id && known.has(corrects) ? corrects : null,
  );
  const seen = new Set<string>();
  const told = (entry: Written): Written[] => {
    if (seen.has(entry.id)) return [];
    seen.add(entry.id);
    return [entry, ...(by.get(entry.id) ?? []).flatMap(told)];
  };
  // Two that correct each other are begun by none: what is left is told all the same.
  return [...(by.get(null) ?? []), ...entries].flatMap(told);
}

const word = (name: string): ShapeColumn => ({ name, is: "words" });
const short = (name: string): ShapeColumn => ({ name, is: "short" });
const figure = (name: string): ShapeColumn => ({ name, is: "figure" });

/** How each type of entry is laid out: in columns, or, where words are what counts, one after the other. */
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
const clock = (entry: Written, zone: string) => formatTime(moment(entry.happenedAt), zone);

function layouts({ zone, business }: ShapeAsk): readonly Layout[] {
  const items = (
    type: "delivery" | "visitor" | "equipment",
    title: string,
    columns: readonly ShapeColumn[],
  ): Layout => ({
    type,
    title,
    columns: [short("Time"), ...columns],
    cells: (entry) => [clock(entry, zone), entry.item?.what ?? "", entry.item?.from ?? "", amount(entry)],
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
        clock(entry, zone),
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
  standing(entries).reduce((sum, { delay }) => sum + (delay?.hours ?? 0), 0);
const belongs = (entry: Written, { type, columns }: Layout) =>
  entry.type === type &&
  (columns.length === 0 ||
    (type === "crew" ? entry.crew : type === "delay" ? entry.delay : entry.item) !== null);

/** @param byOf who wrote an entry, where that is not who wrote the most */
function partsOf(dated: Dated, ask: ShapeAsk, byOf: (entry: Written) => string): ShapePart[] {
  const all = layouts(ask);
  return all.flatMap((layout): ShapePart[] => {
    const mine = withCorrections(
      dated.entries.filter((entry) =>
        layout.type === "note"
          ? entry.type === "note" || !all.some((one) => belongs(entry, one))
          : belongs(entry, layout),
      ),
    );
    if (mine.length === 0) return [];
    if (layout.columns.length === 0)
      return [
        {
          title: layout.title,
          table: null,
          note: "",
          entries: mine.map((entry) => describeEntry(entry, layout, byOf(entry), ask)),
        },
      ];
    const rows = mine.map((entry): ShapeRow => {
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
    const isSummed = layout.total !== undefined && mine.length > 1;
    return [
      {
        title: layout.title,
        table: { columns: layout.columns, rows, total: isSummed ? layout.total!(mine) : null },
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

/** The weather through the working day, every second hour; nothing where the source gave no hours. */
function weatherPart(reading: Reading | undefined, { units }: ShapeAsk): ShapePart[] {
  const hourly = reading && readingHours(reading, units);
  if (!hourly) return [];
  const columns = [short(""), ...hourly.hours.map(figure)];
  const rows = hourly.rows.map((cells) => ({ cells, isReplaced: false, below: [], photos: [] }));
  return [{ title: "Weather", table: { columns, rows, total: null }, entries: [], note: hourly.note }];
}

/**
 * The first page of several days: a line for each, those without a log too, and what all of them add up to.
 */
function totalsOf(dates: readonly Dated[], empty: readonly string[], ask: ShapeAsk): ShapeChapter {
  const isListed = empty.length <= MOST_NAMED;
  const rows = [
    ...dates.map((one) => ({ date: one.date, cells: dayLine(one, ask) })),
    ...(isListed
      ? empty.map((date) => ({ date, cells: [dateWords(date), "No log", "", "", "", "", ""] }))
      : []),
  ].toSorted((a, b) => (a.date < b.date ? -1 : 1));
  const all = dates.flatMap(({ entries }) => entries);
  const worked = round(dates.reduce((sum, { entries }) => sum + crewTotals(entries).hours, 0));
  const manDays = dates.reduce((sum, { entries }) => sum + crewTotals(entries).people, 0);
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
          manDays.toLocaleString("en-US"),
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
            ? `No log on ${counted(empty.length, "working day", "working days")}: ${empty.map(dateWords).join("; ")}.`
            : `No log on ${counted(empty.length, "working day", "working days")} of these.`,
        ];
  return { title: "Totals", facts: [], remarks, parts, photos: [] };
}

const sumOf = (dates: readonly Dated[], of: (entries: readonly Written[]) => number) =>
  dates.reduce((sum, { entries }) => sum + of(entries), 0);

/**
 * Monday to Friday without a log: of a range up to the last day that has one; of a schedule all since the
 * report before, up to yesterday, as today's may still be written.
 */
function emptyDays(
  logged: ReadonlySet<string>,
  dates: readonly Dated[],
  { from, to, sinceCount }: ShapeAsk,
): string[] {
  const yesterday = Temporal.PlainDate.from(to).subtract({ days: 1 }).toString();
  const last = sinceCount !== null ? yesterday : dates.at(-1)!.date < to ? dates.at(-1)!.date : to;
  const empty: string[] = [];
  for (let day = Temporal.PlainDate.from(from); day.toString() <= last; day = day.add({ days: 1 }))
    if (day.dayOfWeek <= 5 && !logged.has(day.toString())) empty.push(day.toString());
  return empty;
}

function dayLine({ date, days, entries, weather }: Dated, ask: ShapeAsk): string[] {
  const { people, hours: worked } = crewTotals(entries);
  const lost = lostOf(entries);
  const [reading] = weather?.readings ?? [];
  const states = new Set(days.map(({ state }) => STATE_LABELS[state]));
  return [
    dateWords(date),
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

function crewPart(dates: readonly Dated[], { business }: ShapeAsk): ShapePart[] {
  const sums = new Map<
    string,
    { company: string; trade: string; days: Set<string>; people: number; hours: number }
  >();
  for (const { date, entries } of dates)
    for (const { crew } of standing(entries)) {
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

function delayPart(dates: readonly Dated[]): ShapePart[] {
  const delays = dates.flatMap(({ date, entries }) =>
    standing(entries).flatMap(({ delay }) => (delay ? [{ ...delay, date }] : [])),
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
