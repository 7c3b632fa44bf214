import { z } from "zod";

/** A text on one line. @param most characters */
export const line = (most: number) =>
  z
    .string()
    .default("")
    .transform((text) => text.replaceAll(/\s+/g, " ").trim())
    .pipe(z.string().max(most, `Use at most ${most} characters.`));
/** A line that can’t be empty. */
export const needed = (most: number, words: string) => line(most).pipe(z.string().min(1, words));

/** "" or a whole number as people type it: "190,000". */
const count = (most: number, words: string) =>
  line(20).transform((text, context) => {
    if (text === "") return null;
    const value = /^(?:\d+|\d{1,3}(?:,\d{3})+)$/.test(text) ? Number(text.replaceAll(",", "")) : Number.NaN;
    if (value <= most) return value;
    context.addIssue({ code: "custom", message: words });
    return z.NEVER;
  });

const people = count(1_000_000, "Enter a whole number of people, such as 24.");

export const figuresSchema = z.object({
  mostInCompany: people,
  headcount: people,
  averageEmployees: people,
  hours: count(999_999_999, "Enter a whole number of hours, such as 41,600."),
});

/** What is typed to certify form 300A. The drawing is read on its own. */
export const certifySchema = z.object({
  name: needed(120, "Enter your full name."),
  title: needed(120, "Enter your title, such as Owner or President."),
  phone: needed(40, "Enter a phone number with its area code.").refine(
    (text) => text.replaceAll(/\D/g, "").length >= 10,
    "Enter a phone number with its area code.",
  ),
  day: z.iso.date("Enter the date."),
  reason: line(100),
  examined: z.literal("yes", "Read the forms, then check the box."),
});
