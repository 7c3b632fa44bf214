import { z } from "zod";
import { at, date, id, listOf, maybeAt } from "#platform/api/shape-parts.ts";
import { PLAN_STATES } from "../hazards/plan.ts";
import { PLACES } from "../rules/talk.ts";
import { LANGUAGES } from "../rules/text.ts";

// The shapes of plans for the day in answers. As with talks, what was drawn stays in the business.

export const PreTaskPlanSummary = z.strictObject({
  id,
  jobId: id,
  number: z
    .string()
    .nullable()
    .describe("`PTP-2026-0001`; null for a moment after it was started, and for plans from before numbers."),
  title: z.string(),
  date: date.describe("The day it is for, on the job’s calendar."),
  state: z.enum(PLAN_STATES).describe("`changed` once it was changed on site after people signed."),
  leader: z.string(),
  hazards: z.int().describe("How many hazards it has."),
  people: z.int().describe("How many people are on its list."),
  signed: z.int().describe("How many of them signed what it says now."),
  isSigned: z.boolean().describe("Everyone on its list signed what it says now."),
  changedAt: at.describe("When we last received a change of it; signatures don’t count."),
});
export const PreTaskPlanList = listOf(PreTaskPlanSummary);

const line = z.strictObject({
  en: z.string(),
  es: z.string().nullable().describe("Its Spanish, where the library has it."),
});

export const PreTaskPlan = PreTaskPlanSummary.extend({
  version: z.string().describe("SHA-256 of what it says now; signatures name it."),
  steps: z
    .array(
      z.strictObject({
        step: line,
        hazards: z.array(z.strictObject({ hazard: line, controls: z.array(line) })),
      }),
    )
    .describe("The work step by step, what can go wrong, and what is done about it, as it holds now."),
  sources: z.array(z.strictObject({ name: z.string(), cite: z.string() })),
  changes: z
    .array(
      z.strictObject({
        at,
        reason: z.string().describe("What changed on site."),
        version: z.string().describe("SHA-256 of what it said from then on."),
      }),
    )
    .describe("Changes on site, oldest first."),
  attendees: z
    .array(
      z.strictObject({
        name: z.string(),
        signedAt: maybeAt.describe("When they signed what it says now."),
        language: z.enum(LANGUAGES).nullable().describe("The language they signed in."),
        signedOn: z
          .enum(PLACES)
          .nullable()
          .describe("`passed`: the phone that went around. `own`: their own phone, by QR code."),
        signedEarlier: z.boolean().describe("Whether they signed what it said before a change."),
        reason: z.string().nullable().describe("Why they didn’t sign, if the leader gave a reason."),
      }),
    )
    .describe("Everyone on its list, by name."),
});
