import { z } from "zod";
import { ASKS, MOST_RECIPIENTS } from "../rules.ts";

/** Separated by commas, semicolons, spaces or line breaks. */
export const recipients = z
  .string()
  .max(3000, "That’s too long.")
  .transform((typed) => [
    ...new Set(
      typed
        .split(/[\s,;]+/)
        .filter(Boolean)
        .map((address) => address.toLowerCase()),
    ),
  ])
  .pipe(
    z
      .array(
        z.email({ error: ({ input }) => `“${String(input).slice(0, 60)}” isn’t an email address.` }).max(254),
      )
      .max(MOST_RECIPIENTS, `Use at most ${MOST_RECIPIENTS} addresses.`),
  );

const link = z.object({
  days: z.coerce
    .number()
    .pipe(
      z.union(
        [z.literal(7), z.literal(30), z.literal(90), z.literal(365)],
        "Choose how long the link works.",
      ),
    ),
  passcode: z
    .string()
    .trim()
    .max(64, "Use at most 64 characters.")
    .refine((typed) => typed === "" || typed.length >= 4, "Use at least 4 characters.")
    .default(""),
  asks: z.enum(ASKS, "Choose what to ask for.").default("nothing"),
});

/** Forms opened before there was a choice have a checkbox in its place. */
const withAsks = (form: unknown): unknown =>
  typeof form === "object" && form !== null && "sign" in form && form.sign === "yes" && !("asks" in form)
    ? { ...form, asks: "signature" }
    : form;

/** What a link opens for how long. */
export const linkSchema = z.preprocess(withAsks, link);

/** An email with a link to a paper. */
export const sendingSchema = z.preprocess(
  withAsks,
  link.extend({
    form: z.uuid().optional().catch(undefined),
    to: recipients.refine((addresses) => addresses.length > 0, "Enter at least one email address."),
    words: z.string().trim().max(2000, "Use at most 2,000 characters.").default(""),
    /** Everyone it is sent to must approve it: at once, or in the order of the addresses. By default, one. */
    everyone: z.enum(["yes", "order"]).optional().catch(undefined),
  }),
);

/** How long a link works may be more than people can choose. */
type AnyDays = { readonly days: number };
export type LinkChoices = Omit<z.output<typeof linkSchema>, "days"> & AnyDays;
export type Sending = Omit<z.output<typeof sendingSchema>, "days"> & AnyDays;
