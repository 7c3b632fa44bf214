import { z } from "zod";
import { at, date, id, listOf, maybeAt } from "#platform/api/shape-parts.ts";
import { PLACES, TALK_STATES } from "../rules/talk.ts";
import { LANGUAGES } from "../rules/text.ts";

// The shapes of talks in answers. Signatures have who and when; what was drawn stays in the business.

export const TalkSummary = z.strictObject({
  id,
  jobId: id,
  number: z.string().nullable().describe("`TBT-2026-0001`; null for a moment after it was started."),
  title: z.string(),
  date: date.describe("The day it was given, on the job’s calendar."),
  state: z.enum(TALK_STATES).describe("`open` until its leader finishes it."),
  leader: z.string(),
  languages: z.array(z.enum(LANGUAGES)).describe("The languages it was read in."),
  people: z.int().describe("How many people were there."),
  signed: z.int().describe("How many of them signed."),
  isComplete: z.boolean().describe("Finished, and everyone who was there signed."),
  finishedAt: maybeAt,
  changedAt: at.describe("When we last received a change of it; signatures don’t count."),
});
export const TalkList = listOf(TalkSummary);

export const Talk = TalkSummary.extend({
  notes: z.string().nullable().describe("What the crew agreed on."),
  text: z
    .strictObject({
      version: z.string().describe("SHA-256 of the words that were read; signatures name it."),
      sources: z.array(z.strictObject({ name: z.string(), cite: z.string() })),
    })
    .describe("What was read."),
  attendees: z
    .array(
      z.strictObject({
        name: z.string(),
        signedAt: maybeAt,
        language: z.enum(LANGUAGES).nullable().describe("The language they signed in."),
        signedOn: z
          .enum(PLACES)
          .nullable()
          .describe("`passed`: the phone that went around. `own`: their own phone, by QR code."),
        isLate: z.boolean().describe("Whether they signed after the talk was finished."),
        reason: z.string().nullable().describe("Why they didn’t sign, if the leader gave a reason."),
      }),
    )
    .describe("Everyone who was there, by name."),
});
