import type { DripText } from "../drip/schema.ts";
import type { MagnetText } from "../schema.ts";

/** As many as somebody reads in one line. */
const MOST_SHOWN = 16;
/** As many as the schema takes. */
const MOST_STORED = 80;

const isPrice = (words: string) => Number(words.startsWith("$"));

/** Figures by rank and place, each once; prices first. */
export const inOrder = (figures: readonly { readonly words: string; readonly rank: number }[]): string[] =>
  [
    ...new Set(
      figures
        .toSorted((one, other) => isPrice(other.words) - isPrice(one.words) || one.rank - other.rank)
        .map(({ words }) => words),
    ),
  ]
    .filter((words) => words !== "" && words.length <= 120)
    .slice(0, MOST_STORED);

const straight = (text: string) => text.replaceAll("**", "").replaceAll("’", "'");

/**
 * The figures of a text that only a model gave and that its owner should check, as far as they're still in
 * it: the first 16, and how many more there are. Null if there are none.
 */
export function figuresToCheck(text: MagnetText | DripText): { shown: string[]; more: number } | null {
  if (!("toCheck" in text) || text.toCheck === undefined) return null;
  const { toCheck, ...read } = text;
  const words = straight(JSON.stringify(read));
  const still = toCheck.filter((figure) => words.includes(straight(figure)));
  return still.length === 0
    ? null
    : { shown: still.slice(0, MOST_SHOWN), more: Math.max(0, still.length - MOST_SHOWN) };
}
