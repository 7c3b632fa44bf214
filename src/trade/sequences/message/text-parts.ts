import { countText, foldForText } from "#platform/sms/segments.ts";
import { type Fills, fillPlaceholders } from "./placeholders.ts";

/** In characters as queued. A longer text belongs in an email. */
export const LONGEST_TEXT = 640;

/** Carriers require both in the first text to a person (CTIA Messaging Principles, 5.1.3). */
const FIRST_TEXT = { from: "{{business}}: ", optOut: "Reply STOP to opt out" } as const;

/**
 * Formats a step's text. The first one names the business, unless the body does, and ends with how to opt
 * out.
 */
export function formatStepText(body: string, names: Fills, isFirst: boolean): string {
  const filled = fillPlaceholders(body, names).trim();
  if (!isFirst) return filled;
  const from = filled.includes(names.business) ? "" : fillPlaceholders(FIRST_TEXT.from, names);
  const ends = filled.replace(/[\s.]+$/, "").endsWith(FIRST_TEXT.optOut) ? "" : `\n${FIRST_TEXT.optOut}`;
  return `${from}${filled}${ends}`;
}

/** A first text filled with typical names. */
export const longestText = (body: string): string =>
  formatStepText(body, { firstName: "Jessica", business: "Your Business Name" }, true);

/** Counts the segments a carrier splits a text into. */
export const textParts = (text: string): number => countText(foldForText(text)).parts.length;
