import { readRecord, readText, readTextOrNull, type Values } from "#ground/sync/public.ts";
import { dateAt, foldBursts, type Shot } from "#trade/fieldwork/public.ts";
import { beforeFirst, type PairHalf } from "./pairs.ts";
import { type Facts, isInTrash, stageLabel } from "./photo.ts";

/** A photo of a job with what is known of it. */
export interface RollPhoto {
  readonly shot: Shot;
  readonly author: string | null;
  readonly facts: Facts;
  /** Whether only records name it whose photos stay inside the business, such as failed safety checks. */
  readonly isInside?: boolean;
}

/** Sorts the before of a pair of the roll before its after. */
export const rollBeforeFirst = (one: RollPhoto, other: RollPhoto): number =>
  beforeFirst(halfOf(one), halfOf(other));

/** A photo of the roll as a half of a pair. */
export const halfOf = ({ shot: { sha256, at }, facts: { stage } }: RollPhoto): PairHalf => ({
  sha256,
  stage,
  at,
});

/** Which half of a before and after a photo is, by hash; photos of no whole pair have none. */
export function halvesOf(photos: readonly RollPhoto[]): ReadonlyMap<string, "before" | "after"> {
  const byHash = new Map(photos.map((photo) => [photo.shot.sha256, photo]));
  return new Map(
    photos.flatMap((photo) => {
      const other = byHash.get(photo.facts.pair ?? "");
      if (!other || other === photo || other.facts.pair !== photo.shot.sha256) return [];
      return [[photo.shot.sha256, rollBeforeFirst(photo, other) < 0 ? "before" : "after"] as const];
    }),
  );
}

/** What the roll shows; empty texts and nulls show everything. */
export interface Filters {
  readonly room: string | null;
  readonly trade: string | null;
  readonly stage: string | null;
  readonly tag: string | null;
  /** "2026-11-20", in the job's time zone. */
  readonly day: string | null;
  readonly person: string | null;
  readonly words: string;
  readonly show: "photos" | "hidden" | "trash";
}

export const NO_FILTERS: Filters = {
  ...{ room: null, trade: null, stage: null, tag: null, day: null, person: null },
  ...{ words: "", show: "photos" },
};

/** Chooses the photos of an album by what they are. */
export type AlbumRule = Partial<Pick<Filters, "room" | "trade" | "stage" | "tag" | "day">>;

const plain = (text: string): string => text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();

const isSame = (one: string | null, other: string | null | undefined): boolean =>
  other === null || other === undefined || (one !== null && plain(one) === plain(other));

const fitsRule = ({ facts, shot }: RollPhoto, rule: AlbumRule, zone: string): boolean =>
  isSame(facts.room, rule.room) &&
  isSame(facts.trade, rule.trade) &&
  isSame(facts.stage, rule.stage) &&
  (!rule.tag || facts.tags.some((tag) => isSame(tag, rule.tag))) &&
  (!rule.day || dateAt(shot.at, zone) === rule.day);

/**
 * Whether the roll shows a photo: every word begins a word of its caption, tags, or person.
 * @param as.nameOf the name of a person
 */
export function fits(
  photo: RollPhoto,
  filters: Filters,
  as: { readonly zone: string; readonly now: number; readonly nameOf: (id: string | null) => string },
): boolean {
  const { facts, author } = photo;
  const isTrashed = facts.trashedAt !== null;
  if (filters.show === "trash" ? !isInTrash(facts, as.now) : isTrashed) return false;
  if (filters.show !== "trash" && (filters.show === "hidden") !== (facts.hidden !== null)) return false;
  if (filters.person !== null && author !== filters.person) return false;
  if (!fitsRule(photo, filters, as.zone)) return false;
  const wanted = plain(filters.words).split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return true;
  const text = ` ${plain(
    [
      ...[facts.caption, facts.room, facts.trade, facts.stage && stageLabel(facts.stage), ...facts.tags],
      ...[as.nameOf(author), facts.hidden],
    ]
      .filter(Boolean)
      .join(" "),
  ).replaceAll(/[^\p{L}\p{N}]+/gu, " ")}`;
  return wanted.every((word) => text.includes(` ${word}`));
}

/** The newest day first; within a day, in the order they were taken. */
export function byDay(photos: readonly RollPhoto[], zone: string): [day: string, RollPhoto[]][] {
  const days = Map.groupBy(photos, ({ shot }) => dateAt(shot.at, zone));
  return [...days].toSorted(([one], [other]) => (one < other ? 1 : -1));
}

/** Photos as the roll shows them, a tile each: a burst of nearly equal ones is one tile. */
export const foldTiles = (photos: readonly RollPhoto[]): RollPhoto[][] =>
  foldBursts(photos.map((photo) => ({ ...photo.shot, likeness: photo.facts.likeness, photo }))).map((burst) =>
    burst.map(({ photo }) => photo),
  );

/** From one photo to another as they are shown, both included. */
export function between(shown: readonly RollPhoto[], one: string, other: string): string[] {
  const at = (sha256: string) => shown.findIndex(({ shot }) => shot.sha256 === sha256);
  const [from, to] = [at(one), at(other)].toSorted((a, b) => a - b) as [number, number];
  return from < 0 ? [] : shown.slice(from, to + 1).map(({ shot }) => shot.sha256);
}

export interface Album {
  readonly id: string;
  readonly name: string;
  /** Null for one that is filled by hand. */
  readonly rule: AlbumRule | null;
}

function ruleOf(value: unknown): AlbumRule | null {
  const read = readRecord(value);
  if (!read) return null;
  const rule = {
    room: readTextOrNull(read["room"]),
    trade: readTextOrNull(read["trade"]),
    stage: readTextOrNull(read["stage"]),
    tag: readTextOrNull(read["tag"]),
    day: readTextOrNull(read["day"]),
  };
  return Object.fromEntries(Object.entries(rule).filter(([, one]) => one !== null)) as AlbumRule;
}

export const albumOf = (id: string, values: Values): Album => ({
  id,
  name: readText(values["name"]) || "Album",
  rule: ruleOf(values["rule"]),
});

export const isInAlbum = (photo: RollPhoto, { id, rule }: Album, zone: string): boolean =>
  rule === null ? photo.facts.albums.includes(id) : fitsRule(photo, rule, zone);
