import { isVideoType } from "#trade/fieldwork/public.ts";
import { stageLabel } from "../rules/photo.ts";
import { type Album, type AlbumRule, fits, isInAlbum, NO_FILTERS, type RollPhoto } from "../rules/roll.ts";

/** Which photos of a job a gallery shows. */
export type Chosen =
  | { readonly is: "all" }
  | { readonly is: "album"; readonly album: string }
  | { readonly is: "rule"; readonly rule: AlbumRule }
  /** SHA-256 of each: photos taken later never show up. */
  | { readonly is: "list"; readonly photos: readonly string[] };

/** Of a list. */
export const MOST_LISTED = 5_000;

const SHA256 = /^[0-9a-f]{64}$/;
const RULED = ["room", "trade", "stage", "tag", "day"] as const;

/** "room=Kitchen&stage=before": a rule as a form sends it. */
const ruleText = (rule: AlbumRule): string =>
  new URLSearchParams(RULED.flatMap((name) => (rule[name] ? [[name, rule[name]]] : []))).toString();

function readRule(text: string): AlbumRule {
  const read = new URLSearchParams(text);
  return Object.fromEntries(
    RULED.flatMap((name) => (read.get(name) ? [[name, read.get(name)!.slice(0, 60)]] : [])),
  );
}

/** What a form sends: `all`, `album:{id}`, `rule:{rule}`, or `list`. */
export const chosenText = (chosen: Chosen): string =>
  chosen.is === "album"
    ? `album:${chosen.album}`
    : chosen.is === "rule"
      ? `rule:${ruleText(chosen.rule)}`
      : chosen.is;

/** Reads what a form sent; null for nonsense. @param photos the list, separated by commas */
export function readChosen(what: string, photos = ""): Chosen | null {
  if (what === "all") return { is: "all" };
  if (what.startsWith("album:")) return { is: "album", album: what.slice("album:".length) };
  if (what.startsWith("rule:")) {
    const rule = readRule(what.slice("rule:".length));
    return Object.keys(rule).length > 0 ? { is: "rule", rule } : null;
  }
  if (what !== "list") return null;
  const listed = [...new Set(photos.split(",").filter((one) => SHA256.test(one)))];
  return listed.length > 0 ? { is: "list", photos: listed } : null;
}

/** "Kitchen, Before". */
export const describeRule = ({ room, trade, stage, tag, day }: AlbumRule): string =>
  [room, trade, stage && stageLabel(stage), tag, day].filter(Boolean).join(", ");

/**
 * The photos of a gallery right now: hidden and deleted ones are in none, and videos aren't either, since
 * nothing can be blurred or removed in them. Photos that stay inside, such as those of a failed safety check,
 * are only in a list or an album that somebody put them in one by one.
 */
export function photosIn(
  roll: readonly RollPhoto[],
  chosen: Chosen,
  { albums, zone }: { readonly albums: readonly Album[]; readonly zone: string },
): RollPhoto[] {
  const shown = roll.filter(
    ({ shot, facts }) => facts.hidden === null && facts.trashedAt === null && !isVideoType(shot.type),
  );
  const outside = shown.filter(({ isInside }) => !isInside);
  if (chosen.is === "all") return outside;
  if (chosen.is === "list") {
    const listed = new Set(chosen.photos);
    return shown.filter(({ shot }) => listed.has(shot.sha256));
  }
  if (chosen.is === "rule") {
    const as = { zone, now: 0, nameOf: () => "" };
    return outside.filter((photo) => fits(photo, { ...NO_FILTERS, ...chosen.rule }, as));
  }
  const album = albums.find(({ id }) => id === chosen.album);
  if (!album) return [];
  return (album.rule === null ? shown : outside).filter((photo) => isInAlbum(photo, album, zone));
}
