import { z } from "zod";

/** The end of the year 9999. */
const MOST_MOMENT = 253_402_300_799_999;

/** See `Shot`. */
export const photoValue = z.strictObject({
  type: z.string().max(100),
  at: z.int().min(0).max(MOST_MOMENT),
  clock: z.enum(["camera", "zone", "file"]).optional(),
  incomplete: z.literal(true).optional(),
});
