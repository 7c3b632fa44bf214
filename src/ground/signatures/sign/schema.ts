import { z } from "zod";
import { type Drawing, isDrawn, LARGEST_PAD, MOST_POINTS, MOST_STROKES } from "../rules.ts";

const side = z.number().positive().max(LARGEST_PAD);
const place = z
  .number()
  .min(-LARGEST_PAD)
  .max(2 * LARGEST_PAD);
/** A drawn signature as the pad sends it. */
export const drawingSchema = z
  .object({
    width: side,
    height: side,
    strokes: z
      .array(z.array(z.tuple([place, place, z.number().min(0).max(86_400_000)])).max(MOST_POINTS))
      .max(MOST_STROKES),
  })
  .refine(({ strokes }) => strokes.reduce((sum, stroke) => sum + stroke.length, 0) <= MOST_POINTS);

const DRAW = "Draw your signature in the box, or choose to type it.";

const drawn = z.string().transform((text, context): Drawing => {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    parsed = undefined;
  }
  const checked = drawingSchema.safeParse(parsed);
  if (checked.success && isDrawn(checked.data)) return checked.data;
  context.addIssue({ code: "custom", message: DRAW });
  return z.NEVER;
});

const line = (most: number, words: string) => z.string().trim().max(most, words).default("");

const contact = {
  email: line(254, "That email address is too long to be right.")
    .transform((text) => text.toLowerCase())
    .pipe(z.union([z.literal(""), z.email("Enter an email address like you@example.com.")])),
  phone: line(40, "That phone number is too long. Please check it.").refine(
    (text) => text === "" || text.replaceAll(/\D/g, "").length >= 7,
    "Enter a phone number with its area code.",
  ),
};

/** The device's time zone; invalid ones are dropped. */
const zone = z
  .string()
  .max(64)
  .optional()
  .catch(undefined)
  .transform((text) => (text && isZone(text) ? text : null));

function isZone(text: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat("en-US", { timeZone: text }));
  } catch {
    return false;
  }
}

const signer = {
  document: z.string().optional(),
  consent: z.literal("yes", "Read this section, then check the box to sign electronically."),
  name: z
    .string("Enter your full name.")
    .trim()
    .min(1, "Enter your full name.")
    .max(120, "Use at most 120 characters."),
  ...contact,
  zone,
};

export const signSchema = z
  .discriminatedUnion("means", [
    z.object({ ...signer, means: z.literal("drawn"), drawing: drawn }),
    // Without script nothing can be drawn, so there is no choice to make.
    z.object({ ...signer, means: z.literal("typed") }),
  ])
  .refine(({ email, phone }) => Boolean(email || phone), {
    path: ["email"],
    message: "Enter your email or phone number, to show who signed.",
    when: ({ value }) => typeof value === "object" && value !== null,
  });

export const declineSchema = z.object({
  document: z.string().optional(),
  decliner: line(120, "Use at most 120 characters."),
  reason: line(2_000, "Use at most 2,000 characters."),
  zone,
});

/** Parses a drawing from a refused form, to show it again; null if invalid. */
export function drawingOf(text: string | undefined): Drawing | null {
  const checked = drawn.safeParse(text ?? "");
  return checked.success ? checked.data : null;
}
