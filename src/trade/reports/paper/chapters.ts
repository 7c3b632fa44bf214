import type { ShapeChapter, ShapePart } from "#trade/jobs/public.server.ts";
import { formatTime } from "#platform/time/format.ts";
import { describePhotos, type ReportPhoto, shownPhoto } from "./photo.ts";

interface PrintContext {
  readonly zone: string;
  readonly perPage: number;
  readonly places: boolean;
  readonly photos: ReadonlyMap<string, ReportPhoto>;
  /** By SHA-256; empty for a report without photos. */
  readonly numbered: ReadonlyMap<string, number>;
}

/** In the form the template expects. A photo in several chapters is printed in the first. */
export function shownChapters(chapters: readonly ShapeChapter[], context: PrintContext) {
  const seen = new Set<string>();
  return chapters.map(({ title, facts, remarks, parts, photos }) => ({
    title,
    facts,
    remarks,
    parts: parts.map((part) => shownPart(part, context)),
    photos: photos.flatMap(({ sha256, caption, at, by, tags, place }) => {
      const [photo, number] = [context.photos.get(sha256), context.numbered.get(sha256)];
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
          zone: context.zone,
          place: context.places ? place : null,
        }),
      ];
    }),
  }));
}

function shownPart({ title, note, table, entries }: ShapePart, { zone, numbered }: PrintContext) {
  return {
    title,
    note,
    table: table && {
      columns: table.columns,
      rows: table.rows.map(({ cells, isReplaced, below, photos }) => ({
        cells,
        isReplaced,
        below: [...below, describePhotos(photos, numbered)].filter(Boolean),
      })),
      total: table.total ?? [],
    },
    entries: entries.map(({ at, by, title: about, lines, marks, isReplaced, photos }) => ({
      time: formatTime(Temporal.Instant.fromEpochMilliseconds(at), zone),
      title: about,
      isReplaced,
      lines,
      about: [by, ...marks].filter(Boolean).join(" · "),
      photos: describePhotos(photos, numbered),
    })),
  };
}
