// Without a dependency, because lists of jobs are searched on devices too.

/** Letters that do not come apart into one without its mark, and what stands for them. */
export const LETTERS = { from: "øłđðħı", to: "olddhi" } as const;

/**
 * A text as it is searched: without accents, apostrophes and capitals, so that `munoz` finds Muñoz and
 * `OBRIEN` finds O'Brien. The same as `foldedSql` of the database, sign by sign.
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

/** The words of a search, each folded; they may stand in any order. At most eight: more say nothing more. */
export const foldedWords = (text: string): string[] => folded(text).split(/\s+/).filter(Boolean).slice(0, 8);
