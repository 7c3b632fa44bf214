import { type Finding, withoutOwnWords } from "../checks/checks.ts";
import { otherLanguage } from "../text/language.ts";
import { isProfane } from "../text/profanity.ts";
import { sentencesOf } from "../text/sentences.ts";

export interface ModelFinding {
  readonly check:
    | Finding["check"]
    | "invented number"
    | "testimonial"
    | "contact"
    | "markup"
    | "machine talk"
    | "profanity"
    | "language"
    | "length"
    | "copied from the brief";
  readonly words: string;
}

const CONTACTS =
  /[\w.+-]+@[\w-]+(?:\.[\w-]+)+|\b(?:https?:\/\/|www\.)\S+|\b[a-z0-9-]+\.(?:com|net|org|io|co|biz|info|us|ru|xyz|app|dev|example|test)\b|(?:\+?\d[\s().-]*){7,}|(?<!\w)@\w{2,}/gi;
const TESTIMONIAL =
  /\b(?:testimonials?|(?:5|five)[- ]star|star ratings?|reviews? (?:say|praise)|rave)\b|\b(?:one|a|our|another) (?:past |happy |recent )?(?:client|customer|homeowner|neighbor)s? (?:said|told us|wrote|says|tells us)|"[^"]{12,}"\s*,?\s*(?:-|says|said)\s*\p{Lu}|\b(?:hundreds|thousands|dozens|countless) of (?:\p{L}+ )?(?:clients|customers|homeowners|families|businesses|homes|jobs|projects|roofs|decks|kitchens)\b/iu;
const MARKUP =
  /<\/?[a-z][^>]*>|\*\*|__|^#{1,6} |```|`|\[[^\]]*\]\([^)]*\)|&(?:amp|lt|gt|nbsp|#\d+);|^\s*[-*•] /im;
const MACHINE =
  /\b(?:ignor|disregard|forget)\w*\b[^.?!]{0,30}\b(?:instructions?|rules?|prompts?)\b|\bsystem prompt|\bas an ai\b|\b(?:ai|language) model\b|\bjson\b|\bschema\b|\b(?:as|per) the brief\b|\bthe brief (?:says|asks|names|gives|mentions|states|wants|does)\b|\bchatgpt\b|\bprompt injection|\bi (?:cannot|can't|am unable to|can not) (?:help|comply|write|assist)|\b(?:here is|here's) (?:the|your) (?:text|guide|email)s?\b/i;
/** Words that turn a small number into a claim. */
const MEASURED =
  /^\s*(?:-|\s)?(?:%|percent|dollars?|bucks|years?|months?|weeks?|days?|hours?|minutes?|clients?|customers?|homeowners?|homes|houses|jobs|projects|stars?|reviews?|states|x\b|times|out of|in (?:\d|ten|five|four|three)\b|k\b)/i;
const SMALL_WORD = "two|three|four|five|six|seven|eight|nine";
const LARGE_WORD =
  "ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million";
const SPELLED = new RegExp(
  `\\b(?:${SMALL_WORD}|${LARGE_WORD})(?:[- ](?:one|${SMALL_WORD}|${LARGE_WORD}))?\\+? (?:percent|dollars|out of (?:${SMALL_WORD}|ten)|years? (?:of|in) (?:experience|business|service|practice|the (?:trade|field|business)))|` +
    `\\b(?:${LARGE_WORD})(?:[- ](?:one|${SMALL_WORD}|${LARGE_WORD}))?\\+? (?:happy |past )?(?:clients|customers|homeowners|families|jobs|projects|reviews)\\b`,
  "gi",
);
const NUMBER = /\d+(?:[.,:/]\d+)*/g;
const SMALL = 12;
/** This many consecutive words of a field count as copied. */
const COPIED_WORDS = 9;

/**
 * Finds what a model must not add to a text, apart from the other checks.
 * @param lines every line the model wrote
 * @param from.known allowed sources of numbers: the brief and the material
 * @param from.names names of the business and its owner
 */
export function checkModelLines(
  lines: readonly string[],
  from: { brief: Readonly<Record<string, string>>; known: string; names: readonly string[] },
): ModelFinding[] {
  const numbers = new Set(`${Object.values(from.brief).join(" ")} ${from.known}`.match(NUMBER) ?? []);
  const names = from.names.filter((name) => name.length > 1).toSorted((a, b) => b.length - a.length);
  const long = Object.values(from.brief).flatMap((value) => {
    const words = value.split(" ");
    return words.length < COPIED_WORDS
      ? []
      : words.slice(COPIED_WORDS - 1).map((_word, at) =>
          words
            .slice(at, at + COPIED_WORDS)
            .join(" ")
            .toLowerCase(),
        );
  });
  const found: ModelFinding[] = [];
  const add = (check: ModelFinding["check"], words: readonly string[]) =>
    found.push(...words.map((each) => ({ check, words: each })));
  for (const line of lines) {
    const bare = withoutOwnWords(line, names);
    add("contact", bare.match(CONTACTS) ?? []);
    add("invented number", [...inventedNumbers(bare, numbers), ...(bare.match(SPELLED) ?? [])]);
    add("testimonial", TESTIMONIAL.exec(bare)?.slice(0, 1) ?? []);
    add("markup", MARKUP.exec(line)?.slice(0, 1) ?? []);
    add("machine talk", MACHINE.exec(bare)?.slice(0, 1) ?? []);
    add("profanity", sentencesOf(line).filter(isProfane));
    add("copied from the brief", long.filter((run) => line.toLowerCase().includes(run)).slice(0, 1));
  }
  const language = otherLanguage(lines);
  if (language !== undefined) add("language", [`The text is not in English but in ${language}.`]);
  return found;
}

function inventedNumbers(line: string, known: ReadonlySet<string>): string[] {
  return [...line.matchAll(NUMBER)].flatMap((match) => {
    const [number] = match;
    if (known.has(number)) return [];
    const after = line.slice(match.index + number.length);
    const before = line.slice(0, match.index);
    const small = /^\d{1,2}$/.test(number) && Number(number) <= SMALL;
    return small && !MEASURED.test(after) && !/[$€£#]\s?$/.test(before)
      ? []
      : [`${number}${/^\S*\s*\S*/.exec(after)![0]}`.trim()];
  });
}

/** Checks that the word count is within limits. */
export function checkLength(
  what: string,
  lines: readonly string[],
  least: number,
  most: number,
): ModelFinding[] {
  const words = lines.join(" ").split(/\s+/).filter(Boolean).length;
  if (words >= least && words <= most) return [];
  return [{ check: "length", words: `${what} has ${words} words; it needs ${least} to ${most}.` }];
}
