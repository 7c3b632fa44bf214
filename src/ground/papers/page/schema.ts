import { z } from "zod";

const name = z
  .string("Enter your name.")
  .trim()
  .min(1, "Enter your name.")
  .max(120, "Use at most 120 characters.");
const words = z.string().trim().max(2_000, "Use at most 2,000 characters.").default("");

/** A yes with a comment, or a no with a reason. `document` is the SHA-256 of the file the page showed. */
export const decisionSchema = z.object({ document: z.string().optional(), name, words });

export const questionSchema = z.object({
  form: z.uuid("Reload the page, then ask again."),
  name,
  words: words.refine((typed) => typed !== "", "Write your question."),
});
