import { hasAddress, hasMoment } from "./joined-lines.ts";

/** This many words in a row from a text we sent are a quotation, not coincidence. */
const RUN = 8;
const MAX_WORDS = 12_000;
const MAX_ABOVE = 4;

interface Word {
  readonly text: string;
  readonly line: number;
  readonly at: number;
}

const wordsOf = (lines: readonly string[]): Word[] =>
  lines
    .flatMap((line, at) =>
      [...line.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu)].map((found) => ({
        text: found[0],
        line: at,
        at: found.index,
      })),
    )
    .slice(0, MAX_WORDS);

/**
 * Marks with `> ` what a mail program quoted from our messages without marking it, with its attribution.
 * Words written between our lines stay the writer's.
 * @param text a reply as received
 * @param sent the plain text of the messages that it answers
 */
export function markSentText(text: string, sent: readonly string[]): string {
  const lines = text.split(/\r?\n/);
  const isMarked = (line: string) => /^\s{0,3}[>＞]/.test(line);
  const words = wordsOf(lines.map((line) => (isMarked(line) ? "" : line)));
  const ours = new Set(sent.flatMap((one) => runsIn(wordsOf(one.split("\n")))));
  const isOurs = words.map(() => false);
  for (let at = 0; at + RUN <= words.length; at++)
    if (ours.has(runAt(words, at))) isOurs.fill(true, at, at + RUN);
  if (!isOurs.includes(true)) return text;
  const perLine = new Map<number, { ours: number; all: number; firstOurs: number }>();
  for (const [at, { line, at: column }] of words.entries()) {
    const count = perLine.get(line) ?? { ours: 0, all: 0, firstOurs: -1 };
    count.all++;
    if (isOurs[at]) count.ours++;
    if (!isOurs[at]) count.firstOurs = -1;
    else if (count.firstOurs < 0) count.firstOurs = column;
    perLine.set(line, count);
  }
  const ourLines = new Set(sent.flatMap((one) => one.split("\n").map(plainLine)));
  const firstOurs =
    [...perLine].find(([, count]) => count.ours === count.all)?.[0] ?? Number.POSITIVE_INFINITY;
  const lastWritten = lines.findLastIndex((line) => line.trim());
  const marked: string[] = [];
  for (const [at, line] of lines.entries()) {
    const count = perLine.get(at);
    // After a quoted line a short line counts too, such as our name; their own `Thanks` ends a mail.
    const plain = plainLine(line);
    const isOurLine =
      at > firstOurs && plain !== "" && ourLines.has(plain) && (at < lastWritten || plain.includes(" "));
    if (!count?.ours && !isOurLine) marked.push(line);
    else if (isOurLine || count?.ours === count?.all) {
      markAbove(marked);
      marked.push(`> ${line}`);
    } else if (count && count.firstOurs > 0 && /[:：-]\s*$/.test(line.slice(0, count.firstOurs))) {
      // The quotation continues on the same line after `wrote:`.
      marked.push(line.slice(0, count.firstOurs).trimEnd());
      markAbove(marked);
      marked.push(`> ${line.slice(count.firstOurs)}`);
    } else marked.push(line);
  }
  return marked.join("\n");
}

const plainLine = (line: string) => (line.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(" ");
const runAt = (words: readonly Word[], at: number) =>
  words
    .slice(at, at + RUN)
    .map(({ text }) => text)
    .join(" ");
const runsIn = (words: readonly Word[]) =>
  words.slice(0, Math.max(0, words.length - RUN + 1)).map((_, at) => runAt(words, at));

/**
 * Marks the attribution right above our first line: fields, or a date, time or address with a colon or
 * dashes.
 */
function markAbove(marked: string[]): void {
  let last = marked.length - 1;
  while (last >= 0 && !marked[last]!.trim() && marked.length - last <= 3) last--;
  if (last < 0 || /^\s{0,3}[>＞]/.test(marked[last]!)) {
    for (let at = last + 1; last >= 0 && at < marked.length; at++) marked[at] = ">";
    return;
  }
  let first = last;
  while (
    first > 0 &&
    last - first < MAX_FIELDS &&
    marked[first - 1]!.trim() &&
    !/^\s{0,3}[>＞]/.test(marked[first - 1]!)
  )
    first--;
  // As few lines as contain a date, a time or an address.
  const isField = (line: string) => /^\s*\*?[\p{L}][\p{L}\p{M} .'’-]{0,24}\*?\s?[:：]/u.test(line);
  const isRule = (line: string) => /^\s{0,9}[-_=*]{2,80}.{0,200}[-_=*]{2,80}\s{0,9}$/u.test(line);
  let from = last + 1;
  for (let at = last; at >= first; at--) {
    const block = marked.slice(at, last + 1).join(" ");
    const hasDetails = hasMoment(block) || hasAddress(block);
    if (
      marked.slice(at, last + 1).every((line) => isField(line) || isRule(line)) &&
      (hasDetails || isRule(block))
    )
      from = at;
    else if (last - at < MAX_ABOVE && /[:：-]\s*$/.test(block) && hasMoment(block) && from > last) from = at;
  }
  for (let at = from; at < marked.length; at++) marked[at] = `> ${marked[at]}`.trimEnd();
}
const MAX_FIELDS = 8;
