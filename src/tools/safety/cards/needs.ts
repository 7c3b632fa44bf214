import { readOneOf, readRecord, readText, type Values } from "#ground/sync/public.ts";
import { derivedId } from "#platform/ids/derived-id.ts";
import { folded } from "#platform/names/folded.ts";
import { type Card, CARD_TYPES, type CardType, nameKey, stateOf, TYPES } from "./card.ts";

/** The record of which tasks need which card; one per business, changed by its owner. */
export const NEEDS = "safety.needs";
export const needsId = (account: string): string => derivedId("safety.needs", account);
/** Characters of the words of one task. */
export const LONGEST_WORDS = 200;
export const MOST_NEEDS = 40;

/** A task, by words that its name has, and the card that it needs. */
export interface Need {
  /** The part of the field after `needs.`. */
  readonly key: string;
  /** "forklift, telehandler" */
  readonly words: string;
  readonly type: CardType;
}

/** Until the owner changes them. */
const USUAL: readonly Need[] = [
  { key: "forklift", words: "forklift, telehandler", type: "forklift" },
  { key: "lift", words: "aerial lift, boom lift, scissor lift", type: "lift" },
  { key: "silica", words: "silica, concrete cutting, tuckpointing", type: "silica" },
];

/** Reads the list; the usual ones stay until the owner changes or removes them. */
export function needsOf(values: Values): Need[] {
  const own = new Map(USUAL.map((need) => [need.key, need]));
  for (const [field, value] of Object.entries(values)) {
    if (!field.startsWith("needs.")) continue;
    const key = field.slice(6);
    const { words, type } = readRecord(value) ?? {};
    const need = { key, words: readText(words), type: readOneOf(TYPES, type) };
    if (need.type === null || need.words === "") own.delete(key);
    else own.set(key, { ...need, type: need.type });
  }
  return [...own.values()].toSorted((one, other) => one.words.localeCompare(other.words, "en-US"));
}

const wordsIn = (words: string): string[] =>
  words
    .split(/[,;\n]/)
    .map((one) =>
      folded(one)
        .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
        .trim(),
    )
    .filter(Boolean);

/** The cards that a task needs, each once. @param task such as the title of a talk */
export function cardsFor(needs: readonly Need[], task: string): CardType[] {
  // From the beginning of a word, so that "lift" isn’t found in "forklift".
  const name = ` ${folded(task).replaceAll(/[^\p{L}\p{N}]+/gu, " ")}`;
  return [
    ...new Set(
      needs
        .filter(({ words }) => wordsIn(words).some((word) => name.includes(` ${word}`)))
        .map(({ type }) => type),
    ),
  ];
}

/**
 * What somebody is missing for a task on a day. It only warns: what a person may do is for the foreman.
 * @returns "no forklift operator card", "their silica competent person card expired"
 */
export function missingCards(
  cards: readonly Card[],
  name: string,
  types: readonly CardType[],
  today: string,
): string[] {
  const own = cards.filter(({ holder }) => nameKey(holder.name) === nameKey(name));
  return types.flatMap((type) => {
    const label = CARD_TYPES[type].replace(/^(?!OSHA)./, (first) => first.toLowerCase());
    const ofType = own.filter((card) => card.type === type);
    if (ofType.some((card) => stateOf(card, today) !== "expired")) return [];
    return [ofType.length > 0 ? `their ${label} card expired` : `no ${label} card here`];
  });
}
