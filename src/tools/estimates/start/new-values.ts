import { readText, type Values } from "#ground/sync/public.ts";
import type { Json } from "#platform/canonical/canonical-json.ts";
import { ownTerms } from "../templates/scope-rules.ts";

/** Days for which a new estimate is valid. */
export const VALID_DAYS = 30;

const FROM_LAST = ["taxes", "deposit", "payments", "howToPay", "showsPrices"] as const;

/**
 * Tax, deposit and terms of a new estimate are nearly always those of the last one. What a template leaves
 * out or assumes says nothing about other work.
 * @param earlier values of estimates, the latest first
 */
export function repeatedFrom(earlier: readonly Values[]): Record<string, Json> {
  const last = earlier[0] ?? {};
  const values: Record<string, unknown> = {
    ...Object.fromEntries(FROM_LAST.map((field) => [field, last[field]])),
    excluded: earlier.find(({ startedFrom }) => !startedFrom)?.["excluded"],
    terms: ownTerms(readText(last["terms"])) || null,
  };
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined && value !== null),
  ) as Record<string, Json>;
}
