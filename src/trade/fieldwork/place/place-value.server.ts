import { z } from "zod";

/** See `Place`; the field `place` of a record whose form is an `EntryForm`. */
export const placeValue = z.strictObject({
  lat: z.number().min(-90).max(90),
  lon: z.number().min(-180).max(180),
  accuracy: z.number().min(0).max(100_000),
});
