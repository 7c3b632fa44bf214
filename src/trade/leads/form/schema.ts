import { z } from "zod";
import { type Answers, ASKS_NOTHING, asksForTexts, type FormAsks, QUESTIONS } from "./questions.ts";
import { type PhoneCountry, readPhone } from "#platform/phones/phone.ts";
import { lines, oneLine } from "../plain-text.ts";

/** A text answer; optional unless `missing`, the message for its absence, is given. */
function answer(clean: (text: string) => string, most: number, what: string, missing: string | undefined) {
  return z
    .string({ error: missing ?? "Please write this as text." })
    .default("")
    .transform(clean)
    .pipe(
      z
        .string()
        .min(missing ? 1 : 0, missing)
        .max(most, `Please keep ${what} under ${most.toLocaleString("en-US")} characters.`),
    )
    .transform((text) => text || undefined);
}

/** The fields of a form. `submission` is made with the form and identifies a double submit. */
function schemaOf(asks: FormAsks, country: PhoneCountry) {
  const missing = (question: (typeof QUESTIONS)[number], words: string) =>
    asks[question] === "required" ? words : undefined;
  return z
    .object({
      name: z
        .string({ error: "Please tell us your name." })
        .transform(oneLine)
        .pipe(
          z
            .string()
            .min(1, "Please tell us your name.")
            .max(120, "Please keep your name under 120 characters."),
        ),
      email: z
        .string({ error: "Please give your email address." })
        .trim()
        .min(1, "Please give your email address.")
        .max(254, "That address is too long to be one.")
        .pipe(z.email("Please give an address like you@example.com."))
        .transform((text) => text.toLowerCase()),
      phone: answer(
        oneLine,
        40,
        "the number",
        missing("phone", "Please give your telephone number."),
      ).transform((typed, issues) => {
        if (typed === undefined) return undefined;
        const read = readPhone(typed, country);
        if (!("wrong" in read)) return read;
        issues.addIssue({ code: "custom", message: read.wrong });
        return z.NEVER;
      }),
      address: answer(lines, 300, "the address", missing("address", "Please tell us where the job is.")),
      need: answer(lines, 2000, "this", missing("need", "Please tell us what you need.")),
      when: answer(oneLine, 200, "this", missing("when", "Please tell us when it works for you.")),
      // A client can't consent through a checkbox that was not shown.
      texts: z
        .string()
        .optional()
        .catch(undefined)
        .transform((text) => asksForTexts(asks) && text === "yes"),
      consent: z.literal("yes", { error: "Please tick the box so that we may write to you." }),
      submission: z.uuid().optional().catch(undefined),
    })
    .superRefine(({ phone, texts }, issues) => {
      if (texts && !phone)
        issues.addIssue({
          code: "custom",
          path: ["phone"],
          message: "Give the number to text, or untick the box about texts.",
        });
    })
    .transform(({ phone, address, need, when, texts, ...rest }) => {
      const answers: Answers = {
        ...(phone ? { phone: phone.number } : {}),
        ...(phone?.extension ? { extension: phone.extension } : {}),
        ...(address ? { address } : {}),
        ...(need ? { need } : {}),
        ...(when ? { when } : {}),
        ...(texts ? { texts: TEXT_CONSENT_VERSION } : {}),
      };
      return { ...rest, answers: Object.keys(answers).length > 0 ? answers : null };
    });
}

/** For a form with name and email only; answers to other questions are stored too. */
export const captureSchema = schemaOf(ASKS_NOTHING, "US");

/** A validated submission. */
export type Capture = z.output<typeof captureSchema>;

const schemas = new Map<string, typeof captureSchema>();

/**
 * The schema for a form, cached per combination of choices.
 * @param country of the business: the country of numbers without a country code
 */
export function captureSchemaFor(asks: FormAsks, country: PhoneCountry = "US"): typeof captureSchema {
  const key = [...QUESTIONS.map((question) => asks[question]), asks.texts, country].join();
  const schema = schemas.get(key) ?? schemaOf(asks, country);
  schemas.set(key, schema);
  return schema;
}

/** Version of the consent wording. Change it with the wording. */
export const CONSENT_VERSION = "2026-11";

/** The checkbox's sentence, recorded with the consent. */
export function consentWording(offer: { title: string }, business: string): string {
  return `Email me "${offer.title}" and a few follow-up notes from ${business}. I can unsubscribe at any time.`;
}

/** Version of the wording about texts. Change it with the wording. */
export const TEXT_CONSENT_VERSION = "texts-2026-11";

/**
 * The checkbox about texts: prior express written consent per 47 CFR 64.1200(f)(9), plus what carriers
 * require (frequency, cost, STOP, HELP). Never preticked, never required.
 */
export function textConsentWording(business: string): string {
  return (
    `Text me too. By ticking this box I agree that ${business || "this business"} may send me text messages about my request and its services, ` +
    "including with automated technology, at the number I gave. My consent is not a condition of buying anything. " +
    "Message frequency varies. Message and data rates may apply. Reply STOP to end, HELP for help."
  );
}
