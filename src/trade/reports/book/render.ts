import { documentColors } from "#platform/drawing/document-colors.ts";
import type { ShapePhoto } from "#trade/jobs/public.server.ts";
import { dayWords } from "#platform/time/format.ts";
import type { ReportContent } from "../paper/content.ts";
import { type ReportPhoto, shownPhoto, stamp, truncate } from "../paper/photo.ts";
import { formatCount, formatPeriod } from "../rules.ts";
import type { BookPage, BookPhoto } from "./book-page.ts";
import { type BookItem, layoutOf, type PerPage, type PlacedRow } from "./layout.ts";

export const BOOK_TEMPLATE = "trade/reports/book/book.typ";
const LOGO = "logo.png";
const DEFAULT_COLOR = "#1A43BA";
/** Lines of contents on the cover; later groups are in the last one. */
const MOST_CONTENTS = 40;
/** What the cover leaves for a single row of photos, in points. */
const COVER_ROOM = 350;
const REMARK = 30;
/** The longest caption that photos have; nothing of it is left out. */
const MOST_CAPTION = 500;

type Item = BookPhoto & BookItem;

/** A photo book for its template, and as its page on the web shows it. */
export function describeBook(content: ReportContent) {
  const { business, job, zone, createdAt, madeBy, client, shape, from, to } = content;
  const filled = shape?.filled;
  const title = filled?.book?.title ?? "";
  const groups = groupsOf(content);
  const count = groups.reduce((sum, { photos }) => sum + photos.length, 0);
  const remarks = remarksOf(content, count);
  const layout = layoutOf(groups, content.perPage as PerPage, COVER_ROOM - REMARK * remarks.length);
  const numbers = numbered([
    ...(layout.cover ? [layout.cover] : []),
    ...layout.pages.flatMap(({ rows }) => rows),
  ]);
  const many = groups.length > 1;
  const sender = business || "Plumbline";
  const toPrint = (row: PlacedRow<Item>) => ({
    kind: row.kind,
    height: row.height,
    width: row.width,
    heading: many && row.begins !== null ? groups[row.begins]!.title : null,
    photos: row.photos.map((photo) => toShow(photo, numbers)),
  });
  const hero = layout.cover ? null : heroOf(groups.flatMap(({ photos }) => photos));
  const page: BookPage = {
    title,
    groups: groups.map((group) => ({
      title: many ? group.title : "",
      shown: [...(layout.cover ? [layout.cover] : []), ...layout.pages.flatMap(({ rows }) => rows)]
        .filter(({ photos }) => group.photos.includes(photos[0]!))
        .flatMap(({ kind, photos }) => {
          const shown = photos.map((photo) => toShow(photo, numbers));
          return kind === "pair" ? [shown] : shown.map((one) => [one]);
        }),
    })),
  };
  const data = {
    title: `${title}: ${job.name}`,
    shownTitle: title,
    subtitle: job.name,
    description: `Photos of job ${job.name}.`,
    author: sender,
    sender: truncate(sender, 60),
    runningSender: truncate(sender, 36),
    runningTitle: truncate(`${title} · ${job.name}`, 60),
    accent: documentColors(content.colour, DEFAULT_COLOR).accent,
    logo: content.logo ? LOGO : null,
    contact: content.contact,
    facts: [
      ...(client ? [{ name: "Client", value: client }] : []),
      ...(job.address ? [{ name: "Location", value: job.address }] : []),
      ...(count > 0 ? [{ name: "Taken", value: formatPeriod(from, to) }] : []),
      { name: "Photos", value: count.toLocaleString("en-US") },
      { name: "Created by", value: [madeBy, stamp(createdAt, zone)].filter(Boolean).join(", ") },
    ],
    remarks,
    online: count > 0 ? "Each photo opens larger on the web page that came with this report." : "",
    hero: hero && { file: `${hero.sha256}.jpeg` },
    contents: many ? contentsOf(groups, layout.pages) : [],
    cover: layout.cover && toPrint(layout.cover),
    pages: layout.pages.map(({ rows }) => ({ rows: rows.map(toPrint) })),
    made: `Created ${stamp(createdAt, zone)}`,
    words: { page: "Page", of: "of", contents: "Contents" },
  };
  return { data, page };
}

function groupsOf({ shape, photos, zone, places }: ReportContent) {
  const filled = shape?.filled;
  const seen = new Set<string>();
  return (filled?.chapters ?? []).flatMap((chapter) => {
    const own = chapter.photos.flatMap((one) => {
      const photo = photos.get(one.sha256);
      if (!photo || seen.has(one.sha256)) return [];
      seen.add(one.sha256);
      return [itemOf(one, photo, { zone, places, showsTime: filled?.book?.showsTime ?? true })];
    });
    return own.length === 0 ? [] : [{ title: chapter.title, photos: own }];
  });
}

function itemOf(
  { sha256, caption, at, by, tags, place, pair }: ShapePhoto,
  photo: ReportPhoto,
  { zone, places, showsTime }: { zone: string; places: boolean; showsTime: boolean },
): Item {
  const moment = photo.takenAt ?? Temporal.Instant.fromEpochMilliseconds(at);
  const shown = shownPhoto(photo, {
    ...{ sha256, number: 0, caption, at: moment, by, tags, zone, showsTime, mostCaption: MOST_CAPTION },
    place: places ? place : null,
  });
  const label = pair ? `${pair.label}, ${dayWords(moment.toZonedDateTimeISO(zone).toPlainDate())}` : "";
  const about = caption || tags.join(", ");
  return {
    ...{ sha256, label, caption: shown.caption, details: shown.taken, aspect: photo.aspect },
    number: "",
    alt: [label, about || "No caption", about === caption ? tags.join(", ") : ""].filter(Boolean).join(". "),
    text: `${shown.caption} ${shown.taken}`,
    pair: pair ?? null,
  };
}

function numbered(rows: readonly PlacedRow<Item>[]): ReadonlyMap<string, number> {
  return new Map(rows.flatMap(({ photos }) => photos).map(({ sha256 }, at) => [sha256, at + 1]));
}

function toShow(
  { sha256, label, caption, details, alt, aspect }: Item,
  numbers: ReadonlyMap<string, number>,
): BookPhoto & { readonly file: string } {
  const number = numbers.get(sha256) ?? 0;
  return {
    ...{ sha256, label, caption, details, aspect, file: `${sha256}.jpeg` },
    number: `${number}.`,
    alt: `Photo ${number}: ${alt}`,
  };
}

/** For the cover: the first photo that looks good across it. */
const heroOf = (photos: readonly Item[]): Item | undefined =>
  photos.find(({ aspect }) => aspect >= 1.2 && aspect <= 2) ??
  photos.find(({ aspect }) => aspect <= 2) ??
  photos[0];

/** The cover is page 1. */
function contentsOf(
  groups: ReturnType<typeof groupsOf>,
  pages: readonly { readonly rows: readonly PlacedRow<Item>[] }[],
) {
  const pageOf = (at: number) => pages.findIndex(({ rows }) => rows.some(({ begins }) => begins === at)) + 2;
  const more = groups.length > MOST_CONTENTS ? groups.slice(MOST_CONTENTS - 1) : [];
  const lines = groups
    .slice(0, more.length > 0 ? MOST_CONTENTS - 1 : undefined)
    .map(({ title, photos }, at) => ({ title, count: photos.length, page: pageOf(at) }));
  const rest = more.length > 0 && {
    title: `${more.length} more`,
    count: more.reduce((sum, { photos }) => sum + photos.length, 0),
    page: pageOf(MOST_CONTENTS - 1),
  };
  return [...lines, ...(rest ? [rest] : [])].map(({ title, count, page }) => ({
    ...{ title, page },
    count: formatCount(count, "photo", "photos"),
  }));
}

function remarksOf({ absent: unsent, undrawn, left, shape }: ReportContent, count: number): string[] {
  const absent = unsent + (shape?.filled?.book?.absent ?? 0);
  return [
    ...(count === 0 ? ["There are no photos to show."] : []),
    ...(absent
      ? [
          `${formatCount(absent, "photo isn’t", "photos aren’t")} in this report: not uploaded from the phone yet.`,
        ]
      : []),
    ...(undrawn ? [`${formatCount(undrawn, "photo or video", "photos or videos")} can’t be printed.`] : []),
    ...(left ? [`This report shows the first ${count} photos. ${left} more are saved with the job.`] : []),
  ];
}
