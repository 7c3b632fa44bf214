import { readNumber, readRecord, readText, readTextOrNull, type Values } from "#ground/sync/public.ts";

export const PLAN = "plans.plan";

/** Characters. */
export const LONGEST = { title: 120, level: 80, file: 200 } as const;
/** Pages of a version, versions of a plan, and pixels of a page's longer side and of its whole picture. */
export const MOST = { pages: 300, versions: 60, side: 8_000, pixels: 48_000_000 } as const;

/** The picture of a page. */
export interface PlanPage {
  readonly sha256: string;
  readonly width: number;
  readonly height: number;
}

export interface Version {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The name of the file that it was read from. */
  readonly file: string | null;
  /** Whether it starts without the pins of earlier versions. */
  readonly isFresh: boolean;
  readonly pages: readonly PlanPage[];
}

export interface Plan {
  readonly title: string;
  readonly level: string | null;
  /** Latest first. A plan of which nothing is whole yet has none. */
  readonly versions: readonly Version[];
}

export const versionField = (version: string): `versions.${string}` => `versions.${version}`;
/** @param page from 0 */
export const pageField = (version: string, page: number): `pages.${string}` => `pages.${version}-${page}`;

const SHA256 = /^[0-9a-f]{64}$/;

function pageOf(value: unknown): PlanPage | null {
  const { sha256, width, height } = readRecord(value) ?? {};
  const [across, down] = [readNumber(width) ?? 0, readNumber(height) ?? 0];
  return SHA256.test(readText(sha256)) && across > 0 && down > 0
    ? { sha256: readText(sha256), width: across, height: down }
    : null;
}

/** A plan from what devices wrote. */
export function planOf(values: Values): Plan {
  const versions = Object.entries(values).flatMap(([field, value]): Version[] => {
    const { at, count, file, fresh } = (field.startsWith("versions.") && readRecord(value)) || {};
    const id = field.slice("versions.".length);
    const pages = Array.from({ length: Math.min(readNumber(count) ?? 0, MOST.pages) }, (_, page) =>
      pageOf(values[pageField(id, page)]),
    ).filter((page) => page !== null);
    return pages.length > 0 && pages.length === count
      ? [{ id, at: readNumber(at) ?? 0, file: readTextOrNull(file), isFresh: fresh === true, pages }]
      : [];
  });
  return {
    title: readText(values["title"]),
    level: readTextOrNull(values["level"]),
    versions: versions.toSorted((one, other) => other.at - one.at || (one.id < other.id ? 1 : -1)),
  };
}

/** Why a change is refused, or null. @param before the record's values, {} for a new one */
export function refusePlan(before: Values, sets: Values): string | null {
  const fields = Object.keys(sets);
  const changed = fields.find(
    (field) =>
      (field.startsWith("pages.") || (field.startsWith("versions.") && sets[field] !== null)) &&
      before[field] !== undefined &&
      before[field] !== null &&
      JSON.stringify(before[field]) !== JSON.stringify(sets[field]),
  );
  if (changed) return "A version of a plan doesn’t change. Add a new one.";
  const after = { ...before, ...sets };
  const versions = Object.entries(after).filter(([field, value]) => field.startsWith("versions.") && value);
  if (versions.length > MOST.versions)
    return `A plan has at most ${MOST.versions} versions. Remove an old one first.`;
  return versions.length > 0 && !readText(after["title"]).trim() ? "Give the plan a name." : null;
}

/** A spot on a page, and what it stands for. */
export interface PlanPin {
  readonly id: string;
  /** As people say it, such as PL-001; null until it has one. */
  readonly number: string | null;
  readonly title: string;
  /** Of what it stands for, in its own words and as a name that the styles know. */
  readonly state: string;
  readonly stateWords: string;
  /** From 0. */
  readonly page: number;
  /** Fractions of the page's width and height. */
  readonly x: number;
  readonly y: number;
  /** When it was placed, milliseconds since 1970. */
  readonly at: number;
}

/** The pins that a version shows: those placed since the latest version that started without any. */
export function pinsOn<One extends Pick<PlanPin, "at">>(
  { versions }: Plan,
  shown: Version,
  pins: readonly One[],
): One[] {
  const since = versions.find(({ isFresh, at }) => isFresh && at <= shown.at)?.at ?? -Infinity;
  return pins.filter(({ at }) => at >= since);
}

/**
 * The latest picture of a page with a pin's spot on it. A pin from before a version that started without any
 * is on the version before that one.
 * @param pin.at when it was placed, milliseconds since 1970
 * @returns null if the plan has no such page
 */
export function pictureOfPin(
  { versions }: Plan,
  pin: Pick<PlanPin, "page" | "at">,
): { readonly version: Version; readonly picture: PlanPage; readonly isLatest: boolean } | null {
  const ends = versions.findLast(({ isFresh, at }) => isFresh && at > pin.at)?.at ?? Infinity;
  const hasPage = ({ pages }: Version) => pin.page in pages;
  const version =
    versions.find((one) => one.at < ends && hasPage(one)) ??
    // The clock of a phone was off: better the oldest picture than no spot.
    versions.findLast(hasPage);
  return version ? { version, picture: version.pages[pin.page]!, isLatest: version === versions[0] } : null;
}

/** Fraction by which a page's shape may differ without its pins being elsewhere. */
const SAME_SHAPE = 0.01;

/** Whether a page of the new version has another shape than the page that it replaces. */
export const isOtherShape = (before: readonly PlanPage[], after: readonly PlanPage[]): boolean =>
  after.some((page, at) => {
    const old = before[at];
    return old && Math.abs((page.width / page.height) * (old.height / old.width) - 1) > SAME_SHAPE;
  });

/** Pins that are too close to tell apart. */
export interface Cluster {
  readonly pins: readonly [PlanPin, ...PlanPin[]];
  readonly x: number;
  readonly y: number;
}

/** @param cell width and height within which pins are one, as fractions of the page */
export function clusters(
  pins: readonly PlanPin[],
  cell: { readonly x: number; readonly y: number },
): Cluster[] {
  const mean = (all: readonly number[]) => all.reduce((sum, one) => sum + one, 0) / all.length;
  return [
    ...Map.groupBy(pins, ({ x, y }) => `${Math.floor(x / cell.x)} ${Math.floor(y / cell.y)}`).values(),
  ].flatMap((all) => {
    const [first, ...rest] = all;
    return first
      ? [{ pins: [first, ...rest], x: mean(all.map(({ x }) => x)), y: mean(all.map(({ y }) => y)) }]
      : [];
  });
}

/** Dots per inch at which small print of a large sheet can be read, and pixels that a small page gets. */
const [SHARP_DPI, SHARP_SIDE] = [200, 3_000];

/** Pixels per point at which a page of a PDF is drawn. @param size in points, a 72nd of an inch */
export function drawnScale(
  { width, height }: { readonly width: number; readonly height: number },
  pixels: number = MOST.pixels,
): number {
  const longer = Math.max(width, height);
  return Math.min(
    Math.max(SHARP_DPI / 72, SHARP_SIDE / longer),
    MOST.side / longer,
    Math.sqrt(pixels / (width * height)),
  );
}

/**
 * Pages as people type them: "1-3, 8". In their order, each once, from 1; null if it isn't that, or a page
 * isn't there.
 */
export function readPages(typed: string, count: number): number[] | null {
  const pages = typed.split(",").flatMap((part) => {
    const found = /^\s*(\d{1,6})(?:\s*[-–]\s*(\d{1,6}))?\s*$/.exec(part);
    const from = Number(found?.[1]);
    const to = Number(found?.[2] ?? from);
    return found && from >= 1 && to >= from && to <= count
      ? Array.from({ length: to - from + 1 }, (_, at) => from + at)
      : [NaN];
  });
  return pages.some(Number.isNaN) ? null : [...new Set(pages)].toSorted((one, other) => one - other);
}
