import { z } from "zod";
import { ASKINGS, type FormAsks } from "./form-fields.ts";

const asking = z.enum(ASKINGS, { error: "Please choose one of the three." });

/** What the owner chose for a page's form. */
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
      issues.addIssue({ code: "custom", path: ["texts"], message: "To ask about texts, the form has to ask for a phone number too." });
  });

/** The choices as they stand in the fields, right or not, for a preview. */
export function asksTyped(typed: (name: string) => unknown): FormAsks {
  const choice = (name: string) => ASKINGS.find((one) => one === typed(name)) ?? "off";
  return {
    phone: choice("phone"),
    address: choice("address"),
    need: choice("need"),
    when: choice("when"),
    texts: typed("texts") === "yes",
    confirm: typed("confirm") === "yes",
  };
}
