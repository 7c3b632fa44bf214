import { DESKS, DISPOSABLE, PITCHES } from "./word-lists.ts";

// Pure rules that decide which captures are quarantined. We use no CAPTCHA, and no capture is lost: a false
// alarm costs the business one click. So the rules may be strict where several signs agree, and only there.

/** Signs of spam with their weight, and how the business reads them. */
export const SIGNS = {
  "hidden field": { weight: 3, words: "A field that people can’t see was filled in" },
  "markup in name": { weight: 3, words: "The name has a link or code in it" },
  "markup in message": { weight: 3, words: "The message has code for links in it" },
  "links to many sites": { weight: 3, words: "The message links to three or more sites" },
  "same page, many times": { weight: 3, words: "The same open page was submitted over and over" },
  "same words, many people": {
    weight: 3,
    words: "The same message came from several addresses within the hour",
  },
  "several links": { weight: 2, words: "The message has several links" },
  "too fast": { weight: 2, words: "The form was filled in faster than most people can" },
  "throwaway address": { weight: 2, words: "It’s a throwaway email address" },
  "same words, many pages": { weight: 2, words: "The same message went to many pages within the hour" },
  "letters mixed": { weight: 2, words: "Letters from different alphabets are mixed within a word" },
  "random name": { weight: 2, words: "The name looks like random letters" },
  "random message": { weight: 2, words: "The message looks like random letters" },
  "odd name": { weight: 1, words: "The name is hard to say aloud" },
  "odd message": { weight: 1, words: "The message is one word that is hard to say aloud" },
  "address in name": { weight: 1, words: "The name is a website address" },
  "name of a desk": { weight: 1, words: "The name is a department, not a person" },
  "other alphabet": { weight: 1, words: "Name and message are in different alphabets" },
  "sales pitch": { weight: 1, words: "The message sells something to businesses" },
  "busy network": { weight: 1, words: "Many addresses came from one network within the hour" },
} as const satisfies Record<string, { readonly weight: number; readonly words: string }>;
export type Sign = keyof typeof SIGNS;

/** Quarantine from this total: one strong sign, or a medium one with another. */
const QUARANTINE_WEIGHT = 3;

/** People can't read and fill in a form this fast, though autofill with a quick click can. */
const MIN_FILL_MS = 2_000;
/** More people per hour than a household or a booth at a fair usually has. */
const BUSY_PEOPLE = 12;
const SAME_WORDS_PEOPLE = 3;
const SAME_WORDS_PAGES = 5;

export interface Suspect {
  readonly name: string;
  /** Lower case. */
  readonly email: string;
  /** All free text; empty for none. */
  readonly message: string;
  readonly trap: string;
  /** How long the form was open, in milliseconds; null if unknown. */
  readonly openMs: number | null;
  /** Whether one open page was submitted more often than corrections explain. */
  readonly isWornOut: boolean;
  /** What the network sent within the hour, including this. */
  readonly network: NetworkHour;
}

export interface NetworkHour {
  readonly people: number;
  /** How many people signed this message, and how many pages got it. */
  readonly sameWords: { readonly people: number; readonly pages: number };
}

/** For an unknown network. */
export const QUIET_NETWORK: NetworkHour = { people: 0, sameWords: { people: 0, pages: 0 } };

/** All signs of spam in a capture, heaviest first. */
export function findSigns({ name, email, message, trap, openMs, isWornOut, network }: Suspect): Sign[] {
  const links = message.match(LINKS) ?? [];
  const sites = new Set(links.map(siteOf)).size;
  const found: (Sign | false)[] = [
    trap !== "" && "hidden field",
    isWornOut && "same page, many times",
    isMarkup(name) && "markup in name",
    MARKUP.test(message) && "markup in message",
    sites >= 3 ? "links to many sites" : links.length >= 2 && "several links",
    network.sameWords.people >= SAME_WORDS_PEOPLE
      ? "same words, many people"
      : network.sameWords.pages >= SAME_WORDS_PAGES && "same words, many pages",
    openMs !== null && openMs < MIN_FILL_MS && "too fast",
    DISPOSABLE.has(email.slice(email.lastIndexOf("@") + 1)) && "throwaway address",
    isMixed(`${name} ${message}`) && "letters mixed",
    randomness(name) >= 2 ? "random name" : randomness(name) === 1 && "odd name",
    // Only for a one-word message: part numbers and addresses look random too.
    !/\s/.test(message) &&
      (randomness(message) >= 2 ? "random message" : randomness(message) === 1 && "odd message"),
    DOMAIN.test(name) && !isMarkup(name) && "address in name",
    DESKS.has(name.toLowerCase().replaceAll(/[\s._-]+/g, " ")) && "name of a desk",
    message.length >= 20 && isForeignTo(name, message) && "other alphabet",
    PITCHES.some((pitch) => pitch.test(message)) && "sales pitch",
    network.people >= BUSY_PEOPLE && "busy network",
  ];
  return found.filter((sign) => sign !== false).toSorted((a, b) => SIGNS[b].weight - SIGNS[a].weight);
}

/** Whether these signs suffice for quarantine. */
export const isSpam = (signs: readonly Sign[]): boolean =>
  signs.reduce((sum, sign) => sum + SIGNS[sign].weight, 0) >= QUARANTINE_WEIGHT;

/** The sign in words; signs of older rule versions are returned unchanged. */
export const describeSign = (sign: string): string => (sign in SIGNS ? SIGNS[sign as Sign].words : sign);

const LINKS = /(?:https?:\/\/|\bwww\.)[^\s<>"'\])]+/gi;
/** Link code. Other tags in a message are harmless. */
const MARKUP = /<(?:a\s|iframe|script)[^>]*>|\[(?:url|link)\b[^\]]*\]/i;
const isMarkup = (text: string) =>
  /<\/?[a-z][^>@]*>|\[\/?(?:url|link|img|b|i)\b[^\]]*\]|https?:\/\/|\bwww\.|\b(?:bit\.ly|t\.me|tinyurl\.com)\//i.test(
    text,
  );
const DOMAIN =
  /(?:^|\s)[a-z\d-]+\.(?:biz|com|info|io|net|online|org|ru|shop|site|top|xyz)(?:\/\S*)?(?:\s|$)/i;

const siteOf = (link: string) =>
  link
    .toLowerCase()
    .replace(/^https?:\/\//, "")
    .replace(/^www\./, "")
    .split(/[/?#:]/, 1)[0]!;

/** Scripts to tell apart. Han, kana and Hangul count as one, because genuine writers mix them. */
const ALPHABETS = {
  latin: /\p{Script=Latin}/gu,
  cyrillic: /\p{Script=Cyrillic}/gu,
  greek: /\p{Script=Greek}/gu,
  arabic: /\p{Script=Arabic}/gu,
  hebrew: /\p{Script=Hebrew}/gu,
  thai: /\p{Script=Thai}/gu,
  asian: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu,
} as const;

/** The script of most letters; null without letters. */
function alphabetOf(text: string): string | null {
  const [most] = Object.entries(ALPHABETS)
    .map(([alphabet, letters]) => [alphabet, text.match(letters)?.length ?? 0] as const)
    .toSorted(([, a], [, b]) => b - a);
  return most && most[1] > 0 ? most[0] : null;
}

/**
 * Whether the message is in a script that matches neither the name nor this form. A foreign name with an
 * English message is normal.
 */
function isForeignTo(name: string, message: string): boolean {
  const [nameScript, messageScript] = [alphabetOf(name), alphabetOf(message)];
  return (
    nameScript !== null && messageScript !== null && messageScript !== "latin" && messageScript !== nameScript
  );
}

/** Latin letters next to look-alike Cyrillic or Greek ones within one word. */
const isMixed = (text: string) =>
  /\p{Script=Latin}[\p{Script=Cyrillic}\p{Script=Greek}]|[\p{Script=Cyrillic}\p{Script=Greek}]\p{Script=Latin}/u.test(
    text,
  );

/**
 * How generated a text looks, 0 to 2, by its most suspicious word: repeated capitals inside it, and more
 * consonants in a row than names have (Hirschsprung has seven). Only Latin text can be judged.
 */
function randomness(text: string): number {
  const words = text.split(/[\s'’.-]+/).filter((word) => /^[a-z]{8,}$/i.test(word));
  return Math.max(
    0,
    ...words.map((word) => {
      const innerCapitals = word.match(/[a-z](?=[A-Z])/g)?.length ?? 0;
      const longestRun = Math.max(
        0,
        ...(word.match(/[bcdfghjklmnpqrstvwxz]+/gi) ?? []).map((run) => run.length),
      );
      return (
        (innerCapitals >= 3 && innerCapitals / word.length > 0.19 ? 1 : 0) +
        (longestRun >= 8 || (longestRun >= 5 && innerCapitals >= 2) ? 1 : 0)
      );
    }),
  );
}
