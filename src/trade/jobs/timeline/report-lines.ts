import type { JobRecord } from "#ground/sync/public.server.ts";
import type { Units } from "#platform/measures/units.ts";
import { type Place, placeOf } from "../photos/photos.ts";
import { isStatus, type Job, STATUS_WORDS } from "../rules.ts";
import { happenedAt } from "./happened-at.ts";

/** One thing that a report of a job tells. */
export interface Told {
  /** When it happened, milliseconds since 1970. */
  readonly at: number;
  /** Id of the command that said it: when it arrived, and who wrote it, is known by that. */
  readonly by: string;
  readonly title: string;
  /**
   * The day of the job's calendar that it belongs to, where the record says so: "2026-11-20". Without it, the
   * day on which it happened.
   */
  readonly date?: string;
  /** Whether it is told of the day as a whole, such as its weather, and has no time of it. */
  readonly isOfDay?: boolean;
  /** What was said, paragraph by paragraph. */
  readonly lines: readonly string[];
  readonly photos: readonly { readonly sha256: string; readonly caption: string }[];
  /** Where whoever wrote it stood, as their device said. */
  readonly place?: Place | null;
}

/** What a tool tells in reports: of one kind of record, what happened as each says it. */
export interface Describer {
  /** `feature.noun`. */
  readonly kind: string;
  /**
   * @param as.place where the job is now; null where nobody said
   * @param as.account the business that the report is of; null where that is not known
   */
  tell(
    record: JobRecord,
    as: { readonly units: Units; readonly place: Job["position"]; readonly account: string | null },
  ): readonly Told[];
}

const text = (value: unknown): string => (typeof value === "string" ? value.trim() : "");

/**
 * The photos that a record shows: those that its commands brought and a value of it still names, by a field
 * (`photos.<hash>`) or inside of one. What was taken off it again is not among them.
 */
export function photosShown({ fields, commands }: JobRecord): string[] {
  const named = Object.entries(fields)
    .flatMap(([name, { values }]) => {
      const value = values[0]?.value;
      return value === undefined || value === null || value === false
        ? []
        : [`${name} ${JSON.stringify(value)}`];
    })
    .join("\n");
  return [...new Set(commands.flatMap(({ media }) => media))].filter((sha256) => named.includes(sha256));
}

/** What jobs themselves tell in reports: notes with their photos, and how far the job is. */
export const jobDescribers: readonly Describer[] = [
  {
    kind: "jobs.job",
    tell({ fields }) {
      const status = fields["status"]?.values[0];
      return status && isStatus(status.value)
        ? [
            {
              at: status.at,
              by: status.by,
              title: `Job: ${STATUS_WORDS[status.value].toLowerCase()}`,
              lines: [],
              photos: [],
            },
          ]
        : [];
    },
  },
  {
    kind: "jobs.note",
    tell(record) {
      const { fields, commands } = record;
      const said = text(fields["text"]?.values[0]?.value);
      const photos = photosShown(record);
      const by = fields["text"]?.values[0]?.by ?? commands[0]?.id;
      if (by === undefined || (said === "" && photos.length === 0)) return [];
      // The first command made it; words that were mended later did not happen later.
      const at = happenedAt(fields) ?? commands[0]?.at ?? 0;
      const lines = said ? said.split(/\n{2,}/) : [];
      const caption = said.split("\n")[0] ?? "";
      const title = said ? "Note" : photos.length === 1 ? "Photo" : "Photos";
      const place = placeOf(fields["place"]?.values[0]?.value);
      return [{ at, by, title, lines, photos: photos.map((sha256) => ({ sha256, caption })), place }];
    },
  },
];
