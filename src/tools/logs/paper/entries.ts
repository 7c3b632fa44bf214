import { placeMark, whenMarks, firstLine, paragraphs } from "#trade/fieldwork/public.ts";
import {
  type ShapeAsk,
  type ShapeColumn,
  type ShapeEntry,
  type ShapePart,
  type ShapePhoto,
  type ShapeRow,
  figureColumn,
  shortColumn,
  textColumn,
} from "#trade/jobs/public.server.ts";
import { formatTime } from "#platform/time/format.ts";
import { crewTotals } from "../totals-rules.ts";
import { formatItem } from "../format.ts";
import { CAUSE_LABELS, type LogEntry, TYPE_LABELS } from "../rules.ts";
import type { DateLog, Written } from "./dates.ts";
import { hours, lostOf, round } from "./figures.ts";

/** Whether a guest's entry has not been approved yet. */
export const isWaiting = ({ company, approved }: Written, account: string): boolean =>
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
const timeOf = (entry: Written, zone: string) =>
  formatTime(Temporal.Instant.fromEpochMilliseconds(entry.happenedAt), zone);

function layouts({ zone, business }: ShapeAsk): readonly Layout[] {
  const items = (
    type: "delivery" | "visitor" | "equipment",
    title: string,
    columns: readonly ShapeColumn[],
  ): Layout => ({
    type,
    title,
    columns: [shortColumn("Time"), ...columns],
    cells: (entry) => [timeOf(entry, zone), entry.item?.what ?? "", entry.item?.from ?? "", amount(entry)],
  });
  return [
    {
      type: "crew",
      title: "Crew",
      columns: [
        textColumn("Company"),
        textColumn("Trade"),
        figureColumn("People"),
        figureColumn("Hours each"),
        figureColumn("Hours"),
      ],
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
    items("delivery", "Deliveries", [textColumn("What"), textColumn("From"), figureColumn("Amount")]),
    items("visitor", "Visitors", [textColumn("Who"), textColumn("From"), figureColumn("People")]),
    items("equipment", "Equipment", [textColumn("What"), textColumn("From"), figureColumn("Amount")]),
    {
      type: "delay",
      title: "Delays",
      columns: [
        shortColumn("Time"),
        textColumn("Cause"),
        shortColumn("Critical path"),
        figureColumn("Hours lost"),
      ],
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

const belongs = (entry: Written, { type, columns }: Layout) =>
  entry.type === type &&
  (columns.length === 0 ||
    (type === "crew" ? entry.crew : type === "delay" ? entry.delay : entry.item) !== null);

/**
 * The tables and texts of a day, by type of entry.
 * @param byOf empty for the day's main author
 */
export function partsOf(dateLog: DateLog, ask: ShapeAsk, byOf: (entry: Written) => string): ShapePart[] {
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

export const photosOf = (entry: Written, by: string): ShapePhoto[] =>
  entry.photos.map(({ sha256, caption, at }) => ({
    sha256,
    caption:
      caption || firstLine(entry.text) || (entry.item ? formatItem(entry.item) : TYPE_LABELS[entry.type]),
    at: at || entry.happenedAt,
    by,
    tags: entry.tags,
    place: entry.place,
  }));
