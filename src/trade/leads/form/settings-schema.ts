import { z } from "zod";
import { FIELD_MODES } from "./questions.ts";

const asking = z.enum(FIELD_MODES, { error: "Please choose one of the three." });

/** The form that edits a page's questions. */
export const formSettingsSchema = z
  .object({
    pageId: z.string().default(""),
    phone: asking,
    address: asking,
    need: asking,
    when: asking,
    texts: z
      .string()
      .optional()
      .transform((text) => text === "yes"),
    confirm: z
      .string()
      .optional()
      .transform((text) => text === "yes"),
  })
  .superRefine(({ phone, texts }, issues) => {
    if (texts && phone === "off")
      issues.addIssue({
        code: "custom",
        path: ["texts"],
        message: "To ask about texts, the form has to ask for a phone number too.",
      });
  });
