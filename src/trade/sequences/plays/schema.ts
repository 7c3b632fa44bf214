import { z } from "zod";
import { stepsSchema } from "../schema.ts";

/** What a play can't do without. */
const NEEDS = ["review_link", "referral_link"] as const;

const line = (most: number) => z.string().trim().min(1).max(most);

/** A play, as its file has it: its steps are those of a sequence, with slots for the words of a business. */
export const playSchema = z.strictObject({
  id: z.string().regex(/^[a-z]+(?:-[a-z]+)*$/),
  name: line(60),
  does: line(140),
  when: line(160),
  needs: z.array(z.enum(NEEDS)).default([]),
  steps: stepsSchema,
});

/** Follow-up for one situation, ready to use. */
export type Play = z.output<typeof playSchema>;
