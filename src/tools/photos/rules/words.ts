import { derivedId } from "#platform/ids/derived-id.ts";
import { readTextOrNull, type Values } from "#ground/sync/public.ts";
import { ROOMS, stageLabel, STAGES, tagField, TRADES } from "./photo.ts";

/** The rooms, trades and stages that a business offers for its photos: one record of the business. */
export const WORDS = "photos.words";

export const LISTS = ["room", "trade", "stage"] as const;
export type ListName = (typeof LISTS)[number];

/** Every word is a field of its own, so that two people never conflict; null for one that was removed. */
const PREFIX = { room: "rooms.", trade: "trades.", stage: "stages." } as const;
export type WordField = `${(typeof PREFIX)[ListName]}${string}`;
/** In one list. */
export const MOST_WORDS = 100;

/** What every business begins with. A business that never changed its lists has no record. */
const USUAL: Readonly<Record<ListName, readonly string[]>> = {
  ...{ room: ROOMS, trade: TRADES },
  stage: STAGES.map(stageLabel),
};

const keyOf = (word: string): string => tagField(word)?.slice("tags.".length) ?? "";
const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

export interface ListedWord {
  /** Its field. A renamed word stays in it. */
  readonly field: WordField;
  readonly word: string;
}

/** The words of a list: the usual ones in our order, then the business's own by the alphabet. */
export function listedWords(values: Values, name: ListName): ListedWord[] {
  const prefix = PREFIX[name];
  const usual = USUAL[name].map((word) => ({ field: `${prefix}${keyOf(word)}` as const, word }));
  const known = new Set<string>(usual.map(({ field }) => field));
  const own = Object.keys(values)
    .filter((field): field is WordField => field.startsWith(prefix) && !known.has(field))
    .flatMap((field) => {
      const word = readTextOrNull(values[field]);
      return word === null ? [] : [{ field, word }];
    })
    .toSorted((one, other) => one.word.localeCompare(other.word));
  const shown = usual.flatMap(({ field, word }) => {
    if (!Object.hasOwn(values, field)) return [{ field, word }];
    const renamed = readTextOrNull(values[field]);
    return renamed === null ? [] : [{ field, word: renamed }];
  });
  // Two phones without a signal may add the same word.
  return [...shown, ...own].filter(
    ({ word }, at, all) => all.findIndex((one) => isSame(one.word, word)) === at,
  );
}

/** The field for a new word. Its own key may be that of a word that was renamed since. */
export function fieldForWord(values: Values, name: ListName, word: string): WordField {
  const taken = new Set<string>(listedWords(values, name).map(({ field }) => field));
  for (let key = keyOf(word) || derivedId(WORDS, word); ; key = derivedId(WORDS, key)) {
    const field: WordField = `${PREFIX[name]}${key}`;
    if (!taken.has(field)) return field;
  }
}

/** Why a word can't be in a list, or null. @param field of the word that is renamed */
export function refuseWord(values: Values, name: ListName, word: string, field?: WordField): string | null {
  if (!word) return "Enter a word.";
  const words = listedWords(values, name);
  if (words.some((one) => one.field !== field && isSame(one.word, word)))
    return `“${word}” is on the list already.`;
  return field === undefined && words.length >= MOST_WORDS
    ? `A list has at most ${MOST_WORDS} words. Remove one first.`
    : null;
}
