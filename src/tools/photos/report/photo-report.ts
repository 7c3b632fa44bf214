import { dateAt, formatLongDate } from "#trade/fieldwork/public.ts";
import type { FilledShape, ShapeAsk, ShapePhoto } from "#trade/jobs/public.server.ts";
import { stageLabel, tagsOf } from "../rules/photo.ts";
import { type Album, fits, isInAlbum, rollBeforeFirst, type RollPhoto } from "../rules/roll.ts";
import { choiceOf, type ReportChoice } from "./choice.ts";

const OTHERS: Readonly<Record<string, string>> = {
  album: "More photos",
  room: "Other places",
};

/**
 * The photos that a report shows, in the order they were taken. Hidden and deleted ones never are, and those
 * that stay inside only where somebody chose them one by one.
 */
export function chosenPhotos(
  roll: readonly RollPhoto[],
  albums: readonly Album[],
  choice: Pick<ReportChoice, "photos" | "album" | "filters">,
  { zone, nameOf }: Pick<ShapeAsk, "zone" | "nameOf">,
): RollPhoto[] {
  const album = albums.find(({ id }) => id === choice.album);
  const selected = new Set(choice.photos);
  const filters = { ...choice.filters, show: "photos" } as const;
  return roll.filter(
    (photo) =>
      (!photo.isInside || selected.size > 0 || (album !== undefined && album.rule === null)) &&
      // Photos in the trash aren't shown, however long they have been there.
      fits(photo, filters, { zone, now: 0, nameOf }) &&
      (selected.size === 0 || selected.has(photo.shot.sha256)) &&
      (choice.album === "" || (album !== undefined && isInAlbum(photo, album, zone))),
  );
}

/** A photo report. */
export function fillPhotoReport(
  roll: readonly RollPhoto[],
  albums: readonly Album[],
  ask: Pick<ShapeAsk, "choice" | "zone" | "nameOf" | "places" | "from" | "to">,
): FilledShape {
  const choice = choiceOf(ask.choice);
  const photos = chosenPhotos(roll, albums, choice, ask);
  const onServer = new Set(roll.map(({ shot }) => shot.sha256));
  const days = photos.map(({ shot }) => dateAt(shot.at, ask.zone)).toSorted();
  const byHash = new Map(photos.map((photo) => [photo.shot.sha256, photo]));
  const groups = groupsOf(together(photos, byHash), albums, choice, ask.zone);
  return {
    counts: [],
    entries: 0,
    company: null,
    from: days[0] ?? ask.from,
    to: days.at(-1) ?? ask.to,
    chapters: groups.map(([title, own]) => ({
      ...{ title, facts: [], remarks: [], parts: [] },
      photos: own.map((photo) => toPrint(photo, byHash, choice, ask)),
    })),
    book: {
      title: choice.title,
      showsTime: choice.showsTime,
      absent: choice.photos.filter((sha256) => !onServer.has(sha256)).length,
    },
  };
}

/** The other half of a before and after, if it is in the report and says so too. */
function otherOf({ shot, facts }: RollPhoto, byHash: ReadonlyMap<string, RollPhoto>): RollPhoto | undefined {
  const other = facts.pair === null ? undefined : byHash.get(facts.pair);
  return other?.facts.pair === shot.sha256 ? other : undefined;
}

/** Each pair stands where its earlier photo is, the before first. */
function together(photos: readonly RollPhoto[], byHash: ReadonlyMap<string, RollPhoto>): RollPhoto[][] {
  const done = new Set<string>();
  return photos.flatMap((photo) => {
    if (done.has(photo.shot.sha256)) return [];
    const other = otherOf(photo, byHash);
    const both = other ? [photo, other].toSorted(rollBeforeFirst) : [photo];
    for (const { shot } of both) done.add(shot.sha256);
    return [both];
  });
}

function groupsOf(
  units: readonly RollPhoto[][],
  albums: readonly Album[],
  { order, album: only }: ReportChoice,
  zone: string,
): [title: string, photos: RollPhoto[]][] {
  const titleOf = ([first, second]: RollPhoto[]): string => {
    if (order === "day") return formatLongDate(dateAt(first!.shot.at, zone));
    if (order === "room") return first!.facts.room ?? second?.facts.room ?? OTHERS["room"]!;
    const inOne = albums.find(
      ({ id, ...album }) =>
        (only === "" || id === only) &&
        [first!, ...(second ? [second] : [])].some((one) => isInAlbum(one, { id, ...album }, zone)),
    );
    return inOne?.name ?? OTHERS["album"]!;
  };
  const groups = [...Map.groupBy(units, titleOf)].map(([title, own]): [string, RollPhoto[]] => [
    title,
    own.flat(),
  ]);
  // Nothing is sorted apart where no photo has an album or a room.
  if (groups.length === 1 && groups[0]![0] === OTHERS[order]) return [["All photos", groups[0]![1]]];
  // Albums in the order of the roll, days in theirs; what is in none comes last.
  const rank = (title: string) =>
    title === OTHERS[order]
      ? Number.MAX_SAFE_INTEGER
      : order === "album"
        ? albums.findIndex(({ name }) => name === title)
        : 0;
  return groups.toSorted(([one], [other]) => rank(one) - rank(other));
}

function toPrint(
  photo: RollPhoto,
  byHash: ReadonlyMap<string, RollPhoto>,
  { showsAuthor }: ReportChoice,
  { nameOf, places }: Pick<ShapeAsk, "nameOf" | "places">,
): ShapePhoto {
  const { shot, author, facts } = photo;
  const other = otherOf(photo, byHash);
  const isFirst = other && rollBeforeFirst(photo, other) < 0;
  return {
    sha256: shot.sha256,
    caption: facts.caption,
    at: shot.at,
    by: showsAuthor ? nameOf(author) : "",
    // The label of a pair says it already.
    tags: tagsOf(facts).filter(
      (tag) => !other || (tag !== stageLabel("before") && tag !== stageLabel("after")),
    ),
    place: places ? facts.place : null,
    pair: other
      ? { sha256: other.shot.sha256, label: isFirst ? stageLabel("before") : stageLabel("after") }
      : null,
  };
}
