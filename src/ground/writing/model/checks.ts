import { type Finding, withoutOwnWords } from "../checks/checks.ts";
import { otherLanguage } from "../text/language.ts";
import { isProfane } from "../text/profanity.ts";
import { sentencesOf } from "../text/sentences.ts";
import { knownNumbers, numbersIn, questionIn, workedOutIn } from "./known-numbers.ts";
import { beginsExample, inventedNumbers } from "./numbers.ts";

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
    | "shape"
    | "off the subject"
    | "who calls"
    | "copied from the brief";
  readonly words: string;
}

const CONTACTS =
  /[\w.+-]+@[\w-]+(?:\.[\w-]+)+|\b(?:https?:\/\/|www\.)\S+|\b[a-z0-9-]+\.(?:com|net|org|io|co|biz|info|us|ru|xyz|app|dev|example|test)\b|(?:\+?\d[\s().-]*){7,}|(?<!\w)@\w{2,}/gi;
const TESTIMONIAL =
  /\b(?:testimonials?|(?:5|five)[- ]star|star ratings?|reviews? (?:say|praise)|rave)\b|\b(?:one|a|our|another) (?:past |happy |recent )?(?:client|customer|homeowner|neighbor)s? (?:said|told (?:us|me)|wrote)|"[^"]{12,}"\s*,?\s*(?:-|says|said)\s*\p{Lu}|\b(?:hundreds|thousands|dozens|countless) of (?:\p{L}+ )?(?:clients|customers|homeowners|families|businesses|homes|jobs|projects|roofs|decks|kitchens)\b/iu;
const MARKUP =
  /<\/?[a-z][^>]*>|\*\*|__|^#{1,6} |```|`|\[[^\]]*\]\([^)]*\)|&(?:amp|lt|gt|nbsp|#\d+);|^\s*[-*•] /im;
const MACHINE =
  /\b(?:ignor|disregard|forget)\w*\b[^.?!]{0,20}\b(?:previous|prior|above|earlier|these|those|your)\b[^.?!]{0,20}\b(?:instructions?|rules?|prompts?)\b|\bsystem prompt|\bas an ai\b|\b(?:ai|language) model\b|\bjson\b|\bschema\b|\b(?:as|per) the brief\b|\bthe brief (?:says|asks|names|gives|mentions|states|wants|does)\b|\bchatgpt\b|\bprompt injection|\bi (?:cannot|can't|am unable to|can not) (?:comply|assist|help with (?:that|this))\b|^(?:sure, )?(?:here is|here's) (?:the|your) (?:text|guide|email)s?\b/i;
/** This many consecutive words of a field count as copied. */
const COPIED_WORDS = 14;
/** A worked example goes on for as many lines, with the one that begins it. */
const EXAMPLE_LINES = 3;
/** A question, an objection, the reader and the ask may be said back, but for a long one. */
const COPIED_WORDS_OF_CLIENT = 16;
const CLIENTS = new Set(["topic", "objection", "targetAudience", "goal"]);

/**
 * Finds what a model must not add to a text, apart from the other checks.
 * @param lines every line the model wrote
 * @param from.known allowed sources of numbers: the brief and the material
 * @param from.names names of the business and its owner
 * @param from.examples lines of worked examples that say so
 */
export function checkModelLines(
  lines: readonly string[],
  from: {
    brief: Readonly<Record<string, string>>;
    known: string;
    names: readonly string[];
    examples?: ReadonlySet<string>;
  },
): ModelFinding[] {
  let numbers = knownNumbers(Object.values(from.brief).join(" \n"), from.known, questionIn(from.brief));
  const names = from.names.filter((name) => name.length > 1).toSorted((a, b) => b.length - a.length);
  const long = Object.entries(from.brief).flatMap(([field, value]) => {
    const words = value.toLowerCase().split(" ");
    const most = CLIENTS.has(field) ? COPIED_WORDS_OF_CLIENT : COPIED_WORDS;
    return words.slice(most - 1).map((_word, at) => words.slice(at, at + most).join(" "));
  });
  const found: ModelFinding[] = [];
  const add = (check: ModelFinding["check"], words: readonly string[]) =>
    found.push(...words.map((each) => ({ check, words: each })));
  let exampleLines = 0;
  for (const line of lines) {
    exampleLines = beginsExample(line) ? EXAMPLE_LINES : Math.max(0, exampleLines - 1);
    const bare = withoutOwnWords(line, names);
    add("contact", bare.match(CONTACTS) ?? []);
    add("invented number", inventedNumbers(bare, numbers, exampleLines > 0 || from.examples?.has(line)));
    // What one line works out, or makes up for its example, the next ones may go on from.
    numbers = {
      ...numbers,
      owners: [...new Set([...numbers.owners, ...workedOutIn(bare, numbers)])],
      madeUp: new Set([...numbers.madeUp, ...(exampleLines > 0 ? numbersIn(bare) : [])]),
    };
    add("testimonial", TESTIMONIAL.exec(bare)?.slice(0, 1) ?? []);
    add("markup", MARKUP.exec(line)?.slice(0, 1) ?? []);
    add("machine talk", MACHINE.exec(bare)?.slice(0, 1) ?? []);
    add("profanity", sentencesOf(line).filter(isProfane));
    // A client's own question may be a title.
    if (!line.endsWith("?"))
      add("copied from the brief", long.filter((run) => line.toLowerCase().includes(run)).slice(0, 1));
  }
  const language = otherLanguage(lines);
  if (language !== undefined) add("language", [`The text is not in English but in ${language}.`]);
  return found;
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
