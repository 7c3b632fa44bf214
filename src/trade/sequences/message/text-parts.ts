import { countText, foldForText } from "#platform/sms/segments.ts";
import { type Fills, fillPlaceholders } from "./placeholders.ts";

/** A text longer than this is a letter. In characters, as it is queued. */
export const LONGEST_TEXT = 640;

/**
 * What the first text of a business to somebody has beside its words: who it is from, and how to have no
 * more. The carriers ask for both (CTIA Messaging Principles, 5.1.3).
 */
const FIRST_TEXT = { from: "{{business}}: ", optOut: "Reply STOP to opt out" } as const;

/**
 * What a text says to somebody. The first of a business names it, where its words do not, and ends with how
 * to have no more.
 */
export function formatStepText(body: string, names: Fills, isFirst: boolean): string {
  const filled = fillPlaceholders(body, names).trim();
  if (!isFirst) return filled;
  const from = filled.includes(names.business) ? "" : fillPlaceholders(FIRST_TEXT.from, names);
  const ends = filled.replace(/[\s.]+$/, "").endsWith(FIRST_TEXT.optOut) ? "" : `\n${FIRST_TEXT.optOut}`;
  return `${from}${filled}${ends}`;
}

/** A text with all that the first one has, for names of a usual length. */
export const longestText = (body: string): string =>
  formatStepText(body, { firstName: "Jessica", business: "Your Business Name" }, true);

/** How many messages the carrier makes of a text. */
export const textParts = (text: string): number => countText(foldForText(text)).parts.length;
