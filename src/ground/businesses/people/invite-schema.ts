import { z } from "zod";
import { mailAddress } from "#platform/mail/compose/header-text.ts";
import { ROLES } from "../rules.ts";

const NO_EMAIL = "Enter an email address like pat@example.com.";

/** The shape of an invitation. Which roles a person may give is checked in rules.ts. */
export const inviteSchema = z.object({
  email: z
    .string({ error: NO_EMAIL })
    .trim()
    .min(1, "Enter their email address.")
    .max(254, "That email address is too long to be right.")
    .pipe(z.email(NO_EMAIL))
    .refine((text) => mailAddress(text) !== undefined, NO_EMAIL)
    .transform((text) => text.toLowerCase()),
  role: z
    .enum(ROLES, { error: "Choose a role." })
    .refine(
      (role) => role !== "owner",
      "You can’t invite someone as an owner. Invite them as a manager, then make them an owner once they join.",
    ),
  // The empty choice of the form; only guests need a job, see `inviteToAccount`.
  jobId: z
    .literal("")
    .transform(() => undefined)
    .or(z.uuid("Choose the job they can see."))
    .optional(),
});

export type Invitation = z.output<typeof inviteSchema>;

export const startSchema = z.object({
  businessName: z
    .string({ error: "Enter the name your clients know you by." })
    // oxlint-disable-next-line no-control-regex -- the very characters that are taken out
    .transform((text) => text.replace(/[\u0000-\u001f\u007f]/g, " ").trim())
    .pipe(
      z
        .string()
        .min(1, "Enter the name your clients know you by.")
        .max(120, "Keep the name under 120 characters."),
    ),
});
