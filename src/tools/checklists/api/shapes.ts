import { z } from "zod";
import { ITEM_KINDS, STATES } from "#trade/inspections/public.ts";
import { ISSUE_STATES, PRIORITIES, REPLY_TYPES } from "#trade/issues/public.ts";
import { at, date, id, listOf, maybeAt } from "#platform/api/shape-parts.ts";

// The shapes of checklists and issues in answers. What an issue costs, and who is charged, is in none.

const photos = z
  .array(z.string())
  .describe("SHA-256 of each file as the camera wrote it, in lowercase hex; see the call for its picture.");
const author = id.nullable().describe("Null for someone without an account.");

export const ChecklistSummary = z.strictObject({
  id,
  jobId: id,
  title: z.string(),
  place: z.string().nullable().describe("The room, unit, or level, in words."),
  state: z.enum(STATES),
  date: date.describe("The day it was started, on the job’s calendar."),
  asked: z.int().describe("How many items ask for something, given the answers so far."),
  done: z.int().describe("How many of them have what they ask for."),
  failed: z.int().describe("How many of those failed."),
  score: z
    .int()
    .nullable()
    .describe("Percent, from its answers; null while it’s open, and if nothing on its list has a weight."),
  startedAt: at,
  startedBy: author,
  finishedAt: maybeAt.describe("Null while it’s open."),
  approvedAt: maybeAt.describe("Null unless it’s approved."),
  changedAt: at.describe("When we last received a change of its status or place; answers don’t count."),
});
export const ChecklistList = listOf(ChecklistSummary);

export const ChecklistItem = z.strictObject({
  key: z.string().describe("Names it within its checklist."),
  section: z.string(),
  unit: z.string().nullable().describe("Of a section that’s asked once per room or unit: which one."),
  kind: z
    .enum(ITEM_KINDS)
    .describe("`note` is an instruction: it asks for nothing. `read` is one that people confirm."),
  text: z.string(),
  code: z.string().nullable().describe("Of the building code, such as `IRC R905.2.8.5`."),
  result: z.enum(["open", "passed", "failed", "na"]).describe("`na` doesn’t apply."),
  value: z
    .union([z.string(), z.number(), z.array(z.string()), z.array(z.number().nullable())])
    .nullable()
    .describe(
      "`pass`, `fail`, `yes`, `no`, `na`, `read`, a choice or choices, a number, readings, words, a date, or who signed.",
    ),
  answer: z.string().nullable().describe("The same in words, as people see it."),
  hasConflict: z
    .boolean()
    .describe("Whether two people answered without seeing each other; this is the later answer."),
  note: z.string().nullable(),
  photos,
  answeredAt: maybeAt,
  answeredBy: author,
  issueIds: z.array(id).describe("The issues that began with it."),
});

export const Checklist = ChecklistSummary.extend({
  items: z.array(ChecklistItem).describe("Those that are asked, in their order."),
});

export const IssueSummary = z.strictObject({
  id,
  jobId: id,
  number: z.string().nullable().describe("`PL-001`; null for a moment after it was added."),
  title: z.string(),
  state: z
    .enum(ISSUE_STATES)
    .describe(
      "`working` is in progress, `ready` waits for review, and `refused` means the fix wasn’t accepted.",
    ),
  stateAt: at,
  reason: z.string().nullable().describe("Why the last fix wasn’t accepted."),
  where: z.string().nullable().describe("The room, unit, or level, in words."),
  trade: z.string().nullable(),
  assignee: z
    .strictObject({
      kind: z.enum(["person", "firm"]).describe("`firm` is a sub without an account."),
      id,
      name: z.string().describe("As it was when the issue was assigned."),
    })
    .nullable(),
  due: z.string().nullable().describe("A day on the job’s calendar, `2026-11-20`."),
  priority: z.enum(PRIORITIES),
  date: date.describe("The day it was found, on the job’s calendar."),
  photos: photos.describe("SHA-256 of the photos that show it as it was found."),
  changedAt: at.describe("When we last received a change of it; replies don’t count."),
});
export const IssueList = listOf(IssueSummary);

export const Issue = IssueSummary.extend({
  details: z.string().nullable(),
  blocked: z.string().nullable().describe("Why its assignee says that it can’t be fixed."),
  foundAt: at,
  foundBy: author,
  pin: z
    .strictObject({ planId: id, page: z.int().describe("From 0."), x: z.number(), y: z.number() })
    .nullable()
    .describe("Where it is on a plan: from 0 to 1 of the page’s width and height."),
  replies: z
    .array(
      z.strictObject({
        type: z.enum(REPLY_TYPES),
        note: z.string().nullable(),
        firm: z
          .string()
          .nullable()
          .describe("The sub who wrote it by link; null for people with an account."),
        author,
        at,
        photos,
      }),
    )
    .describe("What people did or said, oldest first."),
});
