const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** A longer word may be broken to fit its column: after punctuation, as in a URL, else anywhere. */
const LONGEST_WORD = 26;
const PIECE = 12;

/** Splits a text into characters as a person counts them: an emoji of five code points is one. */
export const letters = (text: string): string[] =>
  Array.from(graphemes.segment(text), ({ segment }) => segment);

/** Typesets every string in a structure: typographic quotes, and places to break very long words. */
export function typeset<T>(value: T): T {
  if (typeof value === "string") return breakable(quoted(value)) as T;
  if (Array.isArray(value)) return value.map((each: unknown) => typeset(each)) as T;
  if (value !== null && typeof value === "object")
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, typeset(each)])) as T;
  return value;
}

function quoted(text: string): string {
  return text
    .replace(/(^|[\s([{\u2014/-])"/gu, "$1\u201C")
    .replace(/"/g, "\u201D")
    .replace(/(^|[\s([{\u2014\u201C/])'(?=\S)/gu, "$1\u2018")
    .replace(/'/g, "\u2019")
    .replace(/ -- /g, " \u2014 ")
    .replace(/\.\.\./g, "\u2026");
}

/** Inserts zero-width spaces into long words. */
function breakable(text: string): string {
  return text.replace(new RegExp(`\\S{${LONGEST_WORD},}`, "gu"), (word) => {
    const parts = word.split(/(?<=[.@/_-])/u);
    return parts.flatMap((part) => (part.length < LONGEST_WORD ? [part] : pieces(part))).join("\u200B");
  });
}

function pieces(word: string): string[] {
  const all = letters(word);
  return Array.from({ length: Math.ceil(all.length / PIECE) }, (_, at) =>
    all.slice(at * PIECE, (at + 1) * PIECE).join(""),
  );
}

/** Joins the last words, so that no line of a heading has a single short word. */
export function joinLastWords(text: string): string {
  const words = text.split(" ");
  let tail = words.pop() ?? "";
  while (words.length > 2 && tail.length < 9) tail = `${words.pop()}\u00A0${tail}`;
  return [...words, tail].join(" ");
}

/** Cuts between words, to at most `limit` characters. */
export function shortened(text: string, limit: number): string {
  const all = letters(text);
  if (all.length <= limit) return text;
  const cut = all.slice(0, limit).join("");
  return `${cut.replace(/\s+\S*$/u, "")}\u2026`;
}
