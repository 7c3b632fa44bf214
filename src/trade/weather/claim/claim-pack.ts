import {
  type FilledShape,
  type ShapeAsk,
  type ShapeChapter,
  type ShapePart,
  figureColumn,
  shapeRow,
  shortColumn,
  textColumn,
} from "#trade/jobs/public.server.ts";
import type { JobRecord } from "#ground/sync/public.server.ts";
import { dateAt, formatDate, formatHours, momentOfEntry, stamp } from "#trade/fieldwork/public.ts";
import { observationLine, readingFigures, readingSource } from "../format.ts";
import type { Reading } from "../rules.ts";
import { type AdverseDay, type Claim, claimOf, type LoggedWork } from "./adverse-days.ts";
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

const MOST_NAMED = 31;

const days = (count: number) => count.toLocaleString("en-US", { maximumFractionDigits: 1 });

/**
 * Builds the pack for a claim for more time: expected days, actual weather, its cost, and sources. Null
 * without weather or weather delays.
 * @param work entries of the job's logs, corrections applied
 * @param chapterOf the chapter of one lost day, by the tool that logs its work
 */
export function fillClaimPack<W extends LoggedWork>(
  records: readonly JobRecord[],
  work: readonly W[],
  ask: ShapeAsk,
  chapterOf: (day: AdverseDay<W>) => ShapeChapter,
): FilledShape | null {
  const { from, to, account } = ask;
  const claim = claimOf(records, work, { from, to, account });
  if (claim.known.length === 0 && claim.days.length === 0) return null;
  const lost = claim.days.filter(({ counts }) => counts);
  return {
    counts: [`${formatDays(lost.length)} lost to weather`],
    entries: claim.days.reduce((sum, { delays }) => sum + delays.length, 0),
    company: null,
    from,
    to,
    chapters: [summary(claim, records, ask), ...lost.map(chapterOf), ...sources(claim, ask)],
  };
}

function summary(claim: Claim, records: readonly JobRecord[], ask: ShapeAsk): ShapeChapter {
  const { plan, months, unknown } = claim;
  const all = claimTotals(claim);
  const limits = formatLimit(plan.threshold, ask.units);
  const parts = months.filter(({ isPart }) => isPart).map(({ month }) => formatMonth(month));
  const decided = decidedBy(claim, records, ask);
  const named =
    unknown.length > MOST_NAMED ? `${unknown.length} of these days` : unknown.map(formatDate).join("; ");
  return {
    title: "Days lost to weather",
    facts: [
      { name: "Claimed", lines: [`${formatDays(all.beyond)} beyond expected`] },
      {
        name: "Lost",
        lines: [`${formatDays(all.lost)}, of ${formatDays(all.adverse)} when weather reached a limit`],
      },
      {
        name: "Expected",
        lines: [claim.isDecided ? formatDays(all.anticipated) : "Not set for this job, so 0"],
      },
      { name: "Limits", lines: limits.length > 0 ? limits : ["None set, so no day counts as lost"] },
      { name: "Rule", lines: [formatRule(plan.threshold)] },
      ...decided.facts,
    ],
    remarks: [
      ...decided.remarks,
      ...(unknown.length > 0 ? [`No weather data for: ${named}.`] : []),
      ...[describeWaiting(claim.days.reduce((sum, { waiting }) => sum + waiting, 0))].filter(Boolean),
      ...(parts.length > 0
        ? [`Only part of ${parts.join(" and ")} is covered. Expected days are for the whole month.`]
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
        ? [{ name: "Who set them", lines }]
        : [{ name: "Who set them", lines: ["Not set yet. These are common limits."] }],
    remarks:
      first && after > 0 && dateAt(after, zone) > first.date
        ? ["The limits or expected days were changed after some of the days claimed here."]
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
    title: "Actual vs. expected",
    note: "“Beyond” is counted month by month, so a mild month doesn’t offset a bad one.",
    entries: [],
    table: {
      columns: [
        textColumn("Month"),
        figureColumn("Expected"),
        figureColumn("Past a limit"),
        figureColumn("Lost"),
        figureColumn("Beyond"),
      ],
      rows: claim.months.map((month) => shapeRow(cells(formatMonth(month.month), month))),
      total: claim.months.length > 1 ? cells("Total", all) : null,
    },
  };
}

function daysPart(claim: Claim, { units }: ShapeAsk): ShapePart[] {
  if (claim.days.length === 0) return [];
  const rows = claim.days.map((day) =>
    shapeRow([
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
      note: "Hours are added up per company. If several companies lost time, we use the one that lost the most.",
      entries: [],
      table: {
        columns: [
          shortColumn("Day"),
          textColumn("Weather"),
          figureColumn("Lost"),
          figureColumn("Critical"),
          textColumn("Counted"),
        ],
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
      ? shapeRow(
          [formatDate(date), readingFigures(reading, units), readAt(reading, zone)],
          [
            `${readingSource(reading, units)}.`,
            proof(reading),
            ...(reading.model ? [`Modeled: ${proof(reading.model)}`] : []),
          ],
        )
      : shapeRow([formatDate(date), seen ? observationLine(seen, units) : "", "–"]),
  );
  const isCited = known.some(({ reading }) => reading && (reading.source !== "nws" || reading.model));
  const note = `Each one lists its source, the SHA-256 of what the source sent, and the address it came from.${isCited ? " Weather data by Open-Meteo.com, CC BY 4.0." : ""}`;
  const table = {
    columns: [shortColumn("Day"), textColumn("Weather"), shortColumn("Retrieved")],
    rows,
    total: null,
  };
  return [
    {
      title: "Weather sources",
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
