import type { FilledShape, ShapeAsk, ShapeChapter, ShapeColumn, ShapeEntry, ShapePart, ShapeRow } from "#features/jobs/public.server.ts";
import type { JobRecord } from "#features/sync/public.server.ts";
import { dayWords, timeWords } from "#platform/time/words.ts";
import { type AdverseDay, type Claim, claimOf } from "./adverse.ts";
import { dayCount, limitWords, monthWords, passedWords, ruleWords, sums, verdictWords, waitingWords } from "./adverse-words.ts";
import { dateWords, hoursWords, isLate, TYPE_WORDS } from "./rules.ts";
import { firstLine, momentOfEntry, paragraphs } from "./told.ts";
import { observationLine, readingFigures, readingHours, readingSource } from "./weather-line.ts";
import type { Reading } from "./weather-rules.ts";

/** Days without known weather that are named one by one. */
const MOST_NAMED = 31;

const column = (is: ShapeColumn["is"]) => (name: string) => ({ name, is });
const [word, short, figure] = [column("words"), column("short"), column("figure")];
const row = (cells: readonly string[], below: readonly string[] = []): ShapeRow => ({ cells, isReplaced: false, below, photos: [] });
const days = (count: number) => count.toLocaleString("en-US", { maximumFractionDigits: 1 });
const moment = (at: number) => Temporal.Instant.fromEpochMilliseconds(at);

/**
 * The pack for a claim on time: what weather was to be expected, what came, what it cost, and where each figure comes from. A page for each
 * day lost. Null where nothing is known of the weather of these days and nobody wrote of it.
 */
export function fillClaimPack(records: readonly JobRecord[], ask: ShapeAsk): FilledShape | null {
  const { from, to, account } = ask;
  const claim = claimOf(records, { from, to, account });
  if (claim.known.length === 0 && claim.days.length === 0) return null;
  const lost = claim.days.filter(({ counts }) => counts);
  return {
    counts: [`${dayCount(lost.length)} lost to weather`],
    entries: claim.days.reduce((sum, { stood }) => sum + stood.length, 0),
    company: null,
    from,
    to,
    chapters: [summary(claim, ask), ...lost.map((day) => dayChapter(day, records, ask)), ...sources(claim, ask)],
  };
}

function summary(claim: Claim, ask: ShapeAsk): ShapeChapter {
  const { plan, months, unknown } = claim;
  const all = sums(claim);
  const limits = limitWords(plan.threshold, ask.units);
  const parts = months.filter(({ isPart }) => isPart).map(({ month }) => monthWords(month));
  const named = unknown.length > MOST_NAMED ? `${dayCount(unknown.length)} of these` : unknown.map(dateWords).join("; ");
  return {
    title: "Days lost to weather",
    facts: [
      { name: "Claimed", lines: [`${dayCount(all.beyond)} beyond those that were to be expected`] },
      { name: "Lost", lines: [`${dayCount(all.lost)}, of ${dayCount(all.adverse)} on which weather reached a limit`] },
      { name: "Expected", lines: [claim.isDecided ? dayCount(all.anticipated) : "Not written down for this job: none"] },
      { name: "Limits", lines: limits.length > 0 ? limits : ["None: no day can be lost"] },
      { name: "Rule", lines: [ruleWords(plan.threshold)] },
    ],
    remarks: [
      ...(unknown.length > 0 ? [`The weather is not known of: ${named}.`] : []),
      ...[waitingWords(claim.days.reduce((sum, { waiting }) => sum + waiting, 0))].filter(Boolean),
      ...(parts.length > 0 ? [`Of ${parts.join(" and ")} only a part is told; the days to be expected are those of the whole month.`] : []),
    ],
    parts: [monthsPart(claim), ...daysPart(claim, ask)],
    photos: [],
  };
}

function monthsPart(claim: Claim): ShapePart {
  const all = sums(claim);
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
      rows: claim.months.map((month) => row(cells(monthWords(month.month), month))),
      total: claim.months.length > 1 ? cells("Total", all) : null,
    },
  };
}

function daysPart(claim: Claim, { units }: ShapeAsk): ShapePart[] {
  if (claim.days.length === 0) return [];
  const rows = claim.days.map((day) =>
    row([
      dateWords(day.date),
      passedWords(day.passed, units) ||
        (day.reading ? readingFigures(day.reading, units) : day.seen ? observationLine(day.seen, units) : "–"),
      day.hoursLost ? hoursWords(day.hoursLost) : "–",
      day.criticalHours ? hoursWords(day.criticalHours) : "–",
      verdictWords(day),
    ]),
  );
  return [
    {
      title: "Days past a limit, and days with time lost to weather",
      note: "Where several companies lost time on a day, its hours are those of the one that lost the most.",
      entries: [],
      table: { columns: [short("Day"), word("Weather"), figure("Lost"), figure("Critical"), word("Counted")], rows, total: null },
    },
  ];
}

/** The last page: where each day’s weather comes from, who measured it, when it was read, and the hash of what was sent. */
function sources({ known }: Claim, { units, zone }: ShapeAsk): ShapeChapter[] {
  if (known.length === 0) return [];
  const rows = known.map(({ date, reading, seen }) =>
    reading
      ? row([dateWords(date), readingFigures(reading, units), readAt(reading, zone)], [`${readingSource(reading, units)}.`, proof(reading)])
      : row([dateWords(date), seen ? observationLine(seen, units) : "", "–"]),
  );
  const isCited = known.some(({ reading }) => reading && reading.source !== "nws");
  const note = `Under each stand its source, the SHA-256 of what the source sent, and the address it was read from.${isCited ? " Weather data by Open-Meteo.com, CC BY 4.0." : ""}`;
  const table = { columns: [short("Day"), word("Weather"), short("Read")], rows, total: null };
  return [
    { title: "Where the weather comes from", facts: [], remarks: [], parts: [{ title: "Readings", note, entries: [], table }], photos: [] },
  ];
}

const readAt = ({ fetchedAt }: Reading, zone: string): string => {
  const at = momentOfEntry(fetchedAt, 0);
  return at === 0 ? "" : `${dayWords(moment(at).toZonedDateTimeISO(zone).toPlainDate())}, ${timeWords(moment(at), zone)}`;
};
const proof = ({ hash, url }: Reading): string => `${hash} ${url}`;

/** One day lost: its weather hour by hour, and the work that it stopped, as it was written down. */
function dayChapter(day: AdverseDay, records: readonly JobRecord[], ask: ShapeAsk): ShapeChapter {
  const { units, zone } = ask;
  const { reading, seen } = day;
  const firsts = new Map(records.flatMap(({ id, commands: [first] }) => (first ? [[id, first] as const] : [])));
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
      { name: "Past its limit", lines: [passedWords(day.passed, units)] },
      {
        name: "Lost",
        lines: [
          `${hoursWords(day.hoursLost)}, ${day.criticalHours < day.hoursLost ? `${hoursWords(day.criticalHours)} of them ` : ""}on the critical path`,
        ],
      },
    ],
    remarks: day.isBySight ? ["No source knows the weather of this day: it is held against what was seen on site."] : [],
    parts: [
      ...(hourly
        ? [
            {
              title: "Weather",
              table: { columns: [short(""), ...hourly.hours.map(figure)], rows: hourly.rows.map((cells) => row(cells)), total: null },
              entries: [],
              note: hourly.note,
            },
          ]
        : []),
      {
        title: "Work that stood still",
        table: null,
        note: "",
        entries: day.stood.map(({ entry, hours, critical }): ShapeEntry => {
          const first = firsts.get(entry.id);
          const late = first && isLate(entry, { at: first.at, zone, submittedAt: null });
          return {
            at: momentOfEntry(entry.occurredAt, first?.at ?? 0),
            by: ask.nameOf(first?.author ?? null),
            title: `${hoursWords(hours)} lost${critical ? ", on the critical path" : ""}`,
            lines: paragraphs(entry.text),
            marks: late ? [`late, written ${dayWords(moment(first.at).toZonedDateTimeISO(zone).toPlainDate())}`] : [],
            isReplaced: false,
            photos: entry.photos.map(({ sha256 }) => sha256),
          };
        }),
      },
    ],
    photos: day.stood.flatMap(({ entry }) =>
      entry.photos.map(({ sha256, caption, at }) => ({
        sha256,
        caption: caption || firstLine(entry.text) || TYPE_WORDS[entry.type],
        at,
        by: "",
        tags: entry.tags,
      })),
    ),
  };
}
