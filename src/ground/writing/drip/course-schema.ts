import { z } from "zod";
import { LEAD_TYPES } from "./schema.ts";
import { OBJECTIONS, TONES } from "../playbook/schema.ts";

/** What an email or call asks for. `finish`: tell us what is still open before a yes. */
export const DRIP_ASKS = ["visit", "quote", "call", "message", "finish"] as const;
export type DripAsk = (typeof DRIP_ASKS)[number];

export const LESSONS = ["sign", "cost", "step", "question", "mistake", "objection"] as const;
export type Lesson = (typeof LESSONS)[number];

const text = z.string().trim().min(1);
const day = z.number().int().min(0).max(90);
const openings = z.record(z.enum(TONES), z.array(text).min(2));

/** Emails and calls for one lead type; content/courses/README.md documents every part. */
export const courseSchema = z.strictObject({
  leadType: z.enum(LEAD_TYPES),
  otherwise: z.enum(DRIP_ASKS),
  objection: z.enum(["usual", ...OBJECTIONS]),
  emails: z
    .array(z.strictObject({ day, use: z.enum(LESSONS), subjects: z.array(text).optional(), openings }))
    .min(3)
    .max(5),
  scripts: z
    .array(z.strictObject({ title: text, day, when: text, kind: z.enum(["talk", "voicemail"]), openings }))
    .min(2)
    .max(3),
});

export type Course = z.output<typeof courseSchema>;
