/** Sentences of a paragraph. Colons and commas don't end one; a closing quote belongs to it. */
export function sentencesOf(paragraph: string): string[] {
  return paragraph
    .split(/(?<=[.?!]["')\]]*)\s+(?=["'(]?[\p{Lu}\p{N}])/u)
    .map((sentence) => sentence.trim())
    .filter(Boolean);
}

const CONTRACTIONS: Readonly<Record<string, string>> = {
  "can't": "cannot",
  "won't": "will not",
  "it's": "it is",
  "that's": "that is",
  "there's": "there is",
  "what's": "what is",
  "who's": "who is",
  "where's": "where is",
  "here's": "here is",
};
const CONTRACTED =
  /\b(?:can't|won't|(?:it|that|there|what|who|where|here)'s|(?:do|does|did|is|are|was|were|could|would|should|have|has|had|need)n't|(?:you|we|they)'(?:ll|re|ve|d)|it'll|i'(?:ll|ve|m|d))\b/gi;

/** Inverted questions such as "Can't the plan wait?", which can't be written out without sounding wrong. */
const TURNED = /^\w+n't(?=\s+(?:i|you|we|they|he|she|it|there)\b)/i;
const ASKING = /^(?:can|wo|does|did|is|are|was|were|could|would|should|have|has|had|need)n?'t\s/i;

/** Expands "don't" to "do not" for the expert tone. Possessives and inverted questions stay. */
export function withoutContractions(text: string): string {
  return text.replace(CONTRACTED, (short, at: number) => {
    const rest = text.slice(at);
    const begins = /(?:^|[.?!:]["')]?\s+["'(]?|^["'(])$/.test(text.slice(0, at));
    if (TURNED.test(rest) || (begins && ASKING.test(rest))) return short;
    const long =
      CONTRACTIONS[short.toLowerCase()] ??
      short
        .replace(/n't$/i, " not")
        .replace(/'ll$/i, " will")
        .replace(/'re$/i, " are")
        .replace(/'ve$/i, " have")
        .replace(/'m$/i, " am")
        .replace(/'d$/i, " would");
    return /^\p{Lu}/u.test(short) ? long.charAt(0).toUpperCase() + long.slice(1) : long;
  });
}
