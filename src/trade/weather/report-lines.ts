import type { Describer, Told } from "#trade/jobs/public.server.ts";
import { shownFields } from "#ground/sync/public.server.ts";
import { observationLine, readingLine } from "./format.ts";
import { sortByPlace, weatherOf } from "./rules.ts";

/** The weather of a day, for reports of everything. */
export const weatherDescribers: readonly Describer[] = [
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
