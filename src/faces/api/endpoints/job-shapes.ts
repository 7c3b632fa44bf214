import { z } from "zod";
import { STATUSES } from "#trade/jobs/public.server.ts";
import { at, date, id, listOf } from "#platform/api/shape-parts.ts";

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
  changedAt: at,
});
export const JobList = listOf(Job);
