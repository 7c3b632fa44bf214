import { z } from "zod";
import { PLACES } from "./rules.ts";

const RELOAD = "Something went wrong with this form. Reload the page. What you typed will still be there.";

const lines = (most: number) =>
  z
    .string()
    .default("")
    .transform((text) => text.replaceAll("\r\n", "\n").trim())
    .pipe(z.string().max(most, `Keep it under ${most.toLocaleString("en-US")} characters.`));

const oneLine = (most: number) =>
  z
    .string()
    .default("")
    .transform((text) => text.replace(/\s+/g, " ").trim())
    .pipe(z.string().max(most, `Keep it under ${most} characters.`));

/** A moment in a link or a field; undefined for anything else. */
export function readMoment(text: string | null | undefined): Temporal.Instant | undefined {
  if (!text || !/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?Z$/.test(text)) return undefined;
  try {
    return Temporal.Instant.from(text);
  } catch {
    return undefined;
  }
}

/** A date in a link; undefined for anything else. */
export function readDay(text: string | null): string | undefined {
  if (!text || !/^\d{4}-\d\d-\d\d$/.test(text)) return undefined;
  try {
    return Temporal.PlainDate.from(text, { overflow: "reject" }).toString();
  } catch {
    return undefined;
  }
}

export const momentField = z
  .string({ error: "Choose a time." })
  .transform((text) => readMoment(text))
  .pipe(z.instanceof(Temporal.Instant, { error: "Choose a time." }));

/** What a client types to book. The number is read later, in the business's country. */
export const bookingSchema = z.object({
  at: momentField,
  submission: z.uuid({ error: RELOAD }),
  place: z.enum(PLACES, { error: "Choose where." }),
  name: oneLine(120),
  email: oneLine(254).transform((text) => text.toLowerCase()),
  phone: oneLine(60),
  address: lines(300),
  note: lines(2_000),
  texts: z.literal("yes").optional().catch(undefined),
});
