import { z } from "zod";
import { SUBJECT_LIMIT, TONES } from "../trades/schema.ts";
import { EMAIL, line } from "../schema.ts";
import { DRIP_LIMITS } from "../limits.ts";

export const LEAD_TYPES = ["cold", "demo", "trial", "purchase"] as const;
export type LeadType = (typeof LEAD_TYPES)[number];

export const dripBriefSchema = z.object({
  name: line(DRIP_LIMITS.name).pipe(
    z.string().min(1, "Please enter your name. The emails are signed with it."),
  ),
  email: line(DRIP_LIMITS.email).pipe(
    z
      .string()
      .min(1, "Please enter your email. It goes at the bottom of the emails so leads can reply.")
      .regex(EMAIL, "That doesn’t look like an email address. It should look like name@example.com."),
  ),
  company: line(DRIP_LIMITS.company).pipe(
    z.string().min(1, "Please enter your company. It tells leads who’s writing and calling."),
  ),
  industry: line(DRIP_LIMITS.industry),
  product: line(DRIP_LIMITS.product).pipe(
    z.string().min(1, "Please describe what you sell. Every email is about it."),
  ),
  // An unknown value counts as not chosen.
  leadType: z.enum(LEAD_TYPES).catch("cold"),
  tone: line(DRIP_LIMITS.tone),
  objection: line(DRIP_LIMITS.objection),
  goal: line(DRIP_LIMITS.goal),
});

/**
 * A validated brief: trimmed, one line per field, no control characters. All fields are plain text, whatever
 * they contain.
 */
export type DripBrief = z.output<typeof dripBriefSchema>;

const text = z.string().trim().min(1).max(2000);
const day = z.number().int().min(0).max(90);

/**
 * A lead drip by any writer. Plain text, straight quotes, no markup; `{{first_name}}` is the only
 * placeholder. A body is paragraphs separated by empty lines: greeting, content, the one request, and the
 * sender.
 */
export const dripTextSchema = z.object({
  version: z.literal(1),
  /** The whole text it was filled from, such as "roofer/cold"; none for a composed one. */
  arc: z.string().optional(),
  playbook: z.string(),
  leadType: z.enum(LEAD_TYPES),
  tone: z.enum(TONES),
  /** The objection it answers, in a person's words; empty if none was given. */
  objection: z.string().trim().max(2000),
  emails: z
    .array(z.object({ day, subject: text.max(SUBJECT_LIMIT), body: text }))
    .min(3)
    .max(5),
  scripts: z
    .array(
      z.object({ title: text, day, when: text, lines: z.array(z.object({ cue: text, say: text })).min(1) }),
    )
    .min(2)
    .max(3),
  /** Figures that only a model gave, as they're said in the text, the most harmful first. */
  toCheck: z.array(z.string().min(1).max(120)).max(80).optional(),
});

export type DripText = z.output<typeof dripTextSchema>;
export type DripEmail = DripText["emails"][number];
export type DripScript = DripText["scripts"][number];
