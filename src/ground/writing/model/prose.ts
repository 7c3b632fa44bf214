import { bannedPhrases, type Finding, HARDEST, placeholders, readingGrade } from "../checks/checks.ts";
import { sentencesOf } from "../text/sentences.ts";
import type { Trade } from "../trades/schema.ts";

// Checks of prose that was written freely, for one brief: what nobody gave us, and what nobody wants to read.

/** Worn phrases that are also plain words of a trade, and of people who write well. */
const ALSO_PLAIN =
  /^(?:harness|robust|elevate|not only|whether you|when it comes to|at the end of the day|the best part|it's important to|it is important to|dive in|deep dive|turnkey|tailored|facilitat|streamlin|ensure that|leverag|got you covered|crucial|don't hesitate)/i;

/** Claims about the business, each with the words of a brief that make it the owner's own. */
const CLAIMS: readonly (readonly [claim: RegExp, owners: RegExp])[] = [
  [
    /\b(?:we(?:'re| are)|i(?:'m| am)|our (?:crews?|team|techs?|technicians|people|company|work) (?:is|are))\s+(?:[\p{L}-]+,?\s+){0,3}?(?:licensed|insured|bonded|certified|accredited|award\S*|top-rated|rated|trusted|experienced|background-checked)\b/iu,
    /licen[sc]ed|insured|bonded|certified|accredited|award|rated|experience|background|p\.\s?e\./i,
  ],
  [
    /\b(?:our|my)\s+(?:[\p{L}-]+\s+){0,2}?(?:licensed|insured|bonded|certified|award-winning|trusted|experienced|top-rated)\b/iu,
    /licen[sc]ed|insured|bonded|certified|award|experience/i,
  ],
  [
    /\b(?:we|i|our|my)\b[^.?!,]{0,30}\b(?:guarantee|warrant(?:y|ies))\b|\bguaranteed\b|(?:\d ?%|\b(?:satisfaction|money-back|full)) guarantee/i,
    /guarantee|warrant/i,
  ],
  [/\b(?:we|i) promise\b/i, /promise/i],
  [
    /\bfree (?:\p{L}+ )?(?:quote|estimate|inspection|consultation|visit|check|assessment|call|look|measure|sample)|\bat no (?:cost|charge)\b|\bno charge\b/iu,
    /\bfree\b|no (?:cost|charge)/i,
  ],
  [
    /\bour (?:low|best|fair) prices?\b|\b(?:we|i)\b[^.?!]{0,20}\b(?:best|lowest|cheapest) (?:prices?|in town)\b/i,
    /(?!)/,
  ],
  [
    /\b(?:studies|research|statistics|(?:national|recent|industry|customer) surveys?) (?:show|say|find|prove|suggest)|\bexperts (?:say|agree)|\baccording to (?:a |the )?(?:study|survey|experts)/i,
    /(?!)/,
  ],
  [/\b(?:customers|clients|homeowners|people) (?:love|rave|trust|recommend) (?:us|our|me)\b/i, /(?!)/],
];

/** A sentence that reports or denies a claim doesn't make it. */
const REPORTED =
  /\?|["“]|\b(?:not|no(?! (?:charge|cost))|never|nobody|none|without|can't|cannot|won't|wouldn't|don't|doesn't|isn't|aren't|says?|said|promise[sd]|promising|claims?|calls?|tells?|told|ask|asks|if|whether|anyone|anybody|beware|hear)\b/i;

/** Whether a line shouts, other than by a short form that the owner uses. */
const isLoud = (line: string, brief: string): boolean => {
  const shouted = line.match(/\b[A-Z]{6,}\b/g) ?? [];
  return line.includes("!") || shouted.some((word) => word !== "ENERGY" && !brief.includes(word));
};

/** Harder sentences than this are named when the whole is too hard. */
const HARD_SENTENCE = 11;
const MOST_HARD = 8;
/** Shorter ones may be said twice: "It depends." */
const SHORTEST_REPEATED = 45;

/**
 * Problems of a model's prose, apart from what it must not add (`checkModelLines`).
 * @param lines what is read, without markup and placeholders that are allowed
 * @param brief what the owner typed, whose own claims are theirs
 */
export function checkProse(
  lines: readonly string[],
  { brief, trade }: { readonly brief: string; readonly trade: Trade },
): Finding[] {
  const find = (check: Finding["check"], words: readonly string[]): Finding[] =>
    [...new Set(words)].map((each) => ({ check, words: each }));
  const sentences = lines.flatMap(sentencesOf);
  const grade = readingGrade(lines);
  return [
    ...find(
      "banned phrase",
      lines.flatMap(bannedPhrases).filter((phrase) => !ALSO_PLAIN.test(phrase)),
    ),
    ...find("placeholder", lines.flatMap(placeholders)),
    ...find(
      "claim",
      sentences.flatMap((sentence) => claimsIn(sentence, brief, trade)),
    ),
    ...find(
      "repeat",
      sentences.filter(
        (sentence, at) => sentence.length > SHORTEST_REPEATED && sentences.indexOf(sentence) !== at,
      ),
    ),
    ...find(
      "loud",
      lines.filter((line) => isLoud(line, brief)),
    ),
    ...(grade > HARDEST ? find("grade", hardestOf(sentences)) : []),
  ];
}

const hardestOf = (sentences: readonly string[]): string[] =>
  sentences
    .map((sentence) => ({ sentence, grade: readingGrade([sentence]) }))
    .filter(({ grade, sentence }) => grade > HARD_SENTENCE && sentence.includes(" "))
    .toSorted((one, other) => other.grade - one.grade)
    .slice(0, MOST_HARD)
    .map(({ sentence }) => sentence);

function claimsIn(sentence: string, brief: string, { doNotSay }: Trade): string[] {
  const own = CLAIMS.flatMap(([claim, owners]) => {
    const found = claim.exec(sentence);
    return found && !owners.test(brief) ? [found[0]] : [];
  });
  const forbidden = doNotSay
    .map(({ phrase }) => phrase.toLowerCase())
    .filter((phrase) => sentence.toLowerCase().includes(phrase) && !brief.toLowerCase().includes(phrase));
  return REPORTED.test(sentence) ? [] : [...own, ...forbidden];
}
