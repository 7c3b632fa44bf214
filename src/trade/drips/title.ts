import { z } from "zod";
import { TITLE_LIMIT } from "./labels.ts";

export const titleSchema = z.object({
  title: z
    .string({ error: "Enter a name." })
    .transform((text) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ").trim())
    .pipe(
      z
        .string()
        .min(1, "Enter a name.")
        .max(TITLE_LIMIT, `Keep this under ${TITLE_LIMIT + 1} characters.`),
    ),
});
