// Separate from the other rules for browsers without Temporal.

export interface Fills {
  /** From `greetingName`; empty if there is none. */
  readonly firstName: string;
  readonly business: string;
  readonly reviewLink?: string | null | undefined;
  readonly referralLink?: string | null | undefined;
}

/** Used when a message is for no one in particular. */
export const FILL_LABELS: Fills = { firstName: "[first name]", business: "[your business]" };

/**
 * Fills `{{first_name}}`, `{{business}}` and the two links. Values are never parsed as templates. Without a
 * first name, "Hi {{first_name}}," becomes "Hi there,".
 */
export function fillPlaceholders(text: string, fills: Fills): string {
  const values: Readonly<Record<string, string | null | undefined>> = {
    first_name: fills.firstName,
    business: fills.business,
    review_link: fills.reviewLink,
    referral_link: fills.referralLink,
  };
  return (fills.firstName ? text : withoutName(text)).replace(
    /\{\{(first_name|business|review_link|referral_link)\}\}/g,
    (whole, name: string) => values[name] ?? whole,
  );
}

const NAME = String.raw`\{\{first_name\}\}`;
const GREETED = new RegExp(String.raw`\b(hi|hey|hello)(,?\s+(?:there|again))?,?[ \t]+${NAME}`, "gi");
const WISHED = new RegExp(
  String.raw`\b(good (?:morning|day|afternoon|evening)|welcome(?: back)?|thanks|thank you),?[ \t]+${NAME}`,
  "gi",
);
const DEAR = new RegExp(String.raw`\bdear[ \t]+${NAME}`, "gi");
const ALONE = new RegExp(String.raw`^[ \t]*${NAME}[ \t]*[,:!.]?[ \t]*$`, "gm");
const IN_FRONT = new RegExp(
  String.raw`(^|[.!?:]["”’)]?\s+|\n)[ \t]*${NAME}[ \t]*[,:;!–—-]+[ \t]*(\p{L}?)`,
  "gu",
);
const ASKED = new RegExp(
  String.raw`\b(is (?:this|that)|(?:talking|speaking) (?:to|with)|reached)[ \t]+${NAME}`,
  "gi",
);
const AFTER_COMMA = new RegExp(String.raw`,[ \t]*${NAME}(?=[ \t]*(?:[,.!?:;)\n–—-]|$))`, "g");
const OWNED = new RegExp(String.raw`${NAME}['’]s\b`, "g");
const GIVEN = new RegExp(String.raw`\b(for|to|with|of|from|about|at|by)[ \t]+${NAME}`, "gi");
const ANYWHERE = new RegExp(String.raw`[ \t]*${NAME}`, "g");

/** Removes the placeholder with the spaces and commas around it. */
function withoutName(text: string): string {
  return text
    .replace(GREETED, (_, word: string, more: string | undefined) => `${word}${more ?? " there"}`)
    .replace(WISHED, "$1")
    .replace(DEAR, "Hello")
    .replace(ALONE, "Hello,")
    .replace(ASKED, "$1 the right person")
    .replace(IN_FRONT, (_, before: string, letter: string) => before + letter.toUpperCase())
    .replace(AFTER_COMMA, "")
    .replace(OWNED, "your")
    .replace(GIVEN, "$1 you")
    .replace(ANYWHERE, "");
}
