import type {
  FilledShape,
  ShapeAsk,
  ShapeChapter,
  ShapeColumn,
  ShapeEntry,
  ShapePart,
  ShapeRow,
} from "#trade/jobs/public.server.ts";
import { type JobRecord, shownFields } from "#ground/sync/public.server.ts";
import { type AdverseDay, type Claim, claimOf, type WeatherDelay } from "./adverse-days.ts";
import {
  formatDays,
  formatLimit,
  formatMonth,
  formatPassed,
  formatRule,
  claimTotals,
  describeVerdict,
  describeWaiting,
} from "./format.ts";
import { guestCompanyOf, guestLabel } from "../day/company.ts";
import { placeMark, stamp, stateLines, stepsOf, whenMarks, writersOf } from "../paper/remarks.ts";
import { dateAt, isLate } from "#trade/fieldwork/public.ts";
import { formatDate, formatHours } from "../format.ts";
import { dayOf, SUBMITTED_FIELD, isClosed, TYPE_LABELS } from "../rules.ts";
import { firstLine, momentOfEntry, paragraphs } from "../paper/report-lines.ts";
import { observationLine, readingFigures, readingHours, readingSource } from "../weather/format.ts";
import type { Reading } from "../weather/rules.ts";

const MOST_NAMED = 31;

const column = (is: ShapeColumn["is"]) => (name: string) => ({ name, is });
const [word, short, figure] = [column("words"), column("short"), column("figure")];
const row = (cells: readonly string[], below: readonly string[] = []): ShapeRow => ({
  cells,
  isReplaced: false,
  below,
  photos: [],
});
const days = (count: number) => count.toLocaleString("en-US", { maximumFractionDigits: 1 });

/**
 * Builds the pack for a claim for more time: expected days, actual weather, its cost, and sources. Null
 * without weather or weather delays.
 */
export function fillClaimPack(records: readonly JobRecord[], ask: ShapeAsk): FilledShape | null {
  const { from, to, account } = ask;
  const claim = claimOf(records, { from, to, account });
  if (claim.known.length === 0 && claim.days.length === 0) return null;
  const lost = claim.days.filter(({ counts }) => counts);
  return {
    counts: [`${formatDays(lost.length)} lost to weather`],
    entries: claim.days.reduce((sum, { delays }) => sum + delays.length, 0),
    company: null,
    from,
    to,
    chapters: [
      summary(claim, records, ask),
      ...lost.map((day) => dayChapter(day, records, ask)),
      ...sources(claim, ask),
    ],
  };
}

function summary(claim: Claim, records: readonly JobRecord[], ask: ShapeAsk): ShapeChapter {
  const { plan, months, unknown } = claim;
  const all = claimTotals(claim);
  const limits = formatLimit(plan.threshold, ask.units);
  const parts = months.filter(({ isPart }) => isPart).map(({ month }) => formatMonth(month));
  const decided = decidedBy(claim, records, ask);
  const named =
    unknown.length > MOST_NAMED
      ? `${formatDays(unknown.length)} of these`
      : unknown.map(formatDate).join("; ");
  return {
    title: "Days lost to weather",
    facts: [
      { name: "Claimed", lines: [`${formatDays(all.beyond)} beyond those expected`] },
      {
        name: "Lost",
        lines: [`${formatDays(all.lost)}, of ${formatDays(all.adverse)} on which weather reached a limit`],
      },
      {
        name: "Expected",
        lines: [claim.isDecided ? formatDays(all.anticipated) : "Not written down for this job: none"],
      },
      { name: "Limits", lines: limits.length > 0 ? limits : ["None: no day can be lost"] },
      { name: "Rule", lines: [formatRule(plan.threshold)] },
      ...decided.facts,
    ],
    remarks: [
      ...decided.remarks,
      ...(unknown.length > 0 ? [`The weather is not known of: ${named}.`] : []),
      ...[describeWaiting(claim.days.reduce((sum, { waiting }) => sum + waiting, 0))].filter(Boolean),
      ...(parts.length > 0
        ? [
            `Of ${parts.join(" and ")} only a part is told; the days to be expected are those of the whole month.`,
          ]
        : []),
    ],
    parts: [monthsPart(claim), ...daysPart(claim, ask)],
    photos: [],
  };
}

/** Who set the plan, and when. A reader must know if a limit was set after a day it is applied to. */
function decidedBy({ days: all }: Claim, records: readonly JobRecord[], { zone, nameOf }: ShapeAsk) {
  const plan = records.find(({ kind }) => kind === "logs.plan");
  const planValue = (field: "threshold" | "anticipated") => plan?.fields[field]?.values[0];
  const [limits, expected] = [planValue("threshold"), planValue("anticipated")];
  const decidedLine = (what: string, one: typeof limits) => {
    const by = one && nameOf(one.author);
    return one ? [`${what}${by ? ` by ${by}` : ""}, ${stamp(one.at, zone)}.`] : [];
  };
  const lines = [...decidedLine("Limits", limits), ...decidedLine("Expected days lost", expected)];
  const after = Math.max(limits?.at ?? 0, expected?.at ?? 0);
  const [first] = all.filter(({ counts }) => counts);
  return {
    facts:
      lines.length > 0
        ? [{ name: "Decided", lines }]
        : [{ name: "Decided", lines: ["By nobody yet: these are usual limits."] }],
    remarks:
      first && after > 0 && dateAt(after, zone) > first.date
        ? ["The limits or the days to be expected were last written down after days that are claimed here."]
        : [],
  };
}

function monthsPart(claim: Claim): ShapePart {
  const all = claimTotals(claim);
  const cells = (name: string, { anticipated, adverse, lost, beyond }: typeof all) => [
    name,
    ...[anticipated, adverse, lost, beyond].map(days),
  ];
  return {
    title: "Observed against expected",
    note: "Beyond is counted month by month: a mild month takes nothing from a hard one.",
    entries: [],
    table: {
      columns: [word("Month"), figure("Expected"), figure("Past a limit"), figure("Lost"), figure("Beyond")],
      rows: claim.months.map((month) => row(cells(formatMonth(month.month), month))),
      total: claim.months.length > 1 ? cells("Total", all) : null,
    },
  };
}

function daysPart(claim: Claim, { units }: ShapeAsk): ShapePart[] {
  if (claim.days.length === 0) return [];
  const rows = claim.days.map((day) =>
    row([
      formatDate(day.date),
      formatPassed(day.passed, units) ||
        (day.reading
          ? readingFigures(day.reading, units)
          : day.seen
            ? observationLine(day.seen, units)
            : "–"),
      day.hoursLost ? formatHours(day.hoursLost) : "–",
      day.criticalHours ? formatHours(day.criticalHours) : "–",
      describeVerdict(day),
    ]),
  );
  return [
    {
      title: "Days past a limit, and days with time lost to weather",
      note: "What one company wrote down of a day is added up. Where several lost time, the hours are those of the one that lost the most.",
      entries: [],
      table: {
        columns: [short("Day"), word("Weather"), figure("Lost"), figure("Critical"), word("Counted")],
        rows,
        total: null,
      },
    },
  ];
}

/** The last page: sources of the weather, times of reading, and hashes of the bytes received. */
function sources({ known }: Claim, { units, zone }: ShapeAsk): ShapeChapter[] {
  if (known.length === 0) return [];
  const rows = known.map(({ date, reading, seen }) =>
    reading
      ? row(
          [formatDate(date), readingFigures(reading, units), readAt(reading, zone)],
          [
            `${readingSource(reading, units)}.`,
            proof(reading),
            ...(reading.model ? [`Modelled: ${proof(reading.model)}`] : []),
          ],
        )
      : row([formatDate(date), seen ? observationLine(seen, units) : "", "–"]),
  );
  const isCited = known.some(({ reading }) => reading && (reading.source !== "nws" || reading.model));
  const note = `Under each stand its source, the SHA-256 of what the source sent, and the address it was read from.${isCited ? " Weather data by Open-Meteo.com, CC BY 4.0." : ""}`;
  const table = { columns: [short("Day"), word("Weather"), short("Read")], rows, total: null };
  return [
    {
      title: "Where the weather comes from",
      facts: [],
      remarks: [],
      parts: [{ title: "Readings", note, entries: [], table }],
      photos: [],
    },
  ];
}

const readAt = ({ fetchedAt }: Reading, zone: string): string => {
  const at = momentOfEntry(fetchedAt, 0);
  return at === 0 ? "" : stamp(at, zone);
};
const proof = ({ hash, url }: Pick<Reading, "hash" | "url">): string => `${hash} ${url}`;

function dayChapter(day: AdverseDay, records: readonly JobRecord[], ask: ShapeAsk): ShapeChapter {
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
    remarks: day.isBySight
      ? ["No source knows the weather of this day: it is held against what was seen on site."]
      : [],
    parts: [
      ...(hourly
        ? [
            {
              title: "Weather",
              table: {
                columns: [short(""), ...hourly.hours.map(figure)],
                rows: hourly.rows.map((cells) => row(cells)),
                total: null,
              },
              entries: [],
              note: hourly.note,
            },
          ]
        : []),
      {
        title: "Work that stood still",
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
function logFacts({ date, delays }: AdverseDay, records: readonly JobRecord[], ask: ShapeAsk) {
  const days = records
    .filter(({ kind }) => kind === "logs.day")
    .map((record) => ({ ...dayOf(shownFields(record.fields)), record }));
  const companies = [...new Set(delays.map(({ entry }) => entry.company))];
  return companies.map((company) => {
    const day = days.find((one) => one.date === date && one.company === company);
    const firm = guestCompanyOf(days, company, date) ?? ask.nameOf(company);
    return {
      name: company === ask.account ? "Log" : `Log of ${guestLabel(firm || "somebody")}`,
      lines: stateLines(day && { ...day, steps: stepsOf(day.record) }, ask),
    };
  });
}

function describeDelay(
  { entry, hours, critical }: WeatherDelay,
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
