import type { Describer, Told } from "#trade/jobs/public.server.ts";
import { shownFields } from "#ground/sync/public.server.ts";
import { formatDate, entryTitle } from "../format.ts";
import { dayOf, type DayState, entryOf, isEmpty } from "../rules.ts";
import { sortByPlace, weatherOf } from "../weather/rules.ts";
import { observationLine, readingLine } from "../weather/format.ts";

const STATE_TITLES: Readonly<Record<DayState, string | null>> = {
  draft: null,
  submitted: "Day’s log handed in",
  approved: "Day’s log approved",
  rejected: "Day’s log sent back",
  sealed: "Day’s log sealed",
};

/** Entries, changes of a day's state, and weather, for reports of everything. */
export const logDescribers: readonly Describer[] = [
  {
    kind: "logs.entry",
    tell({ id, fields, commands }, { account }): Told[] {
      const entry = entryOf(id, shownFields(fields));
      const [first] = commands;
      if (!first || entry.date === null || entry.approved === false || isEmpty(entry)) return [];
      const isWaiting = account !== null && entry.company !== account && entry.approved === null;
      const title = `${entry.corrects === null ? "" : "Correction. "}${entryTitle(entry)}${isWaiting ? " (of a guest, not approved yet)" : ""}`;
      return [
        {
          at: momentOfEntry(entry.occurredAt, first.at),
          by: first.id,
          date: entry.date,
          title,
          lines: paragraphs(entry.text),
          photos: entry.photos.map(({ sha256, caption }) => ({
            sha256,
            caption: caption || firstLine(entry.text) || title,
          })),
          place: entry.place,
        },
      ];
    },
  },
  {
    kind: "logs.day",
    tell({ fields }): Told[] {
      const state = fields["state"]?.values[0];
      const { date, state: is, why } = dayOf(shownFields(fields));
      const stateTitle = STATE_TITLES[is];
      if (!state || date === null || stateTitle === null) return [];
      return [
        {
          at: state.at,
          by: state.by,
          title: `${stateTitle}: ${formatDate(date)}`,
          lines: why ? [why] : [],
          photos: [],
        },
      ];
    },
  },
  {
    kind: "logs.weather",
    tell({ fields }, { units, place }): Told[] {
      const values = shownFields(fields);
      const { readings, manual } = weatherOf(values);
      const date = typeof values["date"] === "string" ? values["date"] : null;
      const [newest] = sortByPlace(readings, place);
      const source = fields[newest ? `readings.${newest.hash}` : "manual"]?.values[0];
      if (date === null || !source) return [];
      const lines = [newest && readingLine(newest, units), manual && observationLine(manual, units)].flatMap(
        (line) => line || [],
      );
      return lines.length === 0
        ? []
        : [{ at: source.at, by: source.by, date, isOfDay: true, title: "Weather", lines, photos: [] }];
    },
  },
];

/** Falls back to when it was written; milliseconds since 1970. */
export function momentOfEntry(occurredAt: string | null, written: number): number {
  const at = occurredAt === null ? Number.NaN : Date.parse(occurredAt);
  return Number.isNaN(at) ? written : at;
}

export const paragraphs = (text: string): string[] =>
  text
    .split(/\n{2,}/)
    .map((one) => one.trim())
    .filter(Boolean);
export const firstLine = (text: string): string => text.split("\n")[0]?.trim() ?? "";
