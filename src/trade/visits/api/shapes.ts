import { z } from "zod";
import { at, id, listOf } from "#platform/api/shape-parts.ts";
import { PLACES, STATES } from "../rules.ts";

export const Visit = z.strictObject({
  id,
  leadId: id.describe("Who booked it."),
  state: z.enum(STATES).describe("`missed`: nobody was there, as someone in the business noted."),
  startsAt: at,
  endsAt: at,
  zone: z.string().describe("The time zone in which the client booked it, such as `America/Denver`."),
  title: z.string().describe("What your business calls its visits, when it was booked."),
  place: z.enum(PLACES).describe("`theirs`: at `address`. `ours`: at your address."),
  name: z.string().describe("As they typed it, like what follows."),
  email: z.string().nullable(),
  phone: z.string().nullable().describe("E.164."),
  address: z.string().nullable(),
  note: z.string().nullable(),
  createdAt: at,
  changedAt: at.describe("When it was last booked, moved or canceled."),
});
export const VisitList = listOf(Visit);
