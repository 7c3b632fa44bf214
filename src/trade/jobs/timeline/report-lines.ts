import { readText } from "#ground/sync/public.ts";
import type { JobRecord } from "#ground/sync/public.server.ts";
import type { Units } from "#platform/measures/units.ts";
import { type Place, placeOf } from "#trade/fieldwork/public.ts";
import { isStatus, type Job, STATUS_WORDS } from "../rules.ts";
import { happenedAt } from "./happened-at.ts";

export interface Told {
  /** When it happened, milliseconds since 1970. */
  readonly at: number;
  /** Id of the command that wrote it, for its author and time of arrival. */
  readonly by: string;
  readonly title: string;
  /** In the job's time zone, "2026-11-20"; the day it happened on if omitted. */
  readonly date?: string;
  /** Whether it belongs to the whole day, such as weather, and has no time. */
  readonly isOfDay?: boolean;
  /** By paragraph. */
  readonly lines: readonly string[];
  readonly photos: readonly { readonly sha256: string; readonly caption: string }[];
  /** As reported by the author's device. */
  readonly place?: Place | null;
}

export interface Describer {
  /** `feature.noun`. */
  readonly kind: string;
  /**
   * @param as.place the job's position; null if unknown
   * @param as.account null if unknown
   */
  tell(
    record: JobRecord,
    as: { readonly units: Units; readonly place: Job["position"]; readonly account: string | null },
  ): readonly Told[];
}

/**
 * SHA-256 of photos that commands brought and a current field (`photos.<hash>`) or value still names. Removed
 * photos are left out.
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

/** Notes with their photos, and the job's status. */
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
      const note = readText(fields["text"]?.values[0]?.value);
      const photos = photosShown(record);
      const by = fields["text"]?.values[0]?.by ?? commands[0]?.id;
      if (by === undefined || (note === "" && photos.length === 0)) return [];
      // A corrected text doesn't change when the note happened.
      const at = happenedAt(fields) ?? commands[0]?.at ?? 0;
      const lines = note ? note.split(/\n{2,}/) : [];
      const caption = note.split("\n")[0] ?? "";
      const title = note ? "Note" : photos.length === 1 ? "Photo" : "Photos";
      const place = placeOf(fields["place"]?.values[0]?.value);
      return [{ at, by, title, lines, photos: photos.map((sha256) => ({ sha256, caption })), place }];
    },
  },
];
