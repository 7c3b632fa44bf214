import { z } from "zod";
import { mailAddress } from "#platform/mail/compose/header-text.ts";

// The longest address that email can be sent to. Also fits a database index.
const EMAIL_LENGTH = 254;
const NO_EMAIL = "Enter an email address like you@example.com.";

/** An address that email can be sent to, in lowercase. */
export const emailSchema = z
  .string()
  .trim()
  .min(1, "Enter your email address.")
  .max(EMAIL_LENGTH, "That email address is too long to be right.")
  .pipe(z.email(NO_EMAIL))
  // The verification email must have a valid recipient.
  .refine((text) => mailAddress(text) !== undefined, NO_EMAIL)
  .transform((text) => text.toLowerCase());

const password = z.string().min(1, "Enter your password.");
const newPassword = z.string().min(1, "Choose a password.");

const MISMATCH = { error: "Passwords do not match.", path: ["confirmPassword"] };
const passwordsMatch = (form: { password: string; confirmPassword: string }) =>
  form.password === form.confirmPassword;
// Compares even when another field is invalid; an empty first password has its own message.
const evenIfInvalid = { when: () => true };

/** Login. The password's length and strength were checked when it was chosen. */
export const loginSchema = z.object({ email: emailSchema, password });

/** Registration. The identity provider checks the password's length and strength. */
export const registerSchema = z
  .object({ email: emailSchema, password: newPassword, confirmPassword: z.string() })
  .refine(passwordsMatch, { ...MISMATCH, ...evenIfInvalid });

export const forgotSchema = z.object({ email: emailSchema });

export const resetSchema = z
  .object({ password: newPassword, confirmPassword: z.string() })
  .refine(passwordsMatch, { ...MISMATCH, ...evenIfInvalid });
