import { z } from "zod";
import { hoursField, readHours } from "#ground/businesses/public.ts";
import { AppError } from "#platform/errors/app-error.ts";
import type { PostedForm } from "#platform/http/request/form.server.ts";
import { type DayException, PLACES, type VisitSettings } from "./rules.ts";
import { CHOICES, exceptionField, MOST_EXCEPTIONS, NUMBERS, type Numbers } from "./settings-choices.ts";

const oneOf = (name: Numbers) =>
  z
    .enum(CHOICES[name].map(({ value }) => value) as [string, ...string[]], { error: "Choose one." })
    .transform(Number);

const schema = z.object({
  name: z
    .string()
    .default("")
    .transform((text) => text.replace(/\s+/g, " ").trim())
    .pipe(
      z
        .string()
        .min(1, "Enter what clients book, such as “Estimate visit”.")
        .max(60, "Keep it under 60 characters."),
    ),
  lengthMinutes: oneOf("lengthMinutes"),
  travelMinutes: oneOf("travelMinutes"),
  noticeHours: oneOf("noticeHours"),
  aheadDays: oneOf("aheadDays"),
  remindHours: oneOf("remindHours"),
});

/**
 * Reads the settings form.
 * @param today ISO date; days before it are dropped
 * @throws AppError invalid with a message per field
 */
export function readSettings(form: PostedForm, today: string): VisitSettings {
  const fields: Record<string, string> = {};
  let numbers: z.output<typeof schema> | undefined;
  try {
    numbers = form.check(schema);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    Object.assign(fields, error.fields);
  }
  const week = readHours(form, "visits");
  Object.assign(fields, week.errors);
  const places = PLACES.filter((place) => form[`place-${place}`] === "yes");
  if (places.length === 0) fields["places"] = "Choose at least one place.";
  const exceptions = readExceptions(form, today, fields);
  if (Object.keys(fields).length > 0 || !numbers)
    throw new AppError("invalid", "Some fields need another look.", { fields });
  return {
    ...numbers,
    isOpen: form["isOpen"] === "yes",
    week: week.value ?? Array.from({ length: 7 }, () => null),
    exceptions,
    places,
  };
}

const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

function readExceptions(form: PostedForm, today: string, fields: Record<string, string>): DayException[] {
  const found = new Map<string, DayException>();
  for (let at = 0; at < MOST_EXCEPTIONS; at++) {
    const [day = "", from = "", to = ""] = (["day", "from", "to"] as const).map((part) =>
      form[exceptionField(at, part)]?.trim(),
    );
    if (!day || day < today) continue;
    const field = exceptionField(at, "day");
    if (!/^\d{4}-\d\d-\d\d$/.test(day) || Number.isNaN(Date.parse(day))) fields[field] = "Enter a date.";
    else if (!from && !to) found.set(day, { day, hours: null });
    else if (!TIME.test(from) || !TIME.test(to))
      fields[field] = "Enter both times, or neither for a day off.";
    else if (to <= from) fields[field] = "On this day visits would end before they start.";
    else found.set(day, { day, hours: { from, to } });
  }
  return [...found.values()].toSorted((one, other) => (one.day < other.day ? -1 : 1));
}

/** The form's values for saved settings. */
export function valuesOf(settings: VisitSettings): Record<string, string> {
  const values: Record<string, string> = { name: settings.name };
  if (settings.isOpen) values["isOpen"] = "yes";
  for (const name of NUMBERS) values[name] = String(settings[name]);
  for (const place of settings.places) values[`place-${place}`] = "yes";
  for (const [day, hours] of settings.week.entries())
    if (hours)
      Object.assign(values, {
        [hoursField(day, "from", "visits")]: hours.from,
        [hoursField(day, "to", "visits")]: hours.to,
      });
    else values[hoursField(day, "closed", "visits")] = "yes";
  for (const [at, { day, hours }] of settings.exceptions.entries())
    Object.assign(values, {
      [exceptionField(at, "day")]: day,
      [exceptionField(at, "from")]: hours?.from ?? "",
      [exceptionField(at, "to")]: hours?.to ?? "",
    });
  return values;
}
