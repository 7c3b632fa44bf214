import { sentencesOf } from "../text/sentences.ts";
import {
  isArea,
  isPrice,
  isSum,
  type KnownNumbers,
  measuredAs,
  NUMBER,
  valueOf,
  workedOutIn,
} from "./known-numbers.ts";

// Which numbers a model may write. Prices, promises, statistics and sections of codes only as the owner or
// the material has them; what others charge, if the brief asks about money. Measures and times of the trade
// freely. The owner is shown those of the model's own to check.

const EXAMPLE =
  /^["'(]?(?:say|suppose|for example|for instance|as an example|picture|take (?:a|an|two|three))\b|\b(?:let's say|for example|for instance|(?:to take|as|(?:here|this|it)(?:'s| is)) an example|example (?:numbers|figures)|pretend|made[- ]up)\b|,\s?say,|\bon an? \$\d[\d,]* (?:house|home|job|roof|bill|invoice|quote|sale|project|contract)\b/i;

const PERCENT = /^\s*(?:%|percent\b)/i;
const SHARE = /^\s*(?:out of|in (?:\d|ten|five|four|three))\b/i;
const OF_PEOPLE =
  "(?:clients|customers|homeowners|homebuyers|people|owners|buyers|sellers|families|households|contractors|companies|firms|crews|bidders|bids|homes|houses|roofs|jobs|calls|claims|inspections|problems|failures|complaints|remodels|projects|leaks)";
const PART_OF = new RegExp(
  `(?:%|\\bpercent\\b|\\bout of\\s\\S+|\\bin (?:two|three|four|five|ten|\\d+))\\s(?:of\\s)?(?:\\S+\\s){0,3}?${OF_PEOPLE}\\b`,
  "i",
);
const STUDIED =
  /\b(?:surveys?|surveyed|respondents|studies|polled|return on investment|recoup\w*|resale|of (?:the|its) cost)\b/i;
const MONEY_SAVED = /\b(?:sav(?:e|es|ed|ing|ings)|discount\w*|cheaper|(?:energy|power|heating) bills?)\b/i;

/** Whether a sentence says how many people, homes or jobs do something, or what pays off: nothing to sign. */
export const isStatistic = (sentence: string): boolean =>
  PART_OF.test(sentence) || (STUDIED.test(sentence) && /\d/.test(sentence));

const PRAISE =
  /^\+?\s(?:\p{L}+\s){0,2}(?:clients|customers|homeowners|families|homes|houses|roofs|jobs|projects|reviews|stars?)\b|^[- ]stars?\b/iu;
const EXPERIENCE =
  /^\+?[- ]years?(?:'|’)?\s(?:of|in)\s(?:\p{L}+\s){0,2}(?:experience|business|service|trade|field|practice)\b/iu;
const TECHNICAL =
  /^(?:\s*(?:to|or|-|–)\s*[\d,.]+)?[\s-]?(?:psi|psf|amps?|volts?|watts?|kw|kwh|kilowatts?|btus?|tons?|seer2?|hspf2?|gpm|cfm|decibels|ppm|pci|picocuries|mph|gallons?|square (?:foot|feet)|sq\b|mils?|grit|k\b|kelvin)/i;
/** "R-38", "MERV 13": a rating, or the number of a rule. */
const CODE_NAME =
  /\b(?:R|MERV|SEER2?|HSPF2?|AFUE|ASTM|NEC|IRC|IBC|NFPA|UL|ANSI|[Cc]lass|[Ss]chedule|[Ss]ection|[Aa]rticle|[Cc]hapter|[A-Z]{2,})[- ]?[A-Z]?$/;
const SECTION =
  /\b(?:NEC|IRC|IBC|NFPA|ANSI|ASTM|OSHA|CFR|KAR|[Ss]ections?|[Aa]rticles?|[Cc]hapters?|[Ss]tatutes?|[Rr]ules?|[Cc]odes?)[- ]?[A-Z]?$|§\s?$/;
/** "163.045", "12:095", "1910.1030". */
const SECTION_NUMBER = /^\d{2,}\.\d{3,}$/;
const COLON_NUMBER = /^:\d{3}/;
const CODE = /\b(?:code|by law|the law|legally|OSHA|ordinance|regulations?)\b/i;
const LENGTH =
  /^(?:\s*(?:to|or|and|-|–|by|x)\s*[\d.,/ ]*\d)?[\s-]?(?:inch|feet|foot|ft\b|pound|yards?\b|degree|°|″)|^(?:'|")(?=\W|$)/i;
const YEARS = /^(?:\s*(?:to|or|-|–)\s*[\w-]+)?[\s-]years?\b/i;
const LASTING = /\b(?:lasts?|lasted|lasting|good for|life(?:span|time)?)\b/i;
const WARRANTY = /\b(?:warrant\w*|guarantee\w*)\b/i;
const LONGEST_YEARS = 3;
const SOFT =
  /^(?:\s*(?:to|or|-|–)\s*[\w.]+)?[\s-]*(?:minutes?|mins?|seconds?|hours?|days?|weeks?|months?)\b/i;
/** What anyone counts on a page or at home, and the days of a month. */
const COUNTED =
  /^(?:\s*(?:to|or|-|–)\s*[\w.]+)?[\s-]*(?:steps?|paces?|photos?|pictures?|questions?|lines?|words?|items?|nights?|points?|rows?|th\b|st\b|nd\b|rd\b)/i;
const CLOCK = /^:\d\d(?!\d)|^\s?(?:a\.?m\.?|p\.?m\.?|o'clock)\b/i;
const MONTH = /\b(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*\.?\s$/i;
/** A promise of when something is done or answered. */
const PROMISED =
  /\b(?:we|i)(?:'ll| will| can)?\b[^.?!]{0,30}\b(?:finish|be (?:there|done)|reply|answer|respond|(?:call|write|text|get) (?:you )?back)\b/i;
const TIME = /^[\s-]*(?:minute|hour|day|week)/i;
/** Of the business itself: "a crew of 14", "our 22 trucks". */
const OF_OURS = /\b(?:our|we(?:'ve| have)|crews?|teams?|staff)\s(?:(?:of|done|had|over|with|has|is)\s)*$/i;
const SINCE = /(?:^|\b(?:we|i|us|our|business|family)\b[^.?!]{0,40}\s)since\s$/i;
/** The business's own price, which only its owner may name: "I charge $300 to $450". */
const OF_OWNER = /\b(?:(?:i|we)\s(?:\w+\s)?charge|(?:my|our)\s(?:\w+\s)?(?:price|fee|rate)s?)\b[^.?!]*$/i;
/** Three digits that anybody may call. */
const HOTLINES = new Set([211, 311, 811, 911, 988]);
/** "A hundred times." */
const IDIOM = /^(?:hundred|thousand|million)$/i;
/** Counts of things on the page, and of what a person can count. */
const MOST_COUNTED = 12;
/** More than this many clients or jobs is praise. */
const MOST_ASKED = 5;

/** Whether a line begins a worked example, which the next lines may go on with. */
export const beginsExample = (line: string): boolean => sentencesOf(line).some((one) => EXAMPLE.test(one));

interface Place {
  readonly before: string;
  readonly after: string;
  readonly sentence: string;
  /** Numbers that its line works out from the owner's prices. */
  readonly workedOut: readonly number[];
  readonly isExample: boolean;
  /** "12 inch" */
  readonly measured: string;
}

/** Refused; or shown to the owner, the lower the earlier; or nothing to say about. */
type Verdict = "refused" | 1 | 2 | 3 | "fine";

interface Figure {
  readonly match: RegExpExecArray;
  readonly place: Place;
  readonly verdict: Verdict;
}

function figuresIn(line: string, known: KnownNumbers, inExample: boolean): Figure[] {
  let isExample = inExample;
  const workedOut = workedOutIn(line, known);
  return sentencesOf(line).flatMap((sentence) => {
    isExample ||= EXAMPLE.test(sentence);
    return [...sentence.matchAll(NUMBER)].map((match) => {
      const place = {
        before: sentence.slice(0, match.index),
        after: sentence.slice(match.index + match[0].length),
        sentence,
        workedOut,
        isExample: isExample || isInQuotes(sentence, match.index),
        measured: measuredAs(match),
      };
      return { match, place, verdict: verdictOn(match[0], place, known) };
    });
  });
}

/**
 * The numbers of a line that nobody gave and nobody may make up, each with the words after it.
 * @param inExample in a worked example that says that its numbers are made up
 */
export const inventedNumbers = (line: string, known: KnownNumbers, inExample = false): string[] =>
  figuresIn(line, known, inExample).flatMap(({ match: [number], place: { after }, verdict }) =>
    verdict === "refused" ? [`${number}${/^\S*\s*\S*/.exec(after)![0]}`.trim()] : [],
  );

/** A figure as it's said, with a range and up to two words: "12 to 18 inches", "R-38 in". */
const SAID =
  /^\d+(?:[.,/]\d+)*k?(?:%|°)?(?: \d\/\d+)?(?:(?:-| (?:to|or|and|by|x) |–)\$?\d+(?:[.,/]\d+)*(?:%|°)?)?(?:[ -][\p{L}°%][\p{L}'’-]*){0,2}|^[\p{L}-]+(?: [\p{L}-]+){0,2}/u;

/** Words that say nothing at the end of a figure. */
const TRAILING =
  /[\s.,;:-]*(?: (?:for|and|or|the|in|into|of|to|an?|at|on|is|are|about|over|under|past|times|both|space|across|has|have|may|can|will|could|gives|really|instead|before|after|if|you|it|with|from|each|per|by|as|but|so|then|when|that))*[\s.,;:-]*$/i;

/**
 * The figures of a line that are the model's own knowledge, as they're said there, with a rank: those that
 * do the most harm if they're wrong have the lowest.
 */
export function unsourcedFigures(
  line: string,
  known: KnownNumbers,
  inExample = false,
): { readonly words: string; readonly rank: number }[] {
  let said = { sentence: "", until: 0 };
  return figuresIn(line, known, inExample).flatMap(({ match, place, verdict }) => {
    if (typeof verdict !== "number") return [];
    const { sentence, before } = place;
    // The second number of a range is said with the first.
    if (said.sentence === sentence && match.index < said.until) return [];
    const prefix = /(?:[A-Z]{2,} |[\w.]*[#$-])$/.exec(before)?.[0] ?? "";
    const words = SAID.exec(sentence.slice(match.index))?.[0] ?? match[0];
    said = { sentence, until: match.index + words.length };
    return [{ words: `${prefix}${words}`.replace(TRAILING, ""), rank: verdict }];
  });
}

/** What the reader is to say or to hear: "Built 1988, two floors." */
const isInQuotes = (sentence: string, at: number): boolean =>
  (sentence.slice(0, at).match(/"/g)?.length ?? 0) % 2 === 1;

function verdictOn(number: string, place: Place, known: KnownNumbers): Verdict {
  const { before, after, sentence, workedOut, isExample } = place;
  const value = valueOf(number);
  const isKnown = known.all.has(value);
  const isDigits = /^\d/.test(number);
  if (isPrice(before, after, number)) {
    if (known.owners.includes(value) || isSum(value, known)) return "fine";
    if ((isExample || known.madeUp.has(value)) && !OF_OWNER.test(before)) return "fine";
    // What others charge, and what a price comes to by the foot.
    const isAnswer = known.asksPrice && !OF_OWNER.test(before);
    return known.prices.has(value) || isAnswer || workedOut.includes(value) ? 1 : "refused";
  }
  if (EXPERIENCE.test(after)) return known.typed.has(value) ? "fine" : "refused";
  if (isShare(after, isDigits)) return isKnown ? shown(1, place, value, known) : "refused";
  if (PERCENT.test(after)) {
    if (isKnown) return shown(1, place, value, known);
    return PART_OF.test(sentence) || STUDIED.test(sentence) || MONEY_SAVED.test(sentence) ? "refused" : 1;
  }
  if (SECTION_NUMBER.test(number) || COLON_NUMBER.test(after)) return isKnown ? "fine" : "refused";
  if (CLOCK.test(after) || before.endsWith(":") || MONTH.test(before)) return "fine";
  // A fraction of an inch.
  if (/^\/\d/.test(after)) return LENGTH.test(after.slice(2)) ? shown(2, place, value, known) : "fine";
  if (/\d\/$/.test(before)) return "fine";
  const isYear = /^(?:19|20)\d\d$/.test(number) && !LENGTH.test(after) && !TECHNICAL.test(after);
  if (isYear && !SECTION.test(before)) {
    if (isExample || isKnown || /^s\b/.test(after)) return "fine";
    return SINCE.test(before) && !CODE.test(sentence) ? "refused" : 1;
  }
  const [time] = (isDigits && PROMISED.test(before) && TIME.exec(after)) || [];
  if (time !== undefined)
    return known.brief.toLowerCase().includes(`${number}${time.slice(0, 4)}`.toLowerCase())
      ? "fine"
      : "refused";
  if (isRefusedCount(number, place) && !isKnown) return "refused";
  return isExample ? "fine" : shown(rankOf(number, place), place, value, known);
}

/** A score has digits: "12 out of 16." */
const isShare = (after: string, isDigits: boolean): boolean =>
  SHARE.test(after) && (!isDigits || PART_OF.test(after));

/** Praise, a warranty, the size of the business, or a section of a code. */
function isRefusedCount(number: string, { before, after, sentence, isExample }: Place): boolean {
  const value = valueOf(number);
  if (PRAISE.test(after)) return value > MOST_ASKED && !isExample;
  if (/^\d/.test(number) && SECTION.test(before)) return value > MOST_COUNTED;
  if (YEARS.test(after)) return WARRANTY.test(sentence) || (LASTING.test(before) && /\bour\b/i.test(before));
  return OF_OURS.test(before) && value > MOST_COUNTED && !SOFT.test(after);
}

/** How much a figure matters that nobody gave; 0 for one that needs nobody to look at it. */
function rankOf(number: string, { before, after, sentence }: Place): 0 | 1 | 2 | 3 {
  const value = valueOf(number);
  const isDigits = /^\d/.test(number);
  if (CODE_NAME.test(before) && isDigits) return /(?:^|[.?!]\s)[A-Z]{2,}\s?$/.test(before) ? 3 : 1;
  if (CODE.test(sentence) && LENGTH.test(after)) return 1;
  if (TECHNICAL.test(after)) return value > 1 ? 1 : 0;
  if (YEARS.test(after)) return value > LONGEST_YEARS || LASTING.test(before) ? 1 : 0;
  if (LENGTH.test(after)) return isDigits ? 2 : 0;
  if (SOFT.test(after)) return isDigits ? 3 : 0;
  if (COUNTED.test(after) || IDIOM.test(number) || HOTLINES.has(value)) return 0;
  return isDigits && value > MOST_COUNTED ? 3 : 0;
}

/** The owner's numbers need no look, nor do those of the material that measure the same. */
const shown = (rank: 0 | 1 | 2 | 3, { measured }: Place, value: number, known: KnownNumbers): Verdict =>
  rank === 0 || known.typed.has(value) || isArea(value, known) || known.measured.has(measured)
    ? "fine"
    : rank;
