import { z } from "zod";
import { ANSWERS, ASKS, PAPER_STATES, WAYS } from "#ground/papers/public.server.ts";
import { at, date, id, listOf, maybeAt } from "#platform/api/shape-parts.ts";

// The shapes of documents, people, prices and drafts in answers.

export const PaperSummary = z.strictObject({
  id,
  kind: z.string().describe("`estimate`, `changes`, `report`, `photos` (a gallery), `closeout`, and others."),
  thingId: id.describe("What it’s a document of, such as an estimate; the same for all its versions."),
  version: z.int(),
  number: z.string().nullable().describe("Such as `EST-2026-001`."),
  jobId: id.nullable(),
  title: z.string(),
  state: z.enum(PAPER_STATES),
  stateAt: at,
  answerBy: maybeAt.describe("Nobody can approve or decline it after that."),
  sha256: z.string().nullable().describe("Of its PDF; null for a page without one."),
  createdAt: at,
});
export const PaperList = listOf(PaperSummary);

export const Paper = PaperSummary.extend({
  recipients: z
    .array(
      z.strictObject({
        id,
        way: z.enum(WAYS),
        address: z.string().nullable().describe("Null for a link, and after an erasure."),
        leadId: id.nullable(),
        asks: z.enum(ASKS).describe("What they’re asked for."),
        sentAt: at,
        viewedAt: maybeAt.describe("When a person first opened it."),
      }),
    )
    .describe("Who got it, first to last."),
  answers: z
    .array(
      z.strictObject({
        recipientId: id,
        answer: z.enum(ANSWERS),
        name: z.string().describe("As they typed it."),
        words: z.string().describe("Their comment, reason, or question."),
        isSigned: z.boolean(),
        at,
      }),
    )
    .describe("First to last."),
});

const Person = z.strictObject({
  id: id.describe("As in the `team` of a job."),
  name: z.string().describe("Empty if they gave none."),
  email: z.string(),
  role: z.enum(["owner", "manager", "member", "guest"]),
  jobId: id.nullable().describe("The job of a guest, such as a sub."),
  since: at,
});
export const PersonList = listOf(Person);

const Price = z.strictObject({
  id: z.string(),
  text: z.string(),
  unit: z.string().describe("Such as `sq ft`; empty for pieces."),
  unitCents: z.int().describe("What you charge today, raises included."),
  costCents: z.int().nullable().describe("What one unit costs you."),
  isTaxable: z.boolean(),
  category: z.string().describe("Empty for none."),
  pricedOn: date.nullable().describe("The day its price was set."),
  usedOn: date.nullable().describe("The day it was last used."),
});
export const PriceList = listOf(Price);

const Drip = z.strictObject({
  id,
  title: z.string(),
  createdAt: at,
  updatedAt: maybeAt,
  emails: z.array(z.strictObject({ day: z.int(), subject: z.string(), body: z.string() })),
});
export const DripList = listOf(Drip);
