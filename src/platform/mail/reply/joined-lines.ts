import { FROM, ORIGINAL_MESSAGE, SENT, TO, VERBS } from "./quote-phrases.ts";

/** Longer lines are a person's paragraph; an attribution would be near the beginning. */
const MAX_LINE = 8_000;
const ADDRESS = String.raw`[<(\[]\s?(?:mailto:)?[^<>\s()[\]]{1,64}@[^<>\s()[\]]{1,253}\s?[>)\]]`;
/** A date with a year, in figures or words, or a time. */
const DATE_OR_TIME = /\b(?:19|20)\d{2}\b|\b\d{1,2}[:.h]\d{2}\b|\b\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}\b|年/u;

/** `-------- Original message --------From: Summit`: separator and fields joined into one line. */
const JOINED_RULE = new RegExp(
  String.raw`[^\S\n]{0,9}((?<!-)-{3,20}\s?[^-\n]{3,60}-{3,20})[^\S\n]{0,9}(?=\*?(?:${FROM})\s?\*?\s?[:：])`,
  "giu",
);
/** The fields of a quoted email directly after the person's words. */
const JOINED_FIELDS = new RegExp(
  String.raw`(?<=[\s.!?])(?=\*?(?:${FROM})\s?[:：]\*?\s[^:：\n]{0,120}${ADDRESS}\s+\*?(?:${SENT})\s?[:：])`,
  "giu",
);
const FIELDS_IN_A_LINE = new RegExp(
  String.raw`^\s*\*?(?:${FROM})\s?\*?\s?[:：].{1,300}\s\*?(?:${SENT})\s?\*?\s?[:：]`,
  "iu",
);
const NEXT_FIELD = new RegExp(String.raw`\s+(?=\*?(?:${SENT}|${TO})\s?\*?\s?[:：]\*?\s)`, "giu");
/** The end of `On Friday, Summit <mail@x.test> wrote:` with the quotation on the same line. */
const ENDS_ATTRIBUTION = new RegExp(
  String.raw`(?:${ADDRESS}\s*(?:${VERBS})?|(?:^|\s)(?:${VERBS}))\s*[:：](?=\s+\S|\p{L})`,
  "iu",
);
/** Its beginning directly after the person's words. */
const BEGINS_BEHIND =
  /(?<=[\s.!?…)])(?=(?:On|Am|Le|El|Em|Op|Il|Den|På|Dne|Dnia)\s(?:\p{L}{2,12}[.,]{0,2}\s)?(?:(?:the|den|de)\s)?(?:\p{L}{3,10}\.?\s)?\d{1,4}\b)/gu;
const BEGINS_LINE = /^\s*(?:on|am|le|el|em|op|il|den|p[åa]|dne|dnia)\s/iu;
const DEVICE_BEHIND =
  /(?<=[.!?\p{Ll}])(?=(?:Sent from|Gesendet von|Von meinem|Envoyé de|Enviado desde|Inviato da)\s(?:my|mein|meinem|mon|mi|il|Outlook|Yahoo|AOL|Samsung)\b)/gu;
const RULE_IN_LETTERS = new RegExp(String.raw`^\s*(?:${ORIGINAL_MESSAGE})\s*$`, "iu");

/** Whether a text has a date with its year, or a time. */
export const hasMoment = (text: string): boolean => DATE_OR_TIME.test(text);
/** Whether a text has an address in brackets, as mail programs write it after a name. */
export const hasAddress = (text: string): boolean => IN_BRACKETS.test(text);
const IN_BRACKETS = new RegExp(ADDRESS, "u");
/** Whether a line is just `Original Message`, as some phones write it, without dashes. */
export const isRuleInLetters = (line: string): boolean => RULE_IN_LETTERS.test(line);

/**
 * Restores line breaks that a mail program left out: around an attribution, and between a quoted mail's
 * fields. No other character changes.
 */
export function breakJoinedLines(lines: readonly string[]): string[] {
  const broken: string[] = [];
  for (const line of lines) broken.push(...(isPlain(line) ? [line] : breaksIn(line, broken.at(-1) ?? "")));
  return broken;
}

/** Lines that are marked, too long, or have no such text. */
const isPlain = (line: string) =>
  line.length > MAX_LINE ||
  /^\s{0,3}[>＞]/.test(line) ||
  !/[:：]|Sent|Gesendet|Envoy|Enviad|Inviat/u.test(line);

function breaksIn(line: string, before: string): string[] {
  return line
    .replace(JOINED_RULE, "\n$1\n")
    .replace(JOINED_FIELDS, "\n")
    .replace(DEVICE_BEHIND, "\n")
    .split("\n")
    .flatMap((part, at) => (at > 0 && !part.trim() ? [] : [part]))
    .flatMap((part) =>
      FIELDS_IN_A_LINE.test(part) && (hasMoment(part) || hasAddress(part)) ? part.split(NEXT_FIELD) : [part],
    )
    .flatMap((part, at) => splitAttribution(part, at === 0 ? before : ""));
}

/** The person's words, the attribution, and the quotation, each on its own line. */
function splitAttribution(line: string, before: string): string[] {
  const found =
    ENDS_ATTRIBUTION.exec(line) ??
    (/[:：]\s*$/.test(line) && hasAddress(line) ? { 0: line, index: 0 } : undefined);
  if (!found) return [line];
  const end = found.index + found[0].length;
  const head = line.slice(0, end);
  const start = [...head.matchAll(BEGINS_BEHIND)].at(-1)?.index ?? 0;
  const attribution = head.slice(start);
  const together = hasMoment(attribution) ? attribution : `${before} ${attribution}`;
  const isOne =
    hasMoment(together) &&
    (hasAddress(attribution) || (BEGINS_LINE.test(attribution) && /\b(?:19|20)\d{2}\b/.test(attribution)));
  if (!isOne || attribution.length > 400) return [line];
  return [line.slice(0, start), attribution, line.slice(end).trimStart()].filter((part) => part.trim());
}
