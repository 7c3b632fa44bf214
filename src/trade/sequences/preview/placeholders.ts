import { RECENT_WORK } from "../message/recent-work.ts";
import { MATTER_LABELS } from "../message/placeholders.ts";

const KNOWN = [
  "{{first_name}}",
  "{{business}}",
  "{{review_link}}",
  "{{referral_link}}",
  "{{visit_link}}",
  RECENT_WORK,
] as const;
/** Of what started it, such as an estimate. */
const OF_MATTER = Object.keys(MATTER_LABELS).map((name) => `{{${name}}}`);

/** A placeholder that nothing fills, and the one probably meant. */
export interface UnknownPlaceholder {
  readonly written: string;
  readonly meant: (typeof KNOWN)[number];
}

/** Formats of other programs: `{{anything}}`, `{anything}`, `[Anything]`, `%ANYTHING%`. */
const BLANK =
  /\{\{[^{}\n]{0,40}\}\}|\{[a-z][a-z _.-]{0,30}\}|\[[a-z][a-z _.'-]{0,30}\]|%[a-z][a-z_]{1,30}%/gi;
/** Other words in brackets are probably plain text. */
const BLANK_WORDS = /name|business|company|first|last|client|customer|owner|your|insert/i;

/** Finds placeholders that would be sent as they are, each once. */
export function unknownPlaceholders(text: string): UnknownPlaceholder[] {
  const found = text.match(BLANK) ?? [];
  const unknown = [...new Set(found)].filter(
    (written) =>
      ![...KNOWN, ...OF_MATTER].includes(written) && (written.startsWith("{{") || BLANK_WORDS.test(written)),
  );
  return unknown.map((written) => ({
    written,
    meant: /bus|comp|firm|shop|owner|your[_ ]?name/i.test(written) ? "{{business}}" : "{{first_name}}",
  }));
}

/** Describes one to its author. */
export const describeUnknown = ({ written, meant }: UnknownPlaceholder): string =>
  `${written} isn’t a blank we can fill, so it would go out as is. Use ${meant}.`;
