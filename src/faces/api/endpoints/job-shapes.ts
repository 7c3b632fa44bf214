import { z } from "zod";
import { isZone } from "#ground/businesses/public.server.ts";
import { LONGEST_JOB, STATUSES } from "#trade/jobs/public.server.ts";
import { MOST_CENTS } from "#platform/money/money.ts";
import { at, date, dayQuery, id, line, listOf, maybeAt } from "#platform/api/shape-parts.ts";

// The shapes of jobs in answers.

export const Job = z.strictObject({
  id,
  name: z.string(),
  address: z.string().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  status: z.enum(STATUSES),
  leadId: id.nullable().describe("The client, if they’re one of your leads."),
  startsOn: date.nullable(),
  finishesOn: date.nullable(),
  contractCents: z.int().nullable().describe("The contract sum, in cents of the business’s currency."),
  zone: z.string().nullable().describe("IANA time zone; null for the business’s own."),
  team: z.array(id).describe("Who works on it: ids of `/people`."),
  changedAt: at,
});
export const JobList = listOf(Job);

/** The answer for a key that may write but not read. */
export const JobId = z.strictObject({ id });
export const JobAnswer = z.union([Job, JobId]).describe("The job; only its id for a key without jobs:read.");

const day = dayQuery.nullable().optional();
export const NewJob = z
  .strictObject({
    name: line(LONGEST_JOB.name),
    address: line(LONGEST_JOB.address).nullable().optional(),
    latitude: z.number().min(-90).max(90).optional().describe("With `longitude`."),
    longitude: z.number().min(-180).max(180).optional(),
    status: z.enum(STATUSES).default("planned"),
    leadId: id.nullable().optional().describe("The client, if they’re one of your leads."),
    clientName: line(LONGEST_JOB.clientName).nullable().optional().describe("A client who isn’t a lead."),
    clientPhone: line(LONGEST_JOB.clientPhone).nullable().optional(),
    clientEmail: line(LONGEST_JOB.clientEmail).nullable().optional(),
    startsOn: day,
    finishesOn: day,
    contractCents: z.int().min(0).max(MOST_CENTS).nullable().optional(),
    zone: z
      .string()
      .refine(isZone, "Use a time zone such as America/Denver.")
      .nullable()
      .optional()
      .describe("IANA time zone; the business’s own if left out."),
  })
  .refine(({ latitude, longitude }) => (latitude === undefined) === (longitude === undefined), {
    path: ["longitude"],
    error: "Send latitude and longitude together.",
  });

export const Note = z.strictObject({
  id,
  text: z.string(),
  createdAt: at,
});
export const NoteList = listOf(Note);
export const NoteId = z.strictObject({ id });
export const NewNote = z.strictObject({
  text: z
    .string()
    .overwrite((text) => text.toWellFormed().replaceAll("\0", "").replaceAll("\r\n", "\n").trim())
    .min(1, "Write a few words.")
    .max(LONGEST_JOB.note),
});

const Place = z.strictObject({
  name: z.string(),
  level: z.string().nullable().describe("Such as `Level 2`."),
  words: z.string().describe("As photos, checklists, and issues name it: `Level 2, Bath`."),
});
export const PlaceList = listOf(Place);

const Plan = z.strictObject({
  id,
  title: z.string(),
  level: z.string().nullable(),
  versions: z
    .array(
      z.strictObject({
        addedAt: at,
        file: z.string().nullable().describe("The file it was read from."),
        pages: z.int(),
      }),
    )
    .describe("Latest first."),
});
export const PlanList = listOf(Plan);

const Closeout = z.strictObject({
  id,
  version: z.int(),
  state: z.enum(["waiting", "ready", "failed"]).describe("`waiting` while its PDF is being made."),
  fileName: z.string().nullable(),
  sha256: z.string().nullable().describe("Of the PDF."),
  createdAt: at,
  readyAt: maybeAt,
});
export const CloseoutList = listOf(Closeout);
