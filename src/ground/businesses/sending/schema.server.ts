import { z } from "zod";
import { headerText, mailAddress } from "#platform/mail/compose/header-text.ts";
import { SECURITIES } from "#platform/mail/smtp/smtp-server.server.ts";

const line = (most: number) =>
  z
    .string()
    .default("")
    .transform(headerText)
    .pipe(z.string().max(most, `Keep it under ${most} characters.`));
const required = (most: number, sentence: string) => line(most).refine((text) => text !== "", sentence);

const host = required(253, "Enter the server name.")
  .transform((text) => text.toLowerCase().replace(/\.$/, ""))
  // Only a name or an address, because people paste whole URLs.
  .refine(
    (text) => /^(?:[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9])?|\[?[0-9a-f:.]+\]?)$/.test(text),
    "Enter only the server name, such as smtp.example.com.",
  );
const port = z
  .string({ error: "Enter a port." })
  .trim()
  .regex(/^\d{1,5}$/, "A port is a number, such as 587.")
  .transform(Number)
  .pipe(z.number().min(1, "A port is at least 1.").max(65535, "A port is at most 65535."));
const security = z.enum(SECURITIES, { error: "Choose the encryption." });
// Passwords may contain spaces. A line break is always a copying mistake.
const secret = z
  .string()
  .default("")
  .transform((text) => text.replaceAll(/[\r\n]+/g, ""))
  .pipe(z.string().max(500, "Keep it under 500 characters."));

const smtpFields = z.object({
  host,
  port,
  security,
  user: line(254),
  password: secret,
  fromName: required(120, "Enter the name your clients know you by."),
  fromAddress: z
    .string()
    .default("")
    .transform((text) => mailAddress(text) ?? "")
    .refine((text) => text !== "", "Enter an address like office@example.com."),
});

/** Without an address of its own, email comes from the address that logs in. */
export const smtpSchema = z.preprocess(
  (form: Readonly<Record<string, string | undefined>>) => ({
    ...form,
    fromAddress: form["fromAddress"]?.trim() || form["user"],
  }),
  smtpFields,
);

export const imapSchema = z.object({
  host,
  port,
  security,
  user: required(254, "Enter the username."),
  password: secret,
  folder: line(200).transform((text) => text || "INBOX"),
});

export const twilioSchema = z.object({
  sid: line(100).refine(
    (text) => /^AC[0-9a-f]{32}$/i.test(text),
    "An account SID is AC and 32 letters and digits.",
  ),
  token: secret,
  number: line(40)
    .transform((text) => text.replaceAll(/[\s().-]/g, ""))
    .refine(
      (text) => /^\+[1-9]\d{6,14}$/.test(text),
      "Enter the number with its country code, such as +1 303 555 0142.",
    ),
});

export const dkimSchema = z.object({
  selector: line(63)
    .transform((text) => text.toLowerCase() || "plumbline")
    .refine(
      (text) => /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/.test(text),
      "A selector has letters, digits, and hyphens only.",
    ),
  privateKey: z
    .string()
    .default("")
    .transform((text) => text.trim())
    .pipe(z.string().max(10_000, "This is too long for a key.")),
});
