import { z } from "zod";
import { SHA256 } from "../rules/photo.ts";
import { LONGEST_TITLE, ORDERS, PER_PAGE, type ReportChoice, readFilters } from "./choice.ts";

/** A document with more is too large for phones. */
export const MOST_SELECTED = 500;

const yes = z
  .string()
  .optional()
  .transform((value) => value === "yes");
const valuesOf = <Value extends string>(choices: readonly { readonly value: Value }[]) =>
  choices.map(({ value }) => value);

/** Hashes with commas between, as a hidden field has them. */
export const readSelected = (text: string): string[] => [
  ...new Set(text.split(",").filter((one) => SHA256.test(one))),
];

export const photoReportSchema = z.object({
  job: z.uuid("Choose a job."),
  title: z
    .string()
    .trim()
    .min(1, "Enter a title, such as Photos.")
    .max(LONGEST_TITLE, `That’s too long. Use at most ${LONGEST_TITLE} characters.`),
  photos: z
    .string()
    .default("")
    .transform(readSelected)
    .refine((all) => all.length <= MOST_SELECTED, `A report can have at most ${MOST_SELECTED} photos.`),
  album: z.union([z.literal(""), z.uuid("Choose an album.")]).default(""),
  perPage: z.enum(valuesOf(PER_PAGE)).transform(Number),
  order: z.enum(valuesOf(ORDERS)),
  time: yes,
  author: yes,
  place: yes,
});

/** What a form asks for, without the filters that its fields don't have. */
export function toChoice(
  asked: z.output<typeof photoReportSchema>,
  form: Readonly<Record<string, string | undefined>>,
): ReportChoice {
  const { title, photos, album, order, time, author } = asked;
  const filters = readFilters((name) => (form[name] ?? "").slice(0, 100));
  return { title, photos, album, filters, order, showsTime: time, showsAuthor: author };
}
