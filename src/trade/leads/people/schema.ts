import { z } from "zod";
import type { PostedForm } from "#platform/http/request/form.server.ts";
import { BASES, type Basis, WAYS } from "./basis.ts";
import { MOST_ADDRESSES } from "./limits.ts";
import { oneLine } from "../plain-text.ts";

const LONGEST_NAME = 120;
const LONGEST_NOTE = 2_000;

/** What the form asks about a person added by hand. Numbers are read later, in the business's zone. */
export const newPersonSchema = z.object({
  /** Made with the form, so a double submit is one person. */
  id: z.uuid({ error: "Something went wrong with this form. Reload the page." }),
  name: nameField(),
  phone: z.string().default("").transform(oneLine),
  email: emailField(),
  way: z.enum(WAYS, { error: "Choose how they came to you." }),
  basis: z.enum(BASES, { error: "Choose one. It decides what we may send." }),
  texts: z.literal("yes").optional(),
  note: z
    .string()
    .default("")
    .transform((text) => text.replaceAll("\r\n", "\n").trim())
    .pipe(z.string().max(LONGEST_NOTE, `Keep it under ${LONGEST_NOTE.toLocaleString("en-US")} characters.`)),
  /** More addresses and numbers, from the phone's contacts or a card, one a line. */
  others: z
    .string()
    .default("")
    .transform((text) =>
      text
        .slice(0, 4_000)
        .split(/[\r\n]+/)
        .filter(Boolean)
        .slice(0, MOST_ADDRESSES),
    ),
  /** The person with the same number whom the form offered to open instead. */
  anyway: z.string().optional(),
});

export type NewPerson = z.output<typeof newPersonSchema>;

/** A name, which may be missing. */
function nameField() {
  return z
    .string()
    .default("")
    .transform(oneLine)
    .pipe(z.string().max(LONGEST_NAME, `Keep it under ${LONGEST_NAME} characters.`));
}

/** An email address in lower case, or empty. */
export function emailField() {
  return z
    .string()
    .default("")
    .transform((text) => text.replaceAll(/[\p{Cf}\s]+/gu, "").toLowerCase())
    .pipe(
      z
        .string()
        .refine(
          (text) => text === "" || z.email().max(254).safeParse(text).success,
          "That’s not an email address. Use one like sam@example.com.",
        ),
    );
}

/** What the form about a person says. Addresses and numbers are read later, one by one. */
export interface EditedPerson {
  readonly name: string;
  readonly emails: readonly string[];
  readonly phones: readonly string[];
  /** The row of the main one. */
  readonly mainEmail: number;
  readonly mainPhone: number;
  readonly basis: Basis | "own";
  readonly texts: boolean;
}

const editSchema = z.object({
  name: nameField(),
  basis: z.enum([...BASES, "own"], { error: "Choose one. It decides what we may send." }),
});

/**
 * Reads the form about a person: rows `email-0`, `email-1`, …, `phone-0`, …, and `mainEmail` and `mainPhone`
 * with the row of the main one.
 * @throws AppError invalid with a message per field
 */
export function readEdited(form: PostedForm): EditedPerson {
  const rows = (kind: string) =>
    Array.from({ length: MOST_ADDRESSES }, (_, at) => (form[`${kind}-${at}`] ?? "").trim().slice(0, 300));
  const main = (kind: string) => (/^\d$/.test(form[kind] ?? "") ? Number(form[kind]) : 0);
  return {
    ...form.check(editSchema),
    emails: rows("email"),
    phones: rows("phone"),
    mainEmail: main("mainEmail"),
    mainPhone: main("mainPhone"),
    texts: form["texts"] === "yes",
  };
}
