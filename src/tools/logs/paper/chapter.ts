import { formatHours } from "#trade/fieldwork/public.ts";
import {
  type ShapeAsk,
  type ShapeChapter,
  type ShapePart,
  figureColumn,
  shapeRow,
  shortColumn,
} from "#trade/jobs/public.server.ts";
import {
  observationLine,
  readingFigures,
  readingHours,
  readingSource,
  type Reading,
} from "#trade/weather/public.server.ts";
import { stateLines } from "./day-states.ts";
import { crewTotals, gapsOf } from "../totals-rules.ts";
import { companyName, type DateLog, type Written } from "./dates.ts";
import { isWaiting, partsOf, photosOf } from "./entries.ts";
import { formatCount } from "./figures.ts";

/** One day: its facts, its remarks, its entries and their photos. */
export function chapterOf(dateLog: DateLog, ask: ShapeAsk): ShapeChapter {
  const { date, entries, weather, isElsewhere } = dateLog;
  const { people, hours: worked } = crewTotals(entries);
  const companies = companiesOf(dateLog, ask);
  const [reading] = weather?.readings ?? [];
  const lines = [
    reading && `${readingFigures(reading, ask.units)}.`,
    reading && `${readingSource(reading, ask.units)}.`,
    isElsewhere && "Recorded for the job’s earlier location.",
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
            ? "No one listed."
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
              lines: [`${mainAuthor}${authors.length > 1 ? ", unless noted" : ""}`],
            },
          ]
        : []),
    ],
    remarks: [
      ...(dateLog.isAgain
        ? ["This day was in an earlier report. It’s here again in full because something was added since."]
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
    ...(gaps.length > 0 ? [`Missing this day: ${gaps.map(({ words }) => lower(words)).join("; ")}.`] : []),
    ...(late > 0
      ? [
          `${formatCount(late, "entry was", "entries were")} written late and ${late === 1 ? "is" : "are"} marked as late.`,
        ]
      : []),
    ...(waiting > 0
      ? [
          `${formatCount(waiting, "guest entry", "guest entries")} ${waiting === 1 ? "isn’t" : "aren’t"} approved yet and ${waiting === 1 ? "is" : "are"} marked that way.`,
        ]
      : []),
    ...(declined > 0
      ? [`${formatCount(declined, "guest entry was", "guest entries were")} declined and left out.`]
      : []),
  ];
}
const lower = (words: string) => `${words.charAt(0).toLowerCase()}${words.slice(1)}`;

/** Empty if the source has no hourly values. */
function weatherPart(reading: Reading | undefined, { units }: ShapeAsk): ShapePart[] {
  const hourly = reading && readingHours(reading, units);
  if (!hourly) return [];
  const columns = [shortColumn(""), ...hourly.hours.map(figureColumn)];
  const rows = hourly.rows.map((cells) => shapeRow(cells));
  return [{ title: "Weather", table: { columns, rows, total: null }, entries: [], note: hourly.note }];
}
