// Small and without dependencies, because the editor's preview loads it too.

/** A URL in a text: its start offset and full text. */
export interface FoundLink {
  readonly index: number;
  readonly url: string;
}

const BEGINS = /https?:\/\/[^\s<>"“”«»\p{Cc}]+/giu;
/** Ends a sentence or closes a bracket around a URL. */
const ENDS_A_SENTENCE = /[.,:;!?'’‘*_~`…]+$/u;
const CLOSERS: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{", "）": "（", "」": "「" };

/**
 * The URLs in a text, as their writer meant them: without the sentence's period or brackets around them, but
 * with brackets of their own, as in `https://en.example/wiki/Deck_(building)`.
 */
export function findLinks(text: string): FoundLink[] {
  return [...text.matchAll(BEGINS)].flatMap((match) => {
    const url = withoutEnd(match[0]);
    return /^https?:\/\/[^/?#]/i.test(url) ? [{ index: match.index, url }] : [];
  });
}

function withoutEnd(found: string): string {
  let url = found;
  for (;;) {
    const before = url.length;
    url = url.replace(ENDS_A_SENTENCE, "");
    const last = url.at(-1) ?? "";
    const opener = CLOSERS[last];
    if (opener && countOf(url, last) > countOf(url, opener)) url = url.slice(0, -1);
    // An opening bracket at the end belongs to the text after it.
    if (/[([{（「]$/u.test(url)) url = url.slice(0, -1);
    if (url.length === before) return url;
  }
}

const countOf = (text: string, sign: string): number => text.split(sign).length - 1;
