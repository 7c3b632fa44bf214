import {
  isLate,
  formatHours,
  placeMark,
  whenMarks,
  writersOf,
  firstLine,
  momentOfEntry,
  paragraphs,
} from "#trade/fieldwork/public.ts";
import {
  type ShapeAsk,
  type ShapeChapter,
  type ShapeEntry,
  figureColumn,
  shapeRow,
  shortColumn,
} from "#trade/jobs/public.server.ts";
import {
  type AdverseDay,
  formatPassed,
  observationLine,
  readingFigures,
  readingHours,
  readingSource,
  type WeatherDelay,
} from "#trade/weather/public.server.ts";
import { type JobRecord, shownFields } from "#ground/sync/public.server.ts";
import { stateLines, stepsOf } from "../paper/day-states.ts";
import { guestCompanyOf, guestLabel } from "../day/company.ts";
import { dayOf, isClosed, type LogEntry, SUBMITTED_FIELD, TYPE_LABELS } from "../rules.ts";

/** The chapter of one lost day: its weather, who submitted its log, the work that stopped, and photos. */
export function lostDayChapter(
  day: AdverseDay<LogEntry>,
  records: readonly JobRecord[],
  ask: ShapeAsk,
): ShapeChapter {
  const { units } = ask;
  const { reading, seen } = day;
  const hourly = reading && readingHours(reading, units);
  const weather = [
    reading && `${readingFigures(reading, units)}.`,
    reading && `${readingSource(reading, units)}.`,
    seen && observationLine(seen, units),
  ];
  return {
    title: Temporal.PlainDate.from(day.date).toLocaleString("en-US", { dateStyle: "full" }),
    facts: [
      { name: "Weather", lines: weather.flatMap((line) => line || []) },
      { name: "Past its limit", lines: [formatPassed(day.passed, units)] },
      ...logFacts(day, records, ask),
      {
        name: "Lost",
        lines: [
          `${formatHours(day.hoursLost)}, ${day.criticalHours < day.hoursLost ? `${formatHours(day.criticalHours)} of them ` : ""}on the critical path`,
        ],
      },
    ],
    remarks: day.isBySight ? ["No source has weather for this day, so we use what was seen on site."] : [],
    parts: [
      ...(hourly
        ? [
            {
              title: "Weather",
              table: {
                columns: [shortColumn(""), ...hourly.hours.map(figureColumn)],
                rows: hourly.rows.map((cells) => shapeRow(cells)),
                total: null,
              },
              entries: [],
              note: hourly.note,
            },
          ]
        : []),
      {
        title: "Work stopped",
        table: null,
        note: "",
        entries: day.delays.map((one) => describeDelay(one, records, ask)),
      },
    ],
    photos: day.delays.flatMap(({ entry }) =>
      entry.photos.map(({ sha256, caption, at }) => ({
        sha256,
        caption: caption || firstLine(entry.text) || TYPE_LABELS[entry.type],
        at,
        by: "",
        tags: entry.tags,
        place: entry.place,
      })),
    ),
  };
}

/** Who submitted, approved or sealed each company's log of the day. */
function logFacts({ date, delays }: AdverseDay<LogEntry>, records: readonly JobRecord[], ask: ShapeAsk) {
  const days = records
    .filter(({ kind }) => kind === "logs.day")
    .map((record) => ({ ...dayOf(shownFields(record.fields)), record }));
  const companies = [...new Set(delays.map(({ entry }) => entry.company))];
  return companies.map((company) => {
    const day = days.find((one) => one.date === date && one.company === company);
    const firm = guestCompanyOf(days, company, date) ?? ask.nameOf(company);
    return {
      name: company === ask.account ? "Log" : `Daily log, ${guestLabel(firm || "someone")}`,
      lines: stateLines(day && { ...day, steps: stepsOf(day.record) }, ask),
    };
  });
}

function describeDelay(
  { entry, hours, critical }: WeatherDelay<LogEntry>,
  records: readonly JobRecord[],
  ask: ShapeAsk,
): ShapeEntry {
  const { account, zone, nameOf } = ask;
  const record = records.find(({ id }) => id === entry.id);
  const first = record?.commands[0];
  const date = entry.date!;
  const days = records.filter(({ kind }) => kind === "logs.day");
  const dayValues = days.map(({ fields }) => dayOf(shownFields(fields)));
  const at = dayValues.findIndex((day) => day.date === date && day.company === entry.company);
  const { fields } = days[at] ?? {};
  const submittedAt =
    fields && isClosed(dayValues[at]!.state)
      ? ((fields[SUBMITTED_FIELD] ?? fields["state"])?.values[0]?.at ?? null)
      : null;
  const firm =
    entry.company === account
      ? null
      : (guestCompanyOf(dayValues, entry.company, date) ?? nameOf(entry.company));
  const marks = first
    ? whenMarks(
        { corrects: entry.corrects, isLate: isLate(entry, { at: first.at, zone, submittedAt }), first },
        date,
        zone,
      )
    : [];
  return {
    at: momentOfEntry(entry.occurredAt, first?.at ?? 0),
    by: [record && first ? writersOf(record, first.author, ask) : "", firm ? guestLabel(firm) : ""]
      .filter(Boolean)
      .join(", "),
    title: `${formatHours(hours)} lost${critical ? ", on the critical path" : ""}`,
    lines: paragraphs(entry.text),
    marks: [...marks, ...placeMark(entry.place, ask)],
    isReplaced: false,
    photos: entry.photos.map(({ sha256 }) => sha256),
  };
}
