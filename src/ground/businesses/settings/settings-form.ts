import { z } from "zod";
import { AppError, type FieldErrors } from "#platform/errors/app-error.ts";
import type { Business } from "../business.ts";
import { hoursField, readHours } from "./hours.ts";
import { businessDetailsSchema, clean, type OpeningHours, type TaxRate } from "../schema.ts";
import { reviewLinkField } from "./review-link.ts";
import { readSendWindow, WORKING_WEEK } from "./send-window.ts";
import { formatPercent, readTaxes, taxField } from "./taxes.ts";

const CURRENCIES = new Set(Intl.supportedValuesOf("currency"));
const SIGNATURE_LINES = 6;

const oneLine = (most: number, tooLong: string) =>
  z
    .string()
    .transform((text) => clean(text).replace(/\s+/g, " "))
    .pipe(z.string().max(most, tooLong));

/** Enough digits to call, and only characters that people use in phone numbers. */
const isPhone = (text: string) =>
  /^[+\d\p{L}(][\p{L}\d+()\-./#*, ]*$/u.test(text) &&
  (text.match(/\d/g)?.length ?? 0) >= 4 &&
  text.length >= 7;

/** All settings except hours and taxes. Fields a form doesn't have are unchanged. */
const settingsSchema = z.object({
  ...businessDetailsSchema.shape,
  postalAddress: businessDetailsSchema.shape.postalAddress.unwrap().optional(),
  phone: oneLine(40, "Please keep the number under 40 characters.")
    .refine(
      (text) => text === "" || isPhone(text),
      "That does not look like a telephone number. Give one like (303) 555-0142.",
    )
    .optional(),
  licenceNumber: oneLine(60, "Please keep the license number under 60 characters.").optional(),
  reviewLink: reviewLinkField.optional(),
  currency: z
    .string()
    .refine((text) => CURRENCIES.has(text), "Please choose a currency from the list.")
    .optional(),
  signature: z
    .string()
    .transform((text) =>
      clean(text.replaceAll("\r\n", "\n"))
        .split("\n")
        .map((line) => line.trim())
        .join("\n"),
    )
    .pipe(
      z
        .string()
        .max(400, "Please keep the signature under 400 characters.")
        .refine(
          (text) => text.split("\n").length <= SIGNATURE_LINES,
          `Please keep the signature to ${SIGNATURE_LINES} lines.`,
        ),
    )
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
    phone: business.phone ?? "",
    licenceNumber: business.licence ?? "",
    currency: business.currency,
    signature: business.signature ?? "",
    reviewLink: business.reviewLink ?? "",
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
