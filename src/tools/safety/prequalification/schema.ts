import { z } from "zod";
import type { PostedForm } from "#platform/http/request/form.server.ts";
import { line } from "../forms/schema.ts";

const MOST_EMR = 9.99;

/** The name of a year’s field. */
export const emrField = (year: number): string => `emr-${year}`;

const emr = line(10).transform((text, context) => {
  if (text === "") return null;
  const value = /^\d?(?:\.\d{1,2})?$/.test(text) ? Number(text) : Number.NaN;
  if (value > 0 && value <= MOST_EMR) return Math.round(value * 100);
  context.addIssue({ code: "custom", message: "Enter the rate with two digits, such as 0.87." });
  return z.NEVER;
});

/**
 * Reads the insurer’s rates, in hundredths.
 * @throws AppError invalid with a message per field
 */
export function readEmrs(
  form: PostedForm,
  years: readonly number[],
): { readonly year: number; readonly emr: number | null }[] {
  const typed = form.check(z.object(Object.fromEntries(years.map((year) => [emrField(year), emr]))));
  return years.map((year) => ({ year, emr: typed[emrField(year)] ?? null }));
}
