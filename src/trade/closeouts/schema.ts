import { z } from "zod";
import { recipients } from "#ground/papers/public.server.ts";
import { BLANKS, MOST, unknownBlanks } from "./rules.ts";

/** What the office writes for a package. */
export const packageSchema = z.object({
  letter: z
    .string()
    .trim()
    .min(1, "Write a letter. To start over, reload this page.")
    .max(MOST.letter, `Use at most ${MOST.letter.toLocaleString("en-US")} characters.`)
    .superRefine((letter, check) => {
      const [unknown] = unknownBlanks(letter);
      if (unknown)
        check.addIssue({
          code: "custom",
          message: `We can’t fill in ${unknown.slice(0, 40)}. Use one of these: ${BLANKS.map((name) => `{{${name}}}`).join(", ")}.`,
        });
    }),
  contacts: z
    .string()
    .trim()
    .max(MOST.contacts, `Use at most ${MOST.contacts.toLocaleString("en-US")} characters.`)
    .refine((text) => text.split("\n").length <= MOST.lines, `Use at most ${MOST.lines} lines.`)
    .default(""),
  yearly: z.string().optional(),
  /** When the package was last saved, as the form's reader saw it; empty before. */
  saw: z.string().default(""),
});

/** Long enough for any warranty. The business closes a link earlier if it wants to. */
export const LINK_DAYS = 3_650;

/** An email with a link to a package. */
export const sendSchema = z.object({
  form: z.uuid().optional().catch(undefined),
  to: recipients.refine((addresses) => addresses.length > 0, "Enter at least one email address."),
  words: z.string().trim().max(2000, "Use at most 2,000 characters.").default(""),
});
