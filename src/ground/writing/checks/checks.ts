import { phrasesOf } from "../trades/phrases.ts";
import type { Trade } from "../trades/schema.ts";
import type { WholeGuide } from "../guides/whole-guide-schema.ts";
import type { ComposedGuide, MagnetBrief, MagnetText } from "../schema.ts";
import { sentencesOf } from "../text/sentences.ts";

/** A problem in a text, and the words it was found in. */
export interface Finding {
  check:
    | "banned phrase"
    | "placeholder"
    | "claim"
    | "repeat"
    | "grade"
    | "loud"
    | "missing"
    | "subject"
    | "more than one ask";
  words: string;
}

/** Clichés as word beginnings. The owner's own words are exempt. */
const BANNED =
  "revolutioni|unlock(?!\\w* (?:the|your|a) (?:gate|door|box|shed|house|garage|unit|building))|seamless|in today's|fast-paced|game-chang|game chang|cutting-edge|cutting edge|state-of-the-art|world-class|best-in-class|top-notch|next level|look no further|peace of mind|one-stop|" +
  "trusted partner|hassle-free|hassle free|stress-free|got you covered|empower|synerg|leverag|elevate|delve|robust|holistic|paradigm|don't hesitate|rest assured|at the end of the day|when it comes to|it's important to|" +
  "it is important to|in conclusion|dive in|deep dive|harness|supercharge|effortless|turnkey|tailored|bespoke|passionate|dream home|dream kitchen|like never before|say goodbye to|the best part|whether you're|whether you are|" +
  "not only|plethora|myriad|crucial|tapestry|embark|ensure that|utiliz|facilitat|streamlin|transformative|unparalleled|unmatched|second to none|go the extra mile|exceed your expectations|quality workmanship|attention to detail|your journey|click here";

const PLACEHOLDER =
  /\{[a-z_]*\}|\{\{|\[(?:your|company|name|insert|topic|city)[^\]]*\]|\b(?:undefined|NaN|lorem ipsum|TODO|TBD|insert here|xxx)\b|\bnull\b/i;
const CLAIMS: readonly RegExp[] = [
  /\$\s?\d|\d\s?(?:%|percent|dollars)/i,
  /\b(?:studies|research|statistics|(?:national|recent|industry|customer) surveys?) (?:show|say|find|prove|suggest)|according to|experts (?:say|agree)|\b\d+ (?:out of|in) (?:\d+|ten|five|four) /i,
  /\bguarantee/i,
  /\bfree (?:quote|estimate|inspection|consultation|visit|check|assessment|call)/i,
  /\b(?:we|our|us|i am|i'm|my work)\b[^.?!]*\b(?:licensed|insured|certified|award|rated|accredited|bonded|best|lowest|cheapest|trusted|experienced|decades|satisf|promise)/i,
  /\b(?:customers|clients|homeowners|people) (?:love|rave|trust|recommend) (?:us|our|me)\b|\btestimonial/i,
  /\b(?:since (?:19|20)\d\d|years (?:of experience|in business))\b/i,
];

/** The lines of a composed guide in reading order, without headings and contact. */
function linesOfComposed(text: ComposedGuide): string[] {
  const points = (list: ComposedGuide["opening"]["points"]) =>
    list.flatMap((point) => [point.title, point.text]);
  return [
    text.promise,
    ...text.opening.paragraphs,
    ...points(text.opening.points),
    ...text.sections.flatMap((section) => [...section.paragraphs, ...points(section.points), section.todo]),
    text.checklist.intro,
    ...text.checklist.groups.flatMap(({ items }) => items),
    ...text.about.paragraphs,
    ...text.nextStep.paragraphs,
  ];
}

/** The lines of a whole guide in reading order, without headings, contact and sources. */
export const linesOfWhole = ({ promise, opening, sections, nextStep }: WholeGuide): string[] =>
  [
    promise,
    ...opening.paragraphs,
    ...sections.flatMap(({ paragraphs, points, table, letter, after }) => [
      ...[...paragraphs, ...points, ...table.columns, ...table.rows.flat()],
      ...[...letter.split("\n\n"), ...after],
    ]),
    ...nextStep.paragraphs,
  ].flatMap((line) => line.replaceAll("**", "") || []);

/** A guide's running text, without points, to-dos and checkboxes, which are short by nature. */
const paragraphsOf = (text: MagnetText): string[] => [
  ...text.opening.paragraphs,
  ...text.sections.flatMap((section) => [
    ...section.paragraphs,
    ...("after" in section ? section.after : []),
  ]),
  ...(text.version === 1 ? text.about.paragraphs : []),
  ...text.nextStep.paragraphs,
];

/** Highest allowed school grade of a text. */
export const HARDEST = 8;

export const headingsOf = (text: MagnetText) => [
  text.title,
  text.readers,
  ...text.sections.flatMap(({ heading }) => heading || []),
  text.nextStep.heading,
  ...(text.version === 1
    ? [
        text.opening.heading,
        text.todoLabel,
        text.checklist.heading,
        ...text.checklist.groups.map(({ heading }) => heading),
        text.about.heading,
      ]
    : []),
];

const OWN = "Ownword";

/** Masks the owner's words, so that only ours are checked. */
export function withoutOwnWords(text: string, own: readonly string[]): string {
  const phrases = own.filter((phrase) => phrase.length > 1);
  return phrases.length === 0 ? text : text.replace(wholeWords(phrases, "gu"), OWN);
}

/** Matches any of the words as whole words. Longer ones must come first. */
const wholeWords = (words: readonly string[], flags: string) =>
  new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${words.map((word) => RegExp.escape(word)).join("|")})(?![\\p{L}\\p{N}])`,
    flags,
  );

const WORN = new RegExp(`(?<!\\p{L})(?:${BANNED})`, "giu");

export const bannedPhrases = (text: string): string[] => text.replace(/’/g, "'").match(WORN) ?? [];

/** Unfilled slots. */
export const placeholders = (text: string): string[] => PLACEHOLDER.exec(text)?.slice(0, 1) ?? [];

/**
 * Prices, statistics, guarantees, credentials and praise that nobody gave us, plus the trade's forbidden
 * claims.
 */
export const claims = (text: string, doNotSay: Trade["doNotSay"]): string[] => [
  ...CLAIMS.flatMap((claim) => claim.exec(text)?.slice(0, 1) ?? []),
  ...doNotSay
    .map(({ phrase }) => phrase)
    .filter((phrase) => text.toLowerCase().includes(phrase.toLowerCase())),
];

const syllables = (word: string) => {
  const bare = word
    .toLowerCase()
    .replace(/(?:[^laeiouy]es|[^laeiouy]e|ed)$/, "")
    .replace(/^y/, "");
  return Math.max(1, bare.match(/[aeiouy]{1,2}/g)?.length ?? 1);
};

/** Flesch-Kincaid grade: the school year a text requires. */
export function readingGrade(paragraphs: readonly string[]): number {
  const sentences = paragraphs.flatMap(sentencesOf);
  const words = sentences.flatMap((sentence) => sentence.match(/[\p{L}\p{N}'’-]+/gu) ?? []);
  if (words.length === 0) return 0;
  return (
    0.39 * (words.length / sentences.length) +
    11.8 * (words.reduce((sum, word) => sum + syllables(word), 0) / words.length) -
    15.59
  );
}

/** All problems of a composed guide by our rules; empty if it can be used. */
export function checkMagnet(text: ComposedGuide, brief: MagnetBrief, trade: Trade): Finding[] {
  const { own } = phrasesOf(brief, trade);
  const mask = (line: string) => withoutOwnWords(line, own);
  const read = linesOfComposed(text).map(mask);
  const lines = [...headingsOf(text).map(mask), ...read];
  const find = (check: Finding["check"], words: readonly string[]): Finding[] =>
    words.map((each) => ({ check, words: each }));
  const sentences = read.flatMap(sentencesOf);
  const hardest = Math.max(readingGrade(read), readingGrade(paragraphsOf(text).map(mask)));
  return [
    ...find("banned phrase", lines.flatMap(bannedPhrases)),
    ...find("placeholder", lines.flatMap(placeholders)),
    ...find(
      "claim",
      lines.flatMap((line) => claims(line, trade.doNotSay)),
    ),
    ...find(
      "repeat",
      sentences.filter((sentence, at) => sentences.indexOf(sentence) !== at),
    ),
    ...find("grade", hardest > HARDEST ? [hardest.toFixed(1)] : []),
    ...find(
      "loud",
      lines.filter((line) => line.includes("!") || /\b[A-Z]{6,}\b/.test(line)),
    ),
  ];
}

/**
 * Where an edited whole guide would do better.
 * @param isOurs whether a line is the guide's own: its figures have sources, so they aren't claims
 */
export function checkWholeGuide(
  text: WholeGuide,
  trade: Trade,
  isOurs: (line: string) => boolean,
): Finding[] {
  const lines = [...headingsOf(text), ...linesOfWhole(text)];
  const find = (check: Finding["check"], words: readonly string[]): Finding[] =>
    words.map((each) => ({ check, words: each }));
  const sentences = linesOfWhole(text).flatMap(sentencesOf);
  const grade = readingGrade(paragraphsOf(text));
  return [
    ...find("banned phrase", lines.flatMap(bannedPhrases)),
    ...find("placeholder", lines.flatMap(placeholders)),
    ...find(
      "claim",
      lines.filter((line) => !isOurs(line)).flatMap((line) => claims(line, trade.doNotSay)),
    ),
    ...find(
      "repeat",
      sentences.filter((sentence, at) => sentence.length > 30 && sentences.indexOf(sentence) !== at),
    ),
    ...find("grade", grade > HARDEST ? [grade.toFixed(1)] : []),
    ...find(
      "loud",
      lines.filter((line) => line.includes("!") || /\b[A-Z]{6,}\b/.test(line)),
    ),
  ];
}
