import type { ShapeChapter, ShapePart } from "#trade/jobs/public.server.ts";
import { formatTime } from "#platform/time/format.ts";
import { describePhoto, type ReportPhoto, shownPhoto } from "./photo.ts";

/** What chapters are shown with. */
interface Shown {
  readonly zone: string;
  readonly perPage: number;
  /** Whether it says where photos were taken. */
  readonly places: boolean;
  readonly photos: ReadonlyMap<string, ReportPhoto>;
  /** Numbers of photos by hash; none where a report shows none. */
  readonly numbered: ReadonlyMap<string, number>;
}

/**
 * Chapters of a report of a shape of its own, as the template sets them. A photo that several name is shown
 * in the first.
 */
export function shownChapters(chapters: readonly ShapeChapter[], shown: Shown) {
  const seen = new Set<string>();
  return chapters.map(({ title, facts, remarks, parts, photos }) => ({
    title,
    facts,
    remarks,
    parts: parts.map((part) => shownPart(part, shown)),
    photos: photos.flatMap(({ sha256, caption, at, by, tags, place }) => {
      const [photo, number] = [shown.photos.get(sha256), shown.numbered.get(sha256)];
      if (!photo || number === undefined || seen.has(sha256)) return [];
      seen.add(sha256);
      const moment = Temporal.Instant.fromEpochMilliseconds(at);
      return [
        shownPhoto(photo, {
          sha256,
          number,
          caption,
          at: moment,
          by,
          tags,
          zone: shown.zone,
          place: shown.places ? place : null,
        }),
      ];
    }),
  }));
}

function shownPart({ title, note, table, entries }: ShapePart, { zone, numbered }: Shown) {
  return {
    title,
    note,
    table: table && {
      columns: table.columns,
      rows: table.rows.map(({ cells, isReplaced, below, photos }) => ({
        cells,
        isReplaced,
        below: [...below, describePhoto(photos, numbered)].filter(Boolean),
      })),
      total: table.total ?? [],
    },
    entries: entries.map(({ at, by, title: about, lines, marks, isReplaced, photos }) => ({
      time: formatTime(Temporal.Instant.fromEpochMilliseconds(at), zone),
      title: about,
      isReplaced,
      lines,
      about: [by, ...marks].filter(Boolean).join(" · "),
      photos: describePhoto(photos, numbered),
    })),
  };
}
