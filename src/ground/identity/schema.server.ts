import { z } from "zod";
import { mailAddress } from "#platform/mail/compose/header-text.ts";

// The longest address that mail can be sent to; also keeps it inside what an index takes.
const EMAIL_LENGTH = 254;
const NO_EMAIL = "Enter an email address like you@example.com.";

/** An address that mail can be sent to, in lower case. */
export const emailSchema = z
  .string()
  .trim()
  .min(1, "Enter your email address.")
  .max(EMAIL_LENGTH, "That email address is too long to be right.")
  .pipe(z.email(NO_EMAIL))
  // An account whose verification mail can't be addressed would be of no use.
  .refine((text) => mailAddress(text) !== undefined, NO_EMAIL)
  .transform((text) => text.toLowerCase());

const password = z.string().min(1, "Enter your password.");
const newPassword = z.string().min(1, "Choose a password.");

const MISMATCH = { error: "Passwords do not match.", path: ["confirmPassword"] };
const sameTwice = (form: { password: string; confirmPassword: string }) =>
  form.password === form.confirmPassword;
// Two empty boxes match; an empty first one has its own message.
const always = { when: () => true };

/** Logging in. Length and strength of the password are not looked at: they were when it was chosen. */
export const loginSchema = z.object({ email: emailSchema, password });

/** Registering. How long and how rare a password must be is said by the identity provider. */
export const registerSchema = z
  .object({ email: emailSchema, password: newPassword, confirmPassword: z.string() })
  .refine(sameTwice, { ...MISMATCH, ...always });

/** Asking for a reset mail. */
export const forgotSchema = z.object({ email: emailSchema });

/** Choosing a new password. */
export const resetSchema = z
  .object({ password: newPassword, confirmPassword: z.string() })
  .refine(sameTwice, { ...MISMATCH, ...always });
