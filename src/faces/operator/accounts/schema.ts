import { z } from "zod";

// An email can't contain control characters except line breaks.
const words = (text: string) =>
  text
    .replace(/\r\n?/g, "\n")
    .replace(/[^\P{Cc}\n]/gu, " ")
    .trim();

/** Why an account is suspended, in words for its owners. */
export const suspensionSchema = z.object({
  reason: z
    .string({ error: "Write the reason. The owners read it." })
    .transform(words)
    .pipe(
      z
        .string()
        .min(1, "Write the reason. The owners read it.")
        .max(500, "Keep the reason to 500 characters."),
    ),
});
