/** What a mail or a text may have filled in. */
const KNOWN = ["{{first_name}}", "{{business}}", "{{review_link}}", "{{referral_link}}"] as const;

/** A blank that nothing fills, and what was probably meant. */
export interface UnknownPlaceholder {
  readonly written: string;
  readonly meant: (typeof KNOWN)[number];
}

/** `{{anything}}`, `{anything}`, `[Anything]`, `%ANYTHING%`: how other programs write theirs. */
const BLANK =
  /\{\{[^{}\n]{0,40}\}\}|\{[a-z][a-z _.-]{0,30}\}|\[[a-z][a-z _.'-]{0,30}\]|%[a-z][a-z_]{1,30}%/gi;
/** Words in brackets are often just that; these are blanks. */
const BLANK_WORDS = /name|business|company|first|last|client|customer|owner|your|insert/i;

/** Blanks of a text that would be sent as they stand, each once. */
export function unknownPlaceholders(text: string): UnknownPlaceholder[] {
  const found = text.match(BLANK) ?? [];
  const unknown = [...new Set(found)].filter(
    (written) =>
      !(KNOWN as readonly string[]).includes(written) &&
      (written.startsWith("{{") || BLANK_WORDS.test(written)),
  );
  return unknown.map((written) => ({
    written,
    meant: /bus|comp|firm|shop|owner|your[_ ]?name/i.test(written) ? "{{business}}" : "{{first_name}}",
  }));
}

/** The same in a sentence for whoever writes it. */
export const describeUnknown = ({ written, meant }: UnknownPlaceholder): string =>
  `${written} is filled by nothing and would be sent as it stands. Write ${meant}.`;
