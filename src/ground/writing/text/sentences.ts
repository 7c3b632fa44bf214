// How a text is taken apart: shared by the writer, which avoids echoes, and the checks, which find them.

/** Sentences of one paragraph. A colon or a comma does not end one; a closing quote belongs to it. */
export function sentencesOf(paragraph: string): string[] {
  return paragraph
    .split(/(?<=[.?!]["')\]]*)\s+(?=["'(]?[\p{Lu}\p{N}])/u)
    .map((sentence) => sentence.trim())
    .filter(Boolean);
}

const bareWords = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu) ?? [];

/** The first word of a sentence, bare; empty when it has none. */
export function firstWord(sentence: string): string {
  return bareWords(sentence)[0] ?? "";
}

/**
 * The first three words of a sentence: what makes two sentences sound alike. Shorter sentences are their own
 * opening.
 */
export function openingOf(sentence: string): string {
  return bareWords(sentence).slice(0, 3).join(" ");
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

/**
 * "Can't the plan wait?" and "why don't you": the verb stands before its subject, and spelled out it would
 * limp.
 */
const TURNED = /^\w+n't(?=\s+(?:i|you|we|they|he|she|it|there)\b)/i;
const ASKING = /^(?:can|wo|does|did|is|are|was|were|could|would|should|have|has|had|need)n?'t\s/i;

/**
 * "Don't" → "Do not": for guides that speak as an expert would write. Possessives stay, and questions that
 * begin with it.
 */
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
