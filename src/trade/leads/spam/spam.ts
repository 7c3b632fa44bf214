import { DESKS, DISPOSABLE, PITCHES } from "./word-lists.ts";

// Which captures are held back for their business to look at, as pure rules. Nobody is asked to read crooked
// letters, and nobody is lost: a false alarm costs the business one press, so the rules may be strict with
// what several signs agree on, and with nothing else.

/** What may speak against a capture, with how much it weighs and what its business reads. */
export const SIGNS = {
  "hidden field": { weight: 3, words: "A field that people can’t see was filled in" },
  "markup in name": { weight: 3, words: "The name has a link or code in it" },
  "markup in message": { weight: 3, words: "The message has code for links in it" },
  "links to many sites": { weight: 3, words: "The message links to three sites or more" },
  "same page, many times": { weight: 3, words: "One open page was sent over and over" },
  "same words, many people": {
    weight: 3,
    words: "The same message came under several addresses within the hour",
  },
  "several links": { weight: 2, words: "The message has several links" },
  "too fast": { weight: 2, words: "The form was filled in faster than most people can" },
  "throwaway address": { weight: 2, words: "The address is of a kind that lasts minutes" },
  "same words, many pages": { weight: 2, words: "The same message went to many pages within the hour" },
  "letters mixed": { weight: 2, words: "Letters of several alphabets are mixed within a word" },
  "random name": { weight: 2, words: "The name looks like random letters" },
  "random message": { weight: 2, words: "The message looks like random letters" },
  "odd name": { weight: 1, words: "The name is hard to say aloud" },
  "odd message": { weight: 1, words: "The message is one word that is hard to say aloud" },
  "address in name": { weight: 1, words: "The name is the address of a website" },
  "name of a desk": { weight: 1, words: "The name is a desk’s, not a person’s" },
  "other alphabet": { weight: 1, words: "Name and message are in different alphabets" },
  "sales pitch": { weight: 1, words: "The message sells something to businesses" },
  "busy network": { weight: 1, words: "Many addresses came from one network within the hour" },
} as const satisfies Record<string, { readonly weight: number; readonly words: string }>;
export type Sign = keyof typeof SIGNS;

/** What is held back weighs this at least: one strong sign, or a middling one beside another. */
const HELD_FROM = 3;

/**
 * Within this time nobody reads a form and writes into it; a browser that fills in by itself, and a quick
 * hand, may.
 */
const UNREAD_MS = 2_000;
/**
 * A form of one's own network: this many others within the hour is more than a household or a stand at a fair
 * usually has.
 */
const BUSY_PEOPLE = 12;
const SAME_WORDS_PEOPLE = 3;
const SAME_WORDS_PAGES = 5;

/** What is looked at. */
export interface Suspect {
  readonly name: string;
  /** Lower case. */
  readonly email: string;
  /** All that was written in words of their own; empty for nothing. */
  readonly message: string;
  /** What stood in the field that people can't see. */
  readonly trap: string;
  /** How long the form was there before it was sent; null where nobody knows. */
  readonly openMs: number | null;
  /** Whether the same open page was sent more often than anybody corrects a typing mistake. */
  readonly isWornOut: boolean;
  /** What the same network sent within the hour, this included. */
  readonly network: NetworkHour;
}

/** What one network sent within the hour. */
export interface NetworkHour {
  readonly people: number;
  /** Of the same message: people who signed it, and pages it went to. */
  readonly sameWords: { readonly people: number; readonly pages: number };
}

/** Of a network that nobody knows. */
export const QUIET_NETWORK: NetworkHour = { people: 0, sameWords: { people: 0, pages: 0 } };

/** Everything that speaks against a capture, the weightiest first. */
export function signsOf({ name, email, message, trap, openMs, isWornOut, network }: Suspect): Sign[] {
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
    openMs !== null && openMs < UNREAD_MS && "too fast",
    DISPOSABLE.has(email.slice(email.lastIndexOf("@") + 1)) && "throwaway address",
    isMixed(`${name} ${message}`) && "letters mixed",
    randomness(name) >= 2 ? "random name" : randomness(name) === 1 && "odd name",
    // Of a message only one that is a single word: part numbers and addresses are odd as well.
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

/** Whether these signs together are enough to hold somebody back. */
export const areEnough = (signs: readonly Sign[]): boolean =>
  signs.reduce((sum, sign) => sum + SIGNS[sign].weight, 0) >= HELD_FROM;

/** The sign in words for the business; one of another version of the rules as it is. */
export const describeSign = (sign: string): string => (sign in SIGNS ? SIGNS[sign as Sign].words : sign);

const LINKS = /(?:https?:\/\/|\bwww\.)[^\s<>"'\])]+/gi;
/** Link code, which nobody types who wants a deck. Other tags in a message are somebody's way to write. */
const MARKUP = /<(?:a\s|iframe|script)[^>]*>|\[(?:url|link)\b[^\]]*\]/i;
const isMarkup = (text: string) =>
  /<\/?[a-z][^>@]*>|\[\/?(?:url|link|img|b|i)\b[^\]]*\]|https?:\/\/|\bwww\.|\b(?:bit\.ly|t\.me|tinyurl\.com)\//i.test(
    text,
  );
/** A whole word that is a domain, and no mail address. */
const DOMAIN =
  /(?:^|\s)[a-z\d-]+\.(?:biz|com|info|io|net|online|org|ru|shop|site|top|xyz)(?:\/\S*)?(?:\s|$)/i;

const siteOf = (link: string) =>
  link
    .toLowerCase()
    .replace(/^https?:\/\//, "")
    .replace(/^www\./, "")
    .split(/[/?#:]/, 1)[0]!;

/**
 * The alphabets that are told apart. Names and messages of Han, kana and Hangul are mixed by their own
 * people.
 */
const ALPHABETS = {
  latin: /\p{Script=Latin}/gu,
  cyrillic: /\p{Script=Cyrillic}/gu,
  greek: /\p{Script=Greek}/gu,
  arabic: /\p{Script=Arabic}/gu,
  hebrew: /\p{Script=Hebrew}/gu,
  thai: /\p{Script=Thai}/gu,
  asian: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu,
} as const;

/** The alphabet that most letters are of; null without letters. */
function alphabetOf(text: string): string | null {
  const [most] = Object.entries(ALPHABETS)
    .map(([alphabet, letters]) => [alphabet, text.match(letters)?.length ?? 0] as const)
    .toSorted(([, a], [, b]) => b - a);
  return most && most[1] > 0 ? most[0] : null;
}

/**
 * Whether a message is in an alphabet that neither its writer's name nor this form is in. Who writes their
 * own name in their own letters, and English, is nothing odd.
 */
function isForeignTo(name: string, message: string): boolean {
  const [theirs, written] = [alphabetOf(name), alphabetOf(message)];
  return theirs !== null && written !== null && written !== "latin" && written !== theirs;
}

/** Latin letters beside Cyrillic or Greek ones that look like them, within one word. */
const isMixed = (text: string) =>
  /\p{Script=Latin}[\p{Script=Cyrillic}\p{Script=Greek}]|[\p{Script=Cyrillic}\p{Script=Greek}]\p{Script=Latin}/u.test(
    text,
  );

/**
 * How much a text looks like letters out of a generator, 0 to 2, by its most suspicious word: capitals in the
 * middle over and over, and more consonants in a row than a name has (Hirschsprung has seven). What is not
 * Latin can't be judged.
 */
function randomness(text: string): number {
  const words = text.split(/[\s'’.-]+/).filter((word) => /^[a-z]{8,}$/i.test(word));
  return Math.max(
    0,
    ...words.map((word) => {
      const rises = word.match(/[a-z](?=[A-Z])/g)?.length ?? 0;
      const longest = Math.max(
        0,
        ...(word.match(/[bcdfghjklmnpqrstvwxz]+/gi) ?? []).map((run) => run.length),
      );
      return (
        (rises >= 3 && rises / word.length > 0.19 ? 1 : 0) +
        (longest >= 8 || (longest >= 5 && rises >= 2) ? 1 : 0)
      );
    }),
  );
}
