import { z } from "zod";
import { TITLE_LIMIT } from "./labels.ts";

export const titleSchema = z.object({
  title: z
    .string({ error: "Please give it a name." })
    .transform((text) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ").trim())
    .pipe(
      z
        .string()
        .min(1, "Please give it a name.")
        .max(TITLE_LIMIT, `Please keep this under ${TITLE_LIMIT + 1} characters.`),
    ),
});
