import { z } from "zod";

const MOST_CHARACTERS = 4000;

/** A question to the business, from its pages. */
export const questionSchema = z.object({
  question: z
    .string({ error: "Type your question first." })
    .transform((text) =>
      text
        .replaceAll("\r\n", "\n")
        // oxlint-disable-next-line no-control-regex -- what no field can show
        .replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f]/g, "")
        .toWellFormed()
        .trim(),
    )
    .pipe(
      z
        .string()
        .min(1, "Type your question first.")
        .max(MOST_CHARACTERS, `Keep your question under ${MOST_CHARACTERS} characters.`),
    ),
  /** Made with the form, so that a double submit is one question. */
  asked: z.string().default(""),
});
