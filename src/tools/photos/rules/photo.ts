import { readNumber, readRecord, readText, readTextOrNull, type Values } from "#ground/sync/public.ts";
import { type Place, placeOf } from "#trade/fieldwork/public.ts";
import { readConsent } from "../consent/rules.ts";
import { photoId } from "./ids.ts";

/** What ProofPix knows of one photo of a job, whichever tool took it. */
export const PHOTO = "photos.photo";
/** A named set of photos of a job. */
export const ALBUM = "photos.album";

/** Stored values of the stages that every business begins with. A stage of its own is stored as its word. */
export const STAGES = ["before", "during", "rough-in", "inspection", "after", "problem", "fixed"] as const;
const STAGE_LABELS: Readonly<Record<string, string>> = {
  before: "Before",
  during: "During",
  "rough-in": "Rough-in",
  inspection: "Inspection",
  after: "After",
  problem: "Problem",
  fixed: "Fixed",
};

export const stageLabel = (stage: string): string =>
  Object.hasOwn(STAGE_LABELS, stage) ? STAGE_LABELS[stage]! : stage;

/** What is stored for a word: `rough-in` for "Rough-in". */
export const stageOf = (word: string): string =>
  STAGES.find((stage) => STAGE_LABELS[stage]!.toLowerCase() === word.toLowerCase()) ?? word;

/** The stages that some photos have: the usual ones in their order, then others by the alphabet. */
export const stagesAmong = (photos: readonly { readonly stage: string | null }[]): string[] => {
  const found = new Set(photos.flatMap(({ stage }) => stage ?? []));
  const others = [...found].filter((one) => !STAGES.some((stage) => stage === one));
  return [...STAGES.filter((one) => found.has(one)), ...others.toSorted((a, b) => a.localeCompare(b))];
};

/** Offered before a job has rooms and trades of its own. */
export const ROOMS = [
  "Kitchen",
  "Bathroom",
  "Bedroom",
  "Living room",
  "Basement",
  "Garage",
  "Roof",
  "Outside",
];
export const TRADES = [
  ...["Demolition", "Framing", "Electrical", "Plumbing", "HVAC", "Insulation", "Drywall", "Roofing"],
  ...["Siding", "Concrete", "Tile", "Flooring", "Cabinets", "Paint"],
];

/** Characters. */
export const LONGEST = { caption: 500, word: 60, reason: 200 } as const;
/** A photo in the trash can be restored this long. */
export const TRASH_DAYS = 30;
const MOST_TAGS = 40;

export const SHA256 = /^[0-9a-f]{64}$/;
export const readHash = (value: unknown): string | null =>
  typeof value === "string" && SHA256.test(value) ? value : null;

const readMoment = (value: unknown): number | null => {
  const at = typeof value === "string" ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? null : at;
};

/** Which shot of which list a photo is. */
export interface ListedShot {
  readonly list: string;
  readonly shot: number;
}

function readListed(value: unknown): ListedShot | null {
  const { list, shot } = readRecord(value) ?? {};
  const at = readNumber(shot);
  return typeof list === "string" && at !== null ? { list, shot: at } : null;
}

/** The words after the dot of fields that are set to true, such as `tags.tub-wall`. */
const setWords = (values: Values, prefix: string): string[] =>
  Object.entries(values)
    .flatMap(([field, value]) =>
      value === true && field.startsWith(prefix) ? [field.slice(prefix.length)] : [],
    )
    .toSorted();

export const wordOfTag = (name: string): string => name.replaceAll("-", " ");

/** Reads the facts of a photo. A device can write anything, so each value is checked. */
export const factsOf = (values: Values) => ({
  sha256: readHash(values["sha256"]),
  caption: readText(values["caption"]),
  room: readTextOrNull(values["room"]),
  trade: readTextOrNull(values["trade"]),
  stage: readTextOrNull(values["stage"]),
  tags: setWords(values, "tags.").map(wordOfTag),
  albums: setWords(values, "album."),
  /** What it shows; nearly equal photos differ in few bits. */
  likeness: readTextOrNull(values["likeness"]),
  heading: readNumber(values["heading"]),
  place: placeOf(values["place"]) satisfies Place | null,
  /** The other half of a before and after. */
  pair: readHash(values["pair"]),
  /** The photo whose paper this one shows straightened. */
  paperOf: readHash(values["paperOf"]),
  shot: readListed(values["shot"]),
  /** What the client said of showing it. */
  consent: readConsent(values["consent"]),
  /** Why it is hidden. */
  hidden: readTextOrNull(values["hidden"]),
  /** Milliseconds since 1970. */
  trashedAt: readMoment(values["trashedAt"]),
});
export type Facts = ReturnType<typeof factsOf>;
export const NO_FACTS = factsOf({});

/** Whether lists show it: neither hidden nor deleted. */
export const isListed = ({ hidden, trashedAt }: Pick<Facts, "hidden" | "trashedAt">): boolean =>
  hidden === null && trashedAt === null;

/** Whether a tool has a photo for the business alone, such as that of a hidden line of a price. */
export const isForBusiness = (value: unknown): boolean => readRecord(value)?.["isHidden"] === true;

const DAY_MS = 24 * 60 * 60_000;
export const isInTrash = ({ trashedAt }: Facts, now: number): boolean =>
  trashedAt !== null && now - trashedAt < TRASH_DAYS * DAY_MS;

export const tagsOf = ({ room, trade, stage, tags }: Facts): string[] =>
  [room, trade, stage && stageLabel(stage), ...tags].filter((tag) => tag !== null);

/** "Kitchen, Plumbing, Before, tub wall". */
export const tagLine = (facts: Facts): string => tagsOf(facts).join(", ");

/**
 * The field of a free word: each is a field of its own, so that two people never conflict. Null for a word
 * without a letter or digit. Names of fields are ASCII.
 */
export function tagField(word: string): `tags.${string}` | null {
  const name = word
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, LONGEST.word)
    .replaceAll(/^-+|-+$/g, "");
  return name ? `tags.${name}` : null;
}

/** Why a person may not write this, or null. The device asks before it writes, the server asks again. */
export function refusePhoto(
  {
    job,
    record,
    sets,
    was,
    now,
  }: {
    readonly job: string;
    readonly record: string;
    readonly sets: Values;
    readonly was: Values;
    readonly now: number;
  },
  by: { readonly isManager: boolean; readonly isGuest: boolean; readonly isOwn: boolean },
): { readonly code: "invalid" | "forbidden" | "conflict"; readonly why: string } | null {
  const { sha256, tags } = factsOf({ ...was, ...sets });
  if (sha256 === null || photoId(job, sha256) !== record)
    return { code: "invalid", why: "This change doesn’t say which photo it’s for." };
  if (Object.keys(sets).some((field) => field.startsWith("photos.") && field !== `photos.${sha256}`))
    return { code: "invalid", why: "This photo doesn’t match its ID. Add it again." };
  if (tags.length > MOST_TAGS)
    return { code: "invalid", why: `A photo can have at most ${MOST_TAGS} tags. Remove one first.` };
  if (sets["removed"] === true || sets[`photos.${sha256}`] === null)
    return { code: "forbidden", why: "A photo can’t be removed for good. Move it to the trash." };
  if (!by.isManager && (Object.hasOwn(sets, "trashedAt") || Object.hasOwn(sets, "hidden")))
    return { code: "forbidden", why: "Only owners and managers delete or hide photos." };
  if (by.isGuest && !by.isOwn) return { code: "forbidden", why: "Guests can only change photos they took." };
  const before = factsOf(was);
  if (before.trashedAt !== null && sets["trashedAt"] === null && !isInTrash(before, now))
    return { code: "conflict", why: `This photo was deleted more than ${TRASH_DAYS} days ago.` };
  return null;
}
