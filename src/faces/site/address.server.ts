import { z } from "zod";
import { mailAddress } from "#platform/mail/compose/header-text.ts";

const NO_EMAIL = "Enter an email address like you@example.com.";

/** An email address in lower case; each error is a message to show next to the field. */
export const addressSchema = z
  .string({ error: "Enter your email address." })
  .trim()
  .min(1, "Enter your email address.")
  .max(254, "That email address is too long to be right.")
  .pipe(z.email(NO_EMAIL))
  .refine((text) => mailAddress(text) !== undefined, NO_EMAIL)
  .transform((text) => text.toLowerCase());
