import { z } from "zod";
import { BRIEF_LIMITS } from "./limits.ts";
import { wholeGuideSchema } from "./guides/whole-guide-schema.ts";
import { cleanLine } from "./text/normalize.ts";

/** A clean line of at most `limit` characters; missing input becomes empty. */
export const line = (limit: number) =>
  z
    .string()
    .optional()
    .transform((text) => cleanLine(text ?? ""))
    .pipe(
      z.string().max(limit, {
        error: ({ input }) =>
          `Keep this under ${limit.toLocaleString("en")} characters. It has ${(input as string).length.toLocaleString("en")} now.`,
      }),
    );

// The format that browsers accept for email, with at least one dot in the domain.
export const EMAIL =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/i;

/** A visitor's input for a lead magnet. Only name and email are required; empty text means not given. */
export const magnetBriefSchema = z.object({
  name: line(BRIEF_LIMITS.name).pipe(
    z.string().min(1, "Enter your name. It goes on the last page as the person to contact."),
  ),
  email: line(BRIEF_LIMITS.email).pipe(
    z
      .string()
      .min(1, "Enter your email. It’s where readers reply.")
      .regex(EMAIL, "That doesn’t look like an email address. It should look like name@example.com."),
  ),
  company: line(BRIEF_LIMITS.company),
  product: line(BRIEF_LIMITS.product),
  targetAudience: line(BRIEF_LIMITS.targetAudience),
  goal: line(BRIEF_LIMITS.goal),
  tone: line(BRIEF_LIMITS.tone),
  topic: line(BRIEF_LIMITS.topic),
});

/**
 * A validated brief: trimmed, one line per field, no control characters. All fields are plain text, whatever
 * they contain.
 */
export type MagnetBrief = z.output<typeof magnetBriefSchema>;

const sentence = z.string().min(1).max(2000);
const heading = z.string().min(1).max(400);
const point = z.object({ title: sentence, text: sentence });
const section = z.object({
  heading,
  paragraphs: z.array(sentence).min(1).max(6),
  /** Numbered points with a bold lead; may be empty. */
  points: z.array(point).max(10),
  /** The one thing to do after reading it. */
  todo: sentence,
});

/**
 * A guide composed from a playbook, by our writer or a model, or edited by its owner. Plain text, straight
 * quotes, no markup.
 */
export const composedGuideSchema = z
  .object({
    version: z.literal(1),
    playbook: z.string(),
    title: heading,
    /** One sentence under the title: what the reader gets. */
    promise: sentence,
    /** Audience line on the cover: "For homeowners in Tampa". */
    readers: heading,
    opening: z.object({
      heading,
      paragraphs: z.array(sentence).min(1).max(6),
      points: z.array(point).max(5),
    }),
    sections: z.array(section).min(3).max(5),
    /** Label of each section's to-do: "Do this". */
    todoLabel: heading,
    checklist: z.object({
      heading,
      intro: sentence,
      groups: z
        .array(z.object({ heading, items: z.array(sentence).min(1) }))
        .min(1)
        .max(5),
    }),
    about: z.object({ heading, paragraphs: z.array(sentence).min(1).max(5) }),
    nextStep: z.object({
      heading,
      paragraphs: z.array(sentence).min(1).max(4),
      contact: z.object({ name: heading, company: z.string(), email: z.string() }),
    }),
  })
  .refine(
    ({ checklist }) => checklist.groups.flatMap(({ items }) => items).length >= 10,
    "A checklist needs at least ten items.",
  );

export type ComposedGuide = z.output<typeof composedGuideSchema>;

/** The text of a lead magnet. */
export const magnetTextSchema = z.discriminatedUnion("version", [composedGuideSchema, wholeGuideSchema]);
export type MagnetText = z.output<typeof magnetTextSchema>;
