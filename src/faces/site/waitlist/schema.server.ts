import { z } from "zod";
import { addressSchema } from "../address.server.ts";
import { WAITLIST_SOURCES } from "./sources.ts";

/**
 * Joining the waitlist. Without a source it is the general list; an unknown source is refused, so that no
 * list grows unnoticed.
 */
export const waitlistSchema = z.object({
  email: addressSchema,
  source: z.preprocess(
    (given) => (given === "" || given === null ? undefined : given),
    z.enum(WAITLIST_SOURCES, { error: "There is no waitlist of that name." }).default("generic-cta"),
  ),
});
