import { documentColors } from "#platform/drawing/document-colors.ts";
import type { DocumentRequest } from "#platform/pdf/render.server.ts";
import { formatTime } from "#platform/time/format.ts";
import type { ReportContent, ReportEntry } from "./content.ts";
import { BOOK_TEMPLATE, describeBook } from "../book/render.ts";
import { describeItems, ITEMS_TEMPLATE } from "../items/render.ts";
import { signatureFiles } from "../items/signatures.ts";
import { shownChapters } from "./chapters.ts";
import { formatCount, formatPeriod } from "../rules.ts";
import {
  truncate,
  graphemes,
  describePhotos,
  formatPlaceLine,
  type ReportPhoto,
  shownPhoto,
  stamp,
} from "./photo.ts";

const TEMPLATE = "trade/reports/report.typ";
const LOGO = "logo.png";
const DEFAULT_COLOR = "#1A43BA";
/** Longer words get break points, because no column is wide enough. */
const LONGEST_WORD = 60;
const PIECE_LENGTH = 20;

/** The same content gives the same bytes. */
export function requestOf(content: ReportContent): DocumentRequest {
  const { logo, photos, createdAt, shape } = content;
  const { book, list } = shape?.filled ?? {};
  return {
    template: list ? ITEMS_TEMPLATE : book ? BOOK_TEMPLATE : TEMPLATE,
    data: list
      ? withBreaks(describeItems(content, list).data)
      : book
        ? withBreaks(describeBook(content).data)
        : describeReport(content),
    createdAt,
    files: {
      ...(logo ? { [LOGO]: logo } : {}),
      ...(list ? signatureFiles(list) : {}),
      ...Object.fromEntries(
        [...photos].map(([sha256, { path }]) => [`${sha256}.jpeg`, { path, isPhoto: true }]),
      ),
    },
  };
}

function describeReport(content: ReportContent) {
  const {
    business,
    job,
    from,
    to,
    zone,
    createdAt,
    madeBy,
    entries,
    perPage,
    photos,
    absent,
    undrawn,
    left,
    since,
    history,
    shape,
  } = content;
  const sender = business || "Plumbline";
  const chapters = shape?.filled?.chapters ?? [];
  const numbered = numberPhotos([...entries, ...chapters], photos);
  const period = formatPeriod(from, to);
  const what = shape?.label ?? "Report";
  const made = `Created ${stamp(createdAt, zone)}`;
  return withBreaks({
    title: `${what} for ${job.name}, ${period}`,
    shownTitle: job.name,
    subtitle:
      since && !shape
        ? `New since ${stamp(since, zone)}`
        : shape || from !== to
          ? `${what}, ${period}`
          : `Report for ${period}`,
    description: `Report for job ${job.name}.`,
    author: sender,
    sender: truncate(sender, 60),
    runningSender: truncate(sender, 36),
    runningTitle: truncate(`${job.name} · ${period}`, 60),
    accent: documentColors(content.colour, DEFAULT_COLOR).accent,
    logo: content.logo ? LOGO : null,
    contact: content.contact,
    facts: [
      ...(job.address ? [{ name: "Location", value: job.address }] : []),
      {
        name: "Contents",
        value: [
          ...(shape
            ? (shape.filled?.counts ?? ["Nothing"])
            : [formatCount(entries.length, "entry", "entries")]),
          ...(perPage ? [formatCount(numbered.size, "photo", "photos")] : []),
        ].join(", "),
      },
      ...(shape?.filled?.company ? [{ name: "Company", value: shape.filled.company }] : []),
      { name: "Created by", value: [madeBy, stamp(createdAt, zone)].filter(Boolean).join(", ") },
    ],
    remarks: [
      ...(entries.length === 0 && chapters.length === 0 ? ["No entries on these days."] : []),
      ...(absent
        ? [
            `When this report was created, ${formatCount(absent, "photo", "photos")} hadn’t uploaded yet from the device that took ${absent === 1 ? "it" : "them"}.`,
          ]
        : []),
      ...(undrawn
        ? [
            `${formatCount(undrawn, "photo or video is", "photos or videos are")} saved with the job but can’t be printed. See the job or the ZIP of its history.`,
          ]
        : []),
      ...(left
        ? [
            `${formatCount(left, "more photo is", "more photos are")} saved with the job. This report shows the first ${numbered.size}.`,
          ]
        : []),
    ],
    days: daysOf(content, perPage ? numbered : new Map()),
    chapters: shownChapters(chapters, { ...content, perPage, numbered: perPage ? numbered : new Map() }),
    perPage,
    photos: perPage ? photosOf(content, numbered) : [],
    signatures: content.signatures.map(({ name, document, at, way }) => ({
      name,
      details: `${way} “${document}”, ${stamp(at, zone)}`,
    })),
    proof: history && proofOf(history, stamp(Temporal.Instant.from(history.at), zone)),
    made,
    words: { page: "Page", of: "of", photos: "Photos", signatures: "Signatures" },
  });
}

/** From 1, in order of first mention. */
function numberPhotos(
  entries: readonly Pick<ReportEntry, "photos">[],
  photos: ReadonlyMap<string, ReportPhoto>,
): Map<string, number> {
  const numbers = new Map<string, number>();
  for (const { sha256 } of entries.flatMap((entry) => entry.photos))
    if (photos.has(sha256) && !numbers.has(sha256)) numbers.set(sha256, numbers.size + 1);
  return numbers;
}

function daysOf({ entries, zone, places }: ReportContent, numbered: ReadonlyMap<string, number>) {
  const days = Map.groupBy(entries, ({ day }) => day);
  return [...days].map(([day, happened]) => ({
    title: Temporal.PlainDate.from(day).toLocaleString("en-US", { dateStyle: "full" }),
    entries: happened.map(({ at, day: of, isOfDay, receivedAt, by, title, lines, photos, place }) => {
      return {
        time: isOfDay ? "All day" : formatTime(at, zone),
        by,
        title,
        lines: lines.map((line) => line.trim()).filter(Boolean),
        photos: describePhotos(
          photos.map(({ sha256 }) => sha256),
          numbered,
        ),
        mark: [
          !isOfDay && isLate(of, receivedAt, zone) ? `arrived ${stamp(receivedAt, zone)}` : "",
          places && place
            ? `at ${formatPlaceLine({ latitude: place.lat, longitude: place.lon, accuracy: place.accuracy })}`
            : "",
        ]
          .filter(Boolean)
          .join(" · "),
      };
    }),
  }));
}

/** Arrived on a later day than it happened. */
const isLate = (day: string, receivedAt: Temporal.Instant, zone: string): boolean =>
  receivedAt.toZonedDateTimeISO(zone).toPlainDate().toString() > day;

function photosOf({ entries, photos, zone, places }: ReportContent, numbered: ReadonlyMap<string, number>) {
  const shown = new Set<string>();
  return entries.flatMap((entry) =>
    entry.photos.flatMap(({ sha256, caption }) => {
      const [photo, number] = [photos.get(sha256), numbered.get(sha256)];
      if (!photo || number === undefined || shown.has(sha256)) return [];
      shown.add(sha256);
      return [
        shownPhoto(photo, {
          sha256,
          number,
          caption,
          at: entry.at,
          by: entry.by,
          zone,
          place: places ? entry.place : null,
        }),
      ];
    }),
  );
}

function proofOf(
  { number, hash, at, key, signature, sealedTo }: NonNullable<ReportContent["history"]>,
  when: string,
) {
  return {
    title: "Job history at that time.",
    text: `When this report was created, ${when}, the job’s history had ${formatCount(number, "entry", "entries")}${sealedTo ? `, locked through entry ${sealedTo}` : ""}. Each entry includes the hash of the one before it. Save this page. If an entry changes later, the hash below won’t match.`,
    facts: [
      { name: `Hash of entry ${number}`, value: hash },
      { name: "Signed at", value: at },
      { name: "Signing key", value: key },
      { name: "Signature", value: signature },
    ],
  };
}

/** In every text of a structure. */
export function withBreaks<T>(value: T, name = ""): T {
  // File names and colors aren't text, and document properties have no columns.
  if (["file", "logo", "accent", "title", "description", "author"].includes(name)) return value;
  if (typeof value === "string")
    return value.replaceAll(new RegExp(`\\S{${LONGEST_WORD},}`, "gu"), splitWord) as T;
  if (Array.isArray(value)) return value.map((each: unknown) => withBreaks(each)) as T;
  if (value !== null && typeof value === "object")
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withBreaks(each, key)])) as T;
  return value;
}

function splitWord(word: string): string {
  const all = Array.from(graphemes.segment(word), ({ segment }) => segment);
  return Array.from({ length: Math.ceil(all.length / PIECE_LENGTH) }, (_, at) =>
    all.slice(at * PIECE_LENGTH, (at + 1) * PIECE_LENGTH).join(""),
  ).join("\u200B");
}
