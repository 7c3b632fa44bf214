import { z } from "zod";
import { AppError, type FieldErrors } from "#platform/errors/app-error.ts";
import type { Business } from "../business.ts";
import { hoursField, readHours } from "./hours.ts";
import { businessDetailsSchema, type OpeningHours, type TaxRate } from "../schema.ts";
import { readSendWindow, WORKING_WEEK } from "./send-window.ts";
import { formatPercent, readTaxes, taxField } from "./taxes.ts";
import { eachText, TEXT_SETTINGS } from "./text-settings.ts";

const CURRENCIES = new Set(Intl.supportedValuesOf("currency"));

/** One optional field for each text, by its name. */
const texts = z.object(eachText((name): z.ZodType<string, string> => TEXT_SETTINGS[name].schema)).partial();

/** All settings except hours and taxes. Fields a form doesn't have are unchanged. */
const settingsSchema = z.object({
  ...businessDetailsSchema.partial().shape,
  postalAddress: businessDetailsSchema.shape.postalAddress.unwrap().optional(),
  ...texts.shape,
  currency: z
    .string()
    .refine((text) => CURRENCIES.has(text), "Choose a currency from the list.")
    .optional(),
});

/** Settings to change; missing fields are unchanged. */
export interface BusinessChange extends Partial<z.output<typeof settingsSchema>> {
  readonly hours?: OpeningHours | null;
  /** When follow-up goes out; null means the working week. */
  readonly sendWindow?: OpeningHours | null;
  readonly taxRates?: readonly TaxRate[];
}

/** Checks the settings form. @throws AppError invalid, with a message per field */
export function checkSettings(fields: Readonly<Record<string, string | undefined>>): BusinessChange {
  const plain = settingsSchema.safeParse(fields);
  const [hours, sending, taxes] = [readHours(fields), readSendWindow(fields), readTaxes(fields)];
  const errors: Record<string, string> = {};
  for (const issue of plain.error?.issues ?? []) errors[String(issue.path[0] ?? "form")] ??= issue.message;
  const all: FieldErrors = { ...errors, ...hours.errors, ...sending.errors, ...taxes.errors };
  if (!plain.success || Object.keys(all).length)
    throw new AppError("invalid", "Some fields need another look.", { fields: all });
  return {
    ...plain.data,
    ...(hours.value === undefined ? {} : { hours: hours.value }),
    ...(sending.value === undefined ? {} : { sendWindow: sending.value }),
    ...(taxes.value === undefined ? {} : { taxRates: taxes.value }),
  };
}

const COMMON_CURRENCIES = ["USD", "CAD", "MXN", "GBP", "EUR", "AUD", "NZD"];
const currencyNames = new Intl.DisplayNames("en", { type: "currency" });

export const isUsualCurrency = (code: string): boolean => COMMON_CURRENCIES.includes(code);

/** Every currency, the usual ones first. */
export const CURRENCY_CHOICES: readonly { value: string; label: string }[] = [
  ...COMMON_CURRENCIES,
  ...[...CURRENCIES].filter((code) => !isUsualCurrency(code)),
].map((value) => ({ value, label: `${value} – ${currencyNames.of(value) ?? value}` }));

/** Field values for the settings form. */
export function formOf(business: Business): Record<string, string> {
  const fields: Record<string, string> = {
    businessName: business.name ?? "",
    postalAddress: business.postalAddress ?? "",
    zone: business.zone ?? "",
    replyAddress: business.replyAddress ?? "",
    currency: business.currency,
    ...eachText((name) => business[name] ?? ""),
  };
  const weeks = { hours: business.hours ?? [], sending: business.sendWindow ?? WORKING_WEEK };
  for (const week of ["hours", "sending"] as const)
    for (const [day, hours] of weeks[week].entries())
      if (hours)
        Object.assign(fields, {
          [hoursField(day, "from", week)]: hours.from,
          [hoursField(day, "to", week)]: hours.to,
        });
      else fields[hoursField(day, "closed", week)] = "yes";
  for (const [row, { name, milliPercent }] of business.taxRates.entries())
    Object.assign(fields, {
      [taxField(row, "name")]: name,
      [taxField(row, "percent")]: formatPercent(milliPercent),
    });
  return fields;
}
