// Small and without a dependency, because the editor's preview loads it too.

/** A web address in a text: where it begins, and all of it. */
export interface FoundLink {
  readonly index: number;
  readonly url: string;
}

const BEGINS = /https?:\/\/[^\s<>"“”«»\p{Cc}]+/giu;
/** What ends a sentence or closes what was opened around an address. */
const ENDS_A_SENTENCE = /[.,:;!?'’‘*_~`…]+$/u;
const CLOSERS: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{", "）": "（", "」": "「" };

/**
 * The web addresses in a text, as their writer meant them: without the dot of the sentence or the bracket
 * around them, and with a bracket
 * that is their own, as in `https://en.example/wiki/Deck_(building)`.
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
    // An opened bracket with nothing behind it belongs to what follows.
    if (/[([{（「]$/u.test(url)) url = url.slice(0, -1);
    if (url.length === before) return url;
  }
}

const countOf = (text: string, sign: string): number => text.split(sign).length - 1;
