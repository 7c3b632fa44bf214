import { documentColors } from "#platform/drawing/document-colors.ts";
import type { ShapeItem, ShapeList, ShapePhoto } from "#trade/jobs/public.server.ts";
import type { ReportContent } from "../paper/content.ts";
import { type ReportPhoto, shownPhoto, stamp, truncate } from "../paper/photo.ts";
import { formatCount } from "../rules.ts";
import { legendOf, type LabelSize, placePins } from "./pins.ts";
import { signaturesIn } from "./signatures.ts";
import type { ItemPhoto, ItemsPage } from "./items-page.ts";

export const ITEMS_TEMPLATE = "trade/reports/items/items.typ";
const LOGO = "logo.png";
const DEFAULT_COLOR = "#1A43BA";
/** An item with more text may break across pages. */
const LONG_TEXT = 700;

/** What a pin's label and the room around it take, as fractions of the picture's width. */
const PAPER_LABEL = { width: 0.044, height: 0.032 };
const PHONE_LABEL = { width: 0.085, height: 0.065 };

/** About five pages. */
const MOST_MEASURED = 60;

/** A list for its template, and as its page on the web shows it. */
export function describeItems(content: ReportContent, list: ShapeList) {
  const { business, job, zone, createdAt, madeBy, client, photos } = content;
  const sender = business || "Plumbline";
  const signatureOf = signaturesIn(list);
  const plans = list.plans.flatMap(({ title, sha256, pins }) => {
    const picture = photos.get(sha256);
    const numbers = pins.map(({ number }) => number).join(", ");
    const alt = `${title}, with ${formatCount(pins.length, "pin", "pins")}: ${numbers}`;
    if (!picture) return [];
    const { aspect } = picture;
    return [{ title, sha256, pins: placePins(pins, sizeOfLabel(PHONE_LABEL, aspect)), alt, aspect }];
  });
  const groups = list.groups.map(({ items, ...group }) => ({
    ...group,
    items: items.map((item) => ({ ...item, photos: photosOf(item, content) })),
  }));
  const page: ItemsPage = {
    ...{
      kind: "items",
      title: list.title,
      noun: list.noun,
      figures: list.figures,
      plans,
      groups,
      rows: list.rows,
    },
    isToSign: list.signs.length > 0,
    words: [...list.words, ...remarksOf(content, list.plans.length - plans.length)],
  };
  const data = {
    title: `${list.title}: ${job.name}`,
    shownTitle: list.title,
    subtitle: job.name,
    description: `${list.title} of job ${job.name}.`,
    author: sender,
    sender: truncate(sender, 60),
    runningSender: truncate(sender, 36),
    runningTitle: truncate(`${list.title} · ${job.name}`, 60),
    accent: documentColors(content.colour, DEFAULT_COLOR).accent,
    logo: content.logo ? LOGO : null,
    contact: content.contact,
    facts: [
      ...(client ? [{ name: "Client", value: client }] : []),
      ...(job.address ? [{ name: "Location", value: job.address }] : []),
      ...list.facts,
      { name: "Created by", value: [madeBy, stamp(createdAt, zone)].filter(Boolean).join(", ") },
    ],
    figures: list.figures,
    remarks: page.words,
    plans: plans.map(({ title, sha256, pins, ...plan }) => ({
      ...{ ...plan, heading: title, file: `${sha256}.jpeg` },
      pins: placePins(pins, sizeOfLabel(PAPER_LABEL, plan.aspect)),
      legend: legendOf(pins),
    })),
    groups: groups.map(({ title, items, isCompact = false, hasPhotosBelow }) => ({
      ...{ heading: title, isCompact },
      rows: hasPhotosBelow ? rowsOf(items.flatMap(({ number, photos: own }) => numbered(number, own))) : [],
      count: isCompact ? "" : formatCount(items.length, list.noun, `${list.noun}s`),
      items: items.map(({ title: text, number, mark, tone, details, lines, photos: own, signature }) => ({
        ...{ text, number, mark, tone, details, lines, signature: signatureOf(signature) },
        isLong: lines.join("").length > LONG_TEXT || (!hasPhotosBelow && own.length > 3),
        rows: hasPhotosBelow ? [] : rowsOf(own),
      })),
    })),
    signs: list.signs,
    // Its template measures it to fill its last page, which would take long for a long list.
    isShort: list.signs.length === 0 && list.groups.flatMap(({ items }) => items).length <= MOST_MEASURED,
    made: `Created ${stamp(createdAt, zone)}`,
    words: { page: "Page", of: "of" },
  };
  return { data, page };
}

const sizeOfLabel = ({ width, height }: LabelSize, aspect: number): LabelSize => ({
  width,
  height: height * aspect,
});

const numbered = (number: string, photos: readonly ItemPhoto[]): ItemPhoto[] =>
  photos.map((photo) => ({
    ...photo,
    details: [number && `Item ${number}`, photo.details].filter(Boolean).join(" · "),
  }));

/** Two of a pair side by side, others three in a row. */
function rowsOf(photos: readonly ItemPhoto[]) {
  const [pairs, others] = [photos.filter(({ label }) => label), photos.filter(({ label }) => !label)];
  const inRows = (all: readonly ItemPhoto[], most: number) =>
    Array.from({ length: Math.ceil(all.length / most) }, (_, at) => ({
      columns: most,
      photos: all
        .slice(at * most, (at + 1) * most)
        .map(({ sha256, ...photo }) => ({ ...photo, file: `${sha256}.jpeg` })),
    }));
  return [...inRows(pairs, 2), ...inRows(others, 3)];
}

function photosOf({ number, title, photos }: ShapeItem, content: ReportContent): ItemPhoto[] {
  return photos.flatMap((one) => {
    const photo = content.photos.get(one.sha256);
    return photo ? [photoOf(one, photo, `${number} ${title}`.trim(), content)] : [];
  });
}

function photoOf(
  { sha256, caption, at, by, tags, place, pair }: ShapePhoto,
  photo: ReportPhoto,
  of: string,
  { zone, places }: ReportContent,
): ItemPhoto {
  const moment = photo.takenAt ?? Temporal.Instant.fromEpochMilliseconds(at);
  const shown = shownPhoto(photo, {
    ...{ sha256, number: 0, caption, at: moment, by, tags, zone },
    place: places ? place : null,
  });
  const label = pair?.label ?? "";
  return {
    ...{ sha256, label, aspect: photo.aspect },
    details: [caption, shown.taken].filter(Boolean).join(" · "),
    alt: `${label || "Photo"}: ${of}`,
  };
}

/**
 * What the list should show and doesn't.
 * @param unshown pages of plans, whose pictures `absent` counts too
 */
function remarksOf({ absent, undrawn, left }: ReportContent, unshown: number): string[] {
  const photos = absent - Math.min(absent, unshown);
  return [
    ...(unshown
      ? [
          `${formatCount(unshown, "page of the plans isn’t", "pages of the plans aren’t")} in this report: not uploaded from the device yet.`,
        ]
      : []),
    ...(photos
      ? [
          `${formatCount(photos, "photo isn’t", "photos aren’t")} in this report: not uploaded from the phone yet.`,
        ]
      : []),
    ...(undrawn ? [`${formatCount(undrawn, "photo or video", "photos or videos")} can’t be printed.`] : []),
    ...(left ? [`${formatCount(left, "more photo is", "more photos are")} saved with the job.`] : []),
  ];
}
