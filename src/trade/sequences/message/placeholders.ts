// Separate from the other rules for browsers without Temporal.

export interface Fills {
  /** From `greetingName`; empty if there is none. */
  readonly firstName: string;
  readonly business: string;
  readonly reviewLink?: string | null | undefined;
  readonly referralLink?: string | null | undefined;
  /** To book a visit. */
  readonly visitLink?: string | null | undefined;
  /** Default: their labels. */
  readonly matter?: Partial<MatterFills> | undefined;
}

/** What started a follow-up, such as an estimate, in the words of its tool. */
export interface MatterFills {
  /** `NAMELESS` if it has no name that the client knows. */
  readonly title: string;
  readonly number: string;
  /** "$900.00". */
  readonly price: string;
  /** "December 31, 2026"; null without an end. */
  readonly valid_until: string | null;
  readonly link: string;
}

/** Stands for a name after "for" or "about". In parentheses it says nothing, so it is left out there. */
export const NAMELESS = "your project";

export const MATTER_LABELS: Readonly<Record<keyof MatterFills, string>> = {
  title: "[title]",
  number: "[number]",
  price: "[price]",
  valid_until: "[valid until]",
  link: "[link]",
};

const MATTER_FIELD = /\{\{(title|number|price|valid_until|link)\}\}/g;

/** The fields of what started a follow-up that a text uses. */
export const matterFieldsIn = (text: string): (keyof MatterFills)[] =>
  [...text.matchAll(MATTER_FIELD)].map(([, name]) => name as keyof MatterFills);

/** Used when a message is for no one in particular. */
export const FILL_LABELS: Fills = { firstName: "[first name]", business: "[your business]" };

/**
 * Fills `{{first_name}}`, `{{business}}`, the links and what it is about. Values are never parsed as
 * templates. Without a first name, "Hi {{first_name}}," becomes "Hi there,".
 */
export function fillPlaceholders(text: string, fills: Fills): string {
  const values: Readonly<Record<string, string | null | undefined>> = {
    first_name: fills.firstName,
    business: fills.business,
    review_link: fills.reviewLink,
    referral_link: fills.referralLink,
    visit_link: fills.visitLink,
    ...MATTER_LABELS,
    ...fills.matter,
  };
  const named = fills.matter?.title === NAMELESS ? withoutTitle(text) : text;
  return (fills.firstName ? named : withoutName(named)).replace(
    /\{\{(first_name|business|review_link|referral_link|visit_link|title|number|price|valid_until|link)\}\}/g,
    (whole, name: string) => values[name] ?? whole,
  );
}

/** "The estimate ({{title}}, {{number}})" becomes "The estimate ({{number}})". */
const withoutTitle = (text: string): string =>
  text.replaceAll("({{title}}, ", "(").replaceAll(" ({{title}})", "");

const NAME = String.raw`\{\{first_name\}\}`;
const AFTER_GREETING = new RegExp(String.raw`\b(hi|hey|hello)(,?\s+(?:there|again))?,?[ \t]+${NAME}`, "gi");
const AFTER_WISH = new RegExp(
  String.raw`\b(good (?:morning|day|afternoon|evening)|welcome(?: back)?|thanks|thank you),?[ \t]+${NAME}`,
  "gi",
);
const DEAR = new RegExp(String.raw`\bdear[ \t]+${NAME}`, "gi");
const ON_ITS_OWN_LINE = new RegExp(String.raw`^[ \t]*${NAME}[ \t]*[,:!.]?[ \t]*$`, "gm");
const AT_SENTENCE_START = new RegExp(
  String.raw`(^|[.!?:]["”’)]?\s+|\n)[ \t]*${NAME}[ \t]*[,:;!–—-]+[ \t]*(\p{L}?)`,
  "gu",
);
const AFTER_QUESTION = new RegExp(
  String.raw`\b(is (?:this|that)|(?:talking|speaking) (?:to|with)|reached)[ \t]+${NAME}`,
  "gi",
);
const AFTER_COMMA = new RegExp(String.raw`,[ \t]*${NAME}(?=[ \t]*(?:[,.!?:;)\n–—-]|$))`, "g");
const POSSESSIVE = new RegExp(String.raw`${NAME}['’]s\b`, "g");
const AFTER_PREPOSITION = new RegExp(String.raw`\b(for|to|with|of|from|about|at|by)[ \t]+${NAME}`, "gi");
const ANYWHERE = new RegExp(String.raw`[ \t]*${NAME}`, "g");

/** Removes the placeholder with the spaces and commas around it. */
function withoutName(text: string): string {
  return text
    .replace(AFTER_GREETING, (_, word: string, more: string | undefined) => `${word}${more ?? " there"}`)
    .replace(AFTER_WISH, "$1")
    .replace(DEAR, "Hello")
    .replace(ON_ITS_OWN_LINE, "Hello,")
    .replace(AFTER_QUESTION, "$1 the right person")
    .replace(AT_SENTENCE_START, (_, before: string, letter: string) => before + letter.toUpperCase())
    .replace(AFTER_COMMA, "")
    .replace(POSSESSIVE, "your")
    .replace(AFTER_PREPOSITION, "$1 you")
    .replace(ANYWHERE, "");
}
