import { forReusableTexts } from "../rules/estimate.ts";
import { INCLUDED, paragraphsOf } from "../rules/terms.ts";

const REUSABLE = forReusableTexts(() => true);

/**
 * What an owner's own template has of an estimate: everything for the next client, and nothing about the last
 * one. @param values of the estimate's record @returns values of the template's record
 */
export function templateValues(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { message } = values;
  const list =
    typeof message === "string" ? paragraphsOf(message, (one) => one.startsWith(INCLUDED)) || null : null;
  return Object.fromEntries(
    Object.entries({ ...values, message: list }).filter(
      ([field, value]) =>
        value !== null &&
        value !== undefined &&
        (field.startsWith("lines.") || field === "options" || field in REUSABLE),
    ),
  );
}
