import { dateAt } from "#trade/fieldwork/public.ts";
import { type Album, isInAlbum, rollBeforeFirst, type RollPhoto } from "../rules/roll.ts";

export const ORDERS = ["day", "album"] as const;
/** How a gallery is grouped. */
export type Order = (typeof ORDERS)[number];

/** One photo, or a before and after side by side. */
export type Tile = readonly [RollPhoto] | readonly [RollPhoto, RollPhoto];

export interface Group {
  /** A day ("2026-11-20"), or the name of an album; empty for photos in no album. */
  readonly title: string;
  readonly tiles: readonly Tile[];
}

/** Tiles of a page. */
export const PAGE_SIZE = 60;

const earlierFirst = (one: RollPhoto, other: RollPhoto) =>
  one.shot.at - other.shot.at || (one.shot.sha256 < other.shot.sha256 ? -1 : 1);

/** Photos as tiles, in the order they were taken: a pair stands where its later photo is. */
export function tilesOf(photos: readonly RollPhoto[]): Tile[] {
  const inOrder = photos.toSorted(earlierFirst);
  const byHash = new Map(inOrder.map((photo) => [photo.shot.sha256, photo]));
  /** By the hash of the later photo. */
  const pairs = new Map<string, readonly [RollPhoto, RollPhoto]>();
  const paired = new Set<RollPhoto>();
  for (const photo of inOrder) {
    const other = byHash.get(photo.facts.pair ?? "");
    // Of photos that were paired with several, each is in one pair only.
    if (!other || other === photo || paired.has(photo) || paired.has(other)) continue;
    const [, later] = [photo, other].toSorted(earlierFirst) as [RollPhoto, RollPhoto];
    pairs.set(later.shot.sha256, [photo, other].toSorted(rollBeforeFirst) as [RollPhoto, RollPhoto]);
    paired.add(photo).add(other);
  }
  return inOrder.flatMap((photo): Tile[] => {
    const pair = pairs.get(photo.shot.sha256);
    if (pair) return [pair];
    return paired.has(photo) ? [] : [[photo]];
  });
}

/** By day, the newest first, or by album, in the order of their names; a photo may be in several. */
export function groupsOf(
  photos: readonly RollPhoto[],
  order: Order,
  { albums, zone }: { readonly albums: readonly Album[]; readonly zone: string },
): Group[] {
  if (order === "day") {
    const days = Map.groupBy(tilesOf(photos), (tile) =>
      dateAt(Math.max(...tile.map(({ shot }) => shot.at)), zone),
    );
    return [...days]
      .map(([title, tiles]) => ({ title, tiles }))
      .toSorted((one, other) => (one.title < other.title ? 1 : -1));
  }
  const named = albums.toSorted((one, other) => one.name.localeCompare(other.name));
  const inAlbums = named.map((album) => ({
    title: album.name,
    photos: photos.filter((photo) => isInAlbum(photo, album, zone)),
  }));
  const found = new Set(inAlbums.flatMap((one) => one.photos));
  const rest = photos.filter((photo) => !found.has(photo));
  return [...inAlbums, { title: "", photos: rest }].flatMap(({ title, photos: own }) =>
    own.length > 0 ? [{ title, tiles: tilesOf(own) }] : [],
  );
}

/** The groups of one page, from 1; a group that is longer goes on on the next. */
export function pageOf(
  groups: readonly Group[],
  page: number,
): { readonly groups: readonly Group[]; readonly page: number; readonly pages: number } {
  const count = groups.reduce((sum, { tiles }) => sum + tiles.length, 0);
  const pages = Math.max(1, Math.ceil(count / PAGE_SIZE));
  const shown = Math.min(Math.max(1, Math.trunc(page) || 1), pages);
  const [from, to] = [(shown - 1) * PAGE_SIZE, shown * PAGE_SIZE];
  let at = 0;
  const own = groups.flatMap(({ title, tiles }) => {
    const part = tiles.slice(Math.max(0, from - at), Math.max(0, to - at));
    at += tiles.length;
    return part.length > 0 ? [{ title, tiles: part }] : [];
  });
  return { groups: own, page: shown, pages };
}

/** The page that has a photo, from 1. */
export const pageWith = (groups: readonly Group[], photo: RollPhoto): number => {
  const at = groups.flatMap(({ tiles }) => tiles).findIndex((tile) => tile.some((one) => one === photo));
  return Math.floor(Math.max(0, at) / PAGE_SIZE) + 1;
};

/** All photos in the order of the page, once each. */
export function sequenceOf(groups: readonly Group[]): RollPhoto[] {
  return [...new Set(groups.flatMap(({ tiles }) => tiles.flat()))];
}
