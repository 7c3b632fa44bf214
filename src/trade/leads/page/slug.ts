import { z } from "zod";
import { slugCandidate } from "../rules.ts";

const SHORTEST = 3;
const LONGEST = 60;

/** Words that look like a part of this site, or like us. */
const RESERVED = new Set(
  (
    "about account accounts admin administrator affordable api articles auth billing blog buildlog changeorder checky contact dashboard " +
    "embed error estimini forgot genleaddrip genleadmagnet help home index invite job jobs lead leaddrip leadmagnet leads legal link login " +
    "logo logout look magnets mail me new null operator owner p page plumbline privacy proofpix register reset root s security settings " +
    "shared signin signup site sitesafe static status support system team terms termsofservice test true u undefined unsubscribe user " +
    "verify www"
  ).split(" "),
);

/**
 * Reduces typed or pasted text to the slug: lower case, without the surrounding URL. Changes nothing else, so
 * that people get exactly the name they chose.
 */
function bareSlug(typed: string): string {
  return typed
    .trim()
    .toLowerCase()
    .replace(/^.*\/p\//, "")
    .replace(/[/?#].*$/, "")
    .trim();
}

/** The form that renames a personal link. */
export const slugSchema = z.object({
  pageId: z.string().default(""),
  slug: z
    .string({ error: "Enter a name for your link." })
    .transform(bareSlug)
    .pipe(
      z
        .string()
        .min(SHORTEST, `Use at least ${SHORTEST} letters or numbers.`)
        .max(LONGEST, `Keep it under ${LONGEST} letters and numbers.`)
        .regex(/^[a-z0-9-]*$/, "Use only letters a to z, numbers, and hyphens.")
        .regex(/^[a-z0-9](?:-?[a-z0-9])*$/, "Put single hyphens between words, not at the ends.")
        .refine((slug) => !RESERVED.has(slug), "That word is reserved for this site. Choose another."),
    ),
});

/** Alternatives when a name is taken, best first. */
export function slugIdeas(slug: string, businessSlug: string): string[] {
  const room = slug.slice(0, LONGEST - 4).replace(/-+$/, "");
  const ideas = [
    businessSlug,
    `${room}-co`,
    ...Array.from({ length: 12 }, (_, at) => slugCandidate(room, at + 1)),
  ];
  return [...new Set(ideas)].filter((idea) => idea !== slug && slugSchema.shape.slug.safeParse(idea).success);
}
