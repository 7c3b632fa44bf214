import { z } from "zod";
import { stepsSchema } from "../schema.ts";

/** Links it may require. */
const NEEDS = ["review_link", "referral_link"] as const;

const line = (most: number) => z.string().trim().min(1).max(most);

/** A ready-made follow-up: a sequence's steps with slots for a business's words. */
export const playSchema = z.strictObject({
  id: z.string().regex(/^[a-z]+(?:-[a-z]+)*$/),
  name: line(60),
  does: line(140),
  when: line(160),
  /** The tool whose event starts it: only accounts that have the tool see it. */
  tool: z.string().optional(),
  /** The event that starts it; without one, it is started by hand. */
  starts: z.string().optional(),
  needs: z.array(z.enum(NEEDS)).default([]),
  steps: stepsSchema,
});

export type Play = z.output<typeof playSchema>;
