// Without dependencies, because lists of jobs are searched on devices too.

/** Letters that do not decompose into a base letter and a mark, and their replacements. */
export const LETTERS = { from: "øłđðħı", to: "olddhi" } as const;

/**
 * A text for searching: without accents, apostrophes and capitals, so that `munoz` finds Muñoz and `OBRIEN`
 * finds O'Brien. Equals the database's `foldedSql`, character by character.
 */
export function folded(text: string): string {
  const plain = text
    .normalize("NFKD")
    .replaceAll(/[\u0300-\u036f'’‘ʼ`´]/gu, "")
    .toLowerCase()
    .replaceAll("ß", "ss");
  return Array.from(plain)
    .map((sign) => LETTERS.to[LETTERS.from.indexOf(sign)] ?? sign)
    .join("");
}

/** The words of a search, each folded, in any order. At most eight: more don't narrow the search. */
export const foldedWords = (text: string): string[] => folded(text).split(/\s+/).filter(Boolean).slice(0, 8);
