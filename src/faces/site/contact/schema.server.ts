import { z } from "zod";
import { addressSchema } from "../address.server.ts";
import { CONTACT_LIMITS } from "./limits.ts";

// Removes control characters and line separators from a name: it appears in an email's subject.
const oneLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029\s]+/gu, " ").trim();
// Forms end lines with CRLF, scripts with LF: both count the same. Control characters other than tab are
// removed.
const manyLines = (text: string) =>
  text
    .replace(/\r\n?/g, "\n")
    .replace(/[^\P{Cc}\n\t]/gu, "")
    .trim();

/** A message to the operator; each error is a message to show next to the field. */
export const contactSchema = z.object({
  name: z
    .string({ error: "Enter your name." })
    .transform(oneLine)
    .pipe(
      z
        .string()
        .min(1, "Enter your name.")
        .max(CONTACT_LIMITS.name, `That name is too long. Keep it to ${CONTACT_LIMITS.name} characters.`),
    ),
  email: addressSchema,
  message: z
    .string({ error: "Write a message." })
    .transform(manyLines)
    .pipe(
      z
        .string()
        .min(1, "Write a message.")
        .max(
          CONTACT_LIMITS.message,
          `That message is too long. Keep it to ${CONTACT_LIMITS.message.toLocaleString("en-US")} characters, or send it in two.`,
        ),
    ),
});

export type ContactMessage = z.output<typeof contactSchema>;
