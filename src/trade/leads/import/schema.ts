import { z } from "zod";

export const ordersSchema = z.object({
  origin: z
    .string({ error: "Say where these people come from." })
    .transform((text) => text.replaceAll(/[\p{Cc}\u2028\u2029\s]+/gu, " ").trim())
    .pipe(
      z
        .string()
        .min(3, "Say where these people come from.")
        .max(200, "Please keep this under 200 characters."),
    ),
  agreed: z.literal("yes", { error: "Tick this if they agreed. Without that, nobody may be imported." }),
  pageId: z
    .union([z.uuid(), z.literal("")], { error: "Choose one of your open pages, or none." })
    .default("")
    .transform((id) => id || null),
});
