import { z } from "zod";

const sentence = z.string().min(1).max(2000);
const heading = z.string().min(1).max(400);
/** Empty where the reader writes. */
const cell = z.string().max(600);

const guideSection = z.object({
  /** Empty for one that continues the section before. */
  heading: z.string().max(400),
  paragraphs: z.array(sentence).max(8),
  /** A list; numbered if its order matters. */
  points: z.array(sentence).max(14),
  isNumbered: z.boolean(),
  /** What can't wait, set apart. Texts stored before there were any don't have it. */
  isUrgent: z.literal(true).optional(),
  /** No columns means no table. Every row has as many cells as there are columns. */
  table: z.object({ columns: z.array(cell).max(5), rows: z.array(z.array(cell).max(5)).max(14) }),
  /** Text to send, with line breaks; empty for none. */
  letter: z.string().max(3000),
  /** Below the list, table or letter. */
  after: z.array(sentence).max(8),
});

/**
 * A guide written whole, from content/guides, or edited by its owner. Plain text with `**` around what is
 * bold, and curly quotes.
 */
export const wholeGuideSchema = z
  .object({
    version: z.literal(2),
    /** Its file without the ending: "roofer/repair-or-replace"; the nearest of ours to a model's guide. */
    guide: z.string(),
    /** None for a guide of ours. */
    writer: z.literal("model").optional(),
    title: heading,
    /** One sentence under the title: what the reader gets. */
    promise: sentence,
    /** Audience line on the cover: "For homeowners". */
    readers: heading,
    opening: z.object({ paragraphs: z.array(sentence).min(1).max(8) }),
    sections: z.array(guideSection).min(2).max(18),
    /** Number of sections before the next step; all of them if there are fewer. */
    askAfter: z.int().min(0).max(18),
    nextStep: z.object({
      heading,
      paragraphs: z.array(sentence).min(1).max(10),
      contact: z.object({ name: heading, company: z.string(), email: z.string() }),
    }),
    /** Where its figures come from, in small print at the end. */
    sources: z.array(sentence).max(30),
    /** Figures that only the model gave, as they're said in the text, the most harmful first. */
    toCheck: z.array(z.string().min(1).max(120)).max(80).optional(),
  })
  .refine(
    ({ sections }) =>
      sections.every(({ table }) => table.rows.every(({ length }) => length === table.columns.length)),
    "A row of a table has as many cells as the table has columns.",
  );

export type WholeGuide = z.output<typeof wholeGuideSchema>;
export type GuideSection = WholeGuide["sections"][number];
