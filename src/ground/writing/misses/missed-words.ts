import { isProfane } from "../text/profanity.ts";

const MOST_WORDS = 10;
const MOST_CHARACTERS = 80;

/** The word after it is a person's name. */
const TITLES = /(?<!\p{L})(?:mr|mrs|ms|miss|dr|sir|señora?|sr|sra)\.?\s+\p{L}+/giu;
/** An email address, a web address, a handle, or anything with a digit: phones, house numbers, prices. */
const CONTACTS = /\S*@\S*|https?:\/\/\S*|www\.\S*|\S*\d\S*/giu;

/**
 * The words that were asked for, without what could lead to a person: the names and the address of the form,
 * titles with names, numbers and addresses.
 * @returns lower case, at most 80 characters; empty if nothing is left that is worth reading
 */
export function missedWords(
  typed: string,
  from: { readonly name: string; readonly company: string; readonly email: string },
): string {
  const names = new Set(wordsOf([from.name, from.email].join(" ")));
  const company = wordsOf(from.company).join(" ");
  const bare = wordsOf(typed.replaceAll(CONTACTS, " ").replaceAll(TITLES, " "));
  const without = company.includes(" ")
    ? ` ${bare.join(" ")} `.replaceAll(` ${company} `, " ").trim().split(" ")
    : bare.filter((word) => word !== company);
  const words = without
    .filter((word) => word !== "" && !names.has(word))
    .slice(0, MOST_WORDS)
    .join(" ")
    .slice(0, MOST_CHARACTERS);
  return /\p{L}{2}/u.test(words) && !isProfane(words) ? words : "";
}

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll(/['’]s(?!\p{L})|['’]/gu, "")
    .split(/[^\p{L}]+/u)
    .filter(Boolean);
