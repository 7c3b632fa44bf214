import { readText, type Values } from "#ground/sync/public.ts";
import type { Json } from "#platform/canonical/canonical-json.ts";
import type { Estimate } from "../rules/estimate.ts";
import { ownTerms } from "../rules/terms.ts";

/** Days for which a new estimate is valid. */
const VALID_DAYS = 30;

const FROM_LAST = [
  "taxes",
  "deposit",
  "payments",
  "howToPay",
  "showsPrices",
] as const satisfies readonly (keyof Estimate)[];

/**
 * The values of a new estimate, on a device and on the server. Tax, deposit and terms are nearly always those
 * of the last one. What a template leaves out or assumes says nothing about other work.
 * @param begun what it begins with: a title, or all that a template fills in
 * @param of.earlier values of estimates, the latest first
 * @param of.today "2026-11-20" where the job is
 */
export function newValues(
  begun: Readonly<Record<string, Json>>,
  of: { readonly earlier: readonly Values[]; readonly today: string },
): Record<string, Json> {
  const last = of.earlier[0] ?? {};
  // The business's own template has its terms.
  const own = begun["startedFrom"] === "own" ? "" : ownTerms(readText(last["terms"]));
  const values: Record<string, unknown> = {
    ...Object.fromEntries(FROM_LAST.map((field) => [field, last[field]])),
    excluded: of.earlier.find(({ startedFrom }) => !startedFrom)?.["excluded"],
    validUntil: Temporal.PlainDate.from(of.today).add({ days: VALID_DAYS }).toString(),
    ...begun,
    terms: [readText(begun["terms"]), own].filter(Boolean).join("\n\n"),
  };
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined && value !== null && value !== ""),
  ) as Record<string, Json>;
}
