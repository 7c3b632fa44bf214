import { z } from "zod";

// Schema parts shared by requests and answers.

export const id = z.uuid();
export const at = z.iso.datetime().describe("ISO 8601, UTC.");
export const maybeAt = at.nullable();

/** One line of text, without the control characters that a mail header and PostgreSQL refuse. */
export const line = (most: number) =>
  z
    .string()
    .overwrite((text) =>
      text
        .toWellFormed()
        .replace(/[\p{Cc}\u2028\u2029\s]+/gu, " ")
        .trim(),
    )
    .min(1)
    .max(most);
export const date = z.string().describe("A day on the job’s calendar, `2026-11-20`.");

/** One page of a list, with the cursor of the next. */
export const listOf = <Item extends z.ZodType>(item: Item) =>
  z.strictObject({
    data: z.array(item),
    next: z.string().nullable().describe("Cursor of the next page; null at the end."),
  });

export const dayQuery = z.iso
  .date({ error: "Use a date such as 2026-11-20." })
  // PostgreSQL has no year 0.
  .refine((text) => text >= "0001", "Use a date such as 2026-11-20.");

export const momentQuery = z.iso
  .datetime({ offset: true, error: "Use a time such as 2026-11-20T17:00:00Z." })
  .transform((text) => Temporal.Instant.from(text))
  .refine((moment) => moment.toString() >= "0001", "Use a time such as 2026-11-20T17:00:00Z.");
