import { z } from "zod";
import { at, date, id, listOf } from "#platform/api/shape-parts.ts";
import { CATEGORIES, REASONS } from "../rules/change.ts";
import { STATES } from "../rules/states.ts";

// The shapes of changes in answers. Money is in cents of the business's currency and may be negative.
// Quantities and percentages are decimal texts, because a JSON number may be rounded.

const cents = z.int();
const percent = z.string().describe("A decimal with up to three digits after the point: `8.25` is 8.25%.");

export const ChangeSummary = z.strictObject({
  id,
  jobId: id,
  number: z.string().describe("`PCO-001`; `COR-001` once it was sent, `CO-001` once it was approved."),
  version: z.int().describe("The last revision sent: 1 for R0; 0 for none."),
  state: z
    .enum(STATES)
    .describe(
      "`asked` means that an approver has a question, `unpaid` that declined work is done anyway, and `dropped` that it isn’t.",
    ),
  stateAt: at,
  title: z.string(),
  date: z.string().describe("The day it was written down, `2026-11-20`."),
  currency: z.string().describe("ISO 4217."),
  amountCents: cents
    .nullable()
    .describe("What the last revision changes the contract sum by; null before one is sent."),
  days: z.int().describe("What it changes the completion date by, in calendar days."),
  writtenCents: cents.describe("What it would change the contract sum by as it’s written now."),
});
export const ChangeList = listOf(ChangeSummary);

export const ChangeLine = z.strictObject({
  id,
  category: z.enum(CATEGORIES),
  text: z.string(),
  quantity: z.string().describe("A decimal with up to three digits after the point: `12`, `2.5`."),
  unit: z.string().describe("Such as `h`; empty for pieces."),
  unitCents: cents.describe("Cost of one unit; its price if `isFixed`."),
  isFixed: z.boolean().describe("Whether it’s a price, without markup."),
  isTaxable: z.boolean(),
  costCents: cents,
  markupCents: cents,
  cents: cents.describe("Cost and markup, before tax."),
});

export const Change = ChangeSummary.extend({
  description: z.string(),
  reason: z.enum(REASONS).nullable(),
  where: z.string(),
  askedBy: z.string(),
  directed: z
    .strictObject({
      by: z.string(),
      at: z.string().describe("On the clock of the job, `2026-11-28T14:10`; empty if nobody noted it."),
      where: z.string(),
    })
    .nullable()
    .describe("Who asked for it by word."),
  knownAt: at.nullable().describe("When it was first known."),
  noticeBy: date.nullable().describe("By when the contract wants notice of it; null if it says nothing."),
  answerBy: date.nullable().describe("It can be answered through this day, in the job’s time zone."),
  lines: z.array(ChangeLine).describe("In their order, as written now."),
  totals: z
    .strictObject({
      subtotalCents: cents,
      taxes: z.array(z.strictObject({ name: z.string(), percent, cents })),
      totalCents: cents,
      allowanceCents: cents.describe("What an allowance of the contract pays of it."),
      amountCents: cents.describe("What it would change the contract sum by."),
    })
    .describe("As written now."),
  hasUnsentChanges: z.boolean().describe("Whether its approvers have yet to get what’s written here."),
  versions: z
    .array(z.strictObject({ version: z.int(), sentAt: at, amountCents: cents, days: z.int() }))
    .describe("The revisions that were sent, newest first."),
  answers: z
    .array(
      z.strictObject({
        version: z.int(),
        recipientId: id,
        answer: z.enum(["approved", "declined", "asked"]),
        name: z.string().describe("As they typed it."),
        words: z.string().describe("Their comment, reason, or question."),
        at,
      }),
    )
    .describe("What approvers answered, newest first."),
  voidReason: z.string().nullable().describe("Why it was voided; null unless it was."),
  decisions: z
    .array(z.strictObject({ is: z.enum(["unpaid", "credit", "dropped"]), note: z.string(), at }))
    .describe("What was decided each time that it was declined, oldest first."),
  problems: z.array(z.string()).describe("Why it can’t be sent yet; empty if it can."),
});
