import { COMPANY, HOUSEHOLD, NOBODY, PARTICLES, SUFFIXES, TITLES } from "./name-words.ts";

/** Maximum characters of a first name. */
const MAX_LENGTH = 30;

/**
 * Between two people who share an entry. Words of other languages count only after a single first name: José
 * Ortega y Gasset is one person.
 */
const BETWEEN_PEOPLE = /\s*(?:&|\+|\/|\s(?:and|und)\s)\s*/iu;
const BETWEEN_FIRST_NAMES = /^(\p{L}[\p{L}\p{M}'’-]*)\s+(?:y|e|et|en|og|och)\s+(\p{L}.*\s.*)$/iu;

/**
 * The name to greet a person by, from any text in a name field: `Dana` from "Ruiz, Dana", "DR. DANA RUIZ" or
 * "👷 dana", and `Dana and Luis` from "Dana & Luis Ruiz". Empty without a first name: a family, a business, a
 * title with a family name, initials, an address, "n/a". The greeting must then work without one; see
 * fillPlaceholders.
 */
export function greetingName(name: string): string {
  const plain = stripDecoration(name);
  if (!plain || /[@=<>{}[\]\\|_]|:\/\/|^(?:www\.|\d)/i.test(plain)) return "";
  if (
    HOUSEHOLD.test(plain) ||
    COMPANY.test(plain) ||
    /^(?:the|die|der|das|la|los|las|les)(?:\s|$)/i.test(plain)
  )
    return "";
  const { text, isTurned } = inSpokenOrder(plain);
  const people = peopleIn(text);
  if (people.length > 2) return "";
  const firsts = people.map((one) => firstOf(one, people.length > 1, isTurned)).filter(Boolean);
  if (!firsts.length || firsts[0] === firsts[1])
    return people.length > 1 && firsts.length ? "" : (firsts[0] ?? "");
  return firsts.join(" and ");
}

/** A name without emoji, invisible marks, nicknames in brackets or quotes, and punctuation at its ends. */
function stripDecoration(name: string): string {
  return (
    name
      .toWellFormed()
      .normalize("NFC")
      .replaceAll(
        /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\u{FE0F}\u{20E3}]/gu,
        " ",
      )
      .replaceAll(/\p{Cf}|\u{FFFD}/gu, "")
      .replaceAll(/[\p{Cc}\s]+/gu, " ")
      // Not if it is the whole name.
      .replaceAll(/(?<=\p{L})\s+(?:\([^()]*\)|\[[^[\]]*\]|"[^"]*"|“[^“”]*”)/gu, " ")
      .replaceAll(/["“”*~#^`´!?;()[\]{}]+/gu, " ")
      .replaceAll(/\s+/gu, " ")
      .replaceAll(/^[\s,.'’\-–—:&+/]+|[\s,'’\-–—:&+/]+$/gu, "")
      .trim()
  );
}

/** "Ruiz, Dana" in spoken order; drops text after a comma that is no name, such as "Jr." or "MD". */
function inSpokenOrder(plain: string): { readonly text: string; readonly isTurned: boolean } {
  const [before = "", ...after] = plain.split(/\s*,\s*/);
  const names = after.filter((part) => part && !part.split(/\s+/).every((word) => SUFFIXES.has(bare(word))));
  const [first] = names;
  return first ? { text: `${first} ${before}`, isTurned: true } : { text: before, isTurned: false };
}

function peopleIn(text: string): string[] {
  const two = BETWEEN_FIRST_NAMES.exec(text);
  return (two ? [two[1]!, two[2]!] : text.split(BETWEEN_PEOPLE)).filter(Boolean);
}

const bare = (word: string) => word.toLowerCase().replaceAll(/[.,]/g, "");
const isInitials = (word: string) =>
  /^(?:\p{L}\p{M}*\.?)$/u.test(word) || /^(?:\p{L}\.-?){2,}\p{L}?\.?$/u.test(word);
const hasSpacedLetters = (word: string) => /[\p{Lu}\p{Ll}\p{Lt}]/u.test(word);

/** @param isOneOfTwo both may share a following family name, so one word is a first name */
function firstOf(person: string, isOneOfTwo: boolean, isTurned: boolean): string {
  let words = person
    .split(/[\s,]+/)
    .map((word) => word.replaceAll(/^[\p{P}\p{S}]+|[^\P{P}.]+$/gu, ""))
    .filter((word) => /\p{L}/u.test(word));
  let titled = false;
  while (words.length && isTitle(words[0]!, words.length)) {
    titled = true;
    words = words.slice(1);
  }
  // Lists may also have titles at the end: "Ruiz Dana Dr."
  words = words.filter(
    (word, at) => at === 0 || !(SUFFIXES.has(bare(word)) && at === words.length - 1) || isOneOfTwo,
  );
  if (titled && words.length < 2) return "";
  const at = words.findIndex((word) => !isInitials(word) || !hasSpacedLetters(word));
  const found = words[at];
  if (found === undefined) return "";
  // "J. Smith" has a family name after its initial; "J. Robert Smith" has more.
  if (at > 0 && words.length - at < 2) return "";
  if (at > 0 && (PARTICLES.has(bare(found)) || TITLES.has(bare(found)))) return "";
  if ((titled && PARTICLES.has(bare(found))) || bare(found) === "the") return "";
  if (
    NOBODY.has(bare(found)) &&
    (words.length === 1 || NOBODY.has(bare(words[1]!)) || bare(words[1]!) === "name")
  )
    return "";
  if (isTurned && words.length < 2 && !isOneOfTwo) return "";
  const word = normalizeCase(found.replaceAll(/^[\p{P}\p{S}]+|[\p{P}\p{S}]+$/gu, ""));
  return /^\p{L}[\p{L}\p{M}\p{Pd}'’·.]*$/u.test(word) ? word : "";
}

/** "M." before a name is Monsieur or an initial: a title if just one word follows. */
function isTitle(word: string, words: number): boolean {
  const name = bare(word);
  if (!TITLES.has(name)) return false;
  return name.length > 1 || (word.length === 2 && words === 2);
}

/** DANA and dana as Dana; mixed case stays as written. */
function normalizeCase(word: string): string {
  if (word.length > MAX_LENGTH) return "";
  const [low, high] = [word.toLocaleLowerCase("en-US"), word.toLocaleUpperCase("en-US")];
  // Two letters such as TJ are spoken one by one.
  if (low === high || (word !== low && word !== high)) return word;
  if (/^(?:[^aeiouy\P{L}]{2}|[a-z]j)$/u.test(low)) return high;
  return low.replaceAll(
    /(^|[-'’])(\p{L})/gu,
    (_, before: string, letter: string) => before + letter.toLocaleUpperCase("en-US"),
  );
}
