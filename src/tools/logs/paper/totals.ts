import { effectiveEntries, formatDate } from "#trade/fieldwork/public.ts";
import {
  type ShapeAsk,
  type ShapeChapter,
  type ShapePart,
  figureColumn,
  shapeRow,
  shortColumn,
  textColumn,
} from "#trade/jobs/public.server.ts";
import { observationLine, readingFigures } from "#trade/weather/public.server.ts";
import { crewTotals } from "../totals-rules.ts";
import { CAUSE_LABELS, STATE_LABELS } from "../rules.ts";
import type { DateLog, Written } from "./dates.ts";
import { formatCount, hours, lostOf, round } from "./figures.ts";

/** If more days lack a log, they are only counted. */
const MOST_NAMED = 62;

/** Totals of several days, and a line for each, even without a log. */
export function totalsOf(dates: readonly DateLog[], empty: readonly string[], ask: ShapeAsk): ShapeChapter {
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
  const photos = all.reduce((sum, { photos: named }) => sum + named.length, 0);
  const parts: ShapePart[] = [
    {
      title: "By day",
      note: "",
      entries: [],
      table: {
        columns: [
          shortColumn("Day"),
          shortColumn("Log"),
          figureColumn("People"),
          figureColumn("Hours"),
          figureColumn("Lost"),
          figureColumn("Photos"),
          textColumn("Weather"),
        ],
        rows: rows.map(({ cells }) => shapeRow(cells)),
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
            : `${formatCount(empty.length, "working day has", "working days have")} no log.`,
        ];
  return { title: "Totals", facts: [], remarks, parts, photos: [] };
}

const sumOf = (dates: readonly DateLog[], of: (entries: readonly Written[]) => number) =>
  dates.reduce((sum, { entries }) => sum + of(entries), 0);

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
      note: "Worker-days count each worker once per day on site.",
      entries: [],
      table: {
        columns: [
          textColumn("Company"),
          textColumn("Trade"),
          figureColumn("Days"),
          figureColumn("Worker-days"),
          figureColumn("Hours"),
        ],
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
  const columns = [
    textColumn("Cause"),
    figureColumn("Days"),
    figureColumn("Hours lost"),
    figureColumn("On the critical path"),
  ];
  return [{ title: "Delays by cause", note: "", entries: [], table: { columns, rows, total: null } }];
}
