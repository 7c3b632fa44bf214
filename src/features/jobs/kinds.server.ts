import { z } from "zod";
import { actingRole, isZone, may } from "#features/businesses/public.server.ts";
import { defineKind, whenTaken } from "#features/sync/public.server.ts";
import { MOST_CENTS } from "#platform/money/money.ts";
import { keepJob } from "./data.server.ts";
import { keepHistory } from "./history.server.ts";
import { namesPhoto, PHOTO_FIELD } from "./photos.ts";
import { LONGEST, STATUSES } from "./rules.ts";

const line = (most: number) => z.string().trim().min(1).max(most).nullable();
/** The end of the year 9999, milliseconds since 1970. */
const MOST_MOMENT = 253_402_300_799_999;
const day = z.iso.date().nullable();

/** What devices may write of jobs. Called once per process, from `src/synced.ts`. */
export function defineJobs(): void {
  whenTaken(keepHistory);
  defineKind({
    kind: "jobs.job",
    scope: "job",
    isJob: true,
    fields: {
      name: z.string().trim().min(1).max(LONGEST.name),
      address: line(LONGEST.address),
      position: z
        .strictObject({
          lat: z.number().min(-90).max(90),
          lon: z.number().min(-180).max(180),
          accuracy: z.number().min(0).max(100_000).nullable(),
          by: z.enum(["hand", "phone"]),
        })
        .nullable(),
      leadId: z.uuid().nullable(),
      clientName: line(LONGEST.clientName),
      clientPhone: line(LONGEST.clientPhone),
      clientEmail: line(LONGEST.clientEmail),
      status: z.enum(STATUSES),
      startsOn: day,
      finishesOn: day,
      contractCents: z.int().min(0).max(MOST_CENTS).nullable(),
      zone: z.string().refine(isZone, "There is no such time zone.").nullable(),
      "team.*": z.boolean(),
    },
    personal: ["leadId", "clientName", "clientPhone", "clientEmail"],
    notForGuests: ["contractCents", "leadId", "clientEmail"],
    // A guest adds to a job; what the job is, its business says.
    mayWrite: (ctx) =>
      may(actingRole(ctx), "work.write") ? null : { code: "forbidden", why: "Only the people of the business change the job itself." },
    landed: keepJob,
  });
  defineKind({
    kind: "jobs.note",
    scope: "job",
    fields: {
      text: z.string().trim().min(1).max(LONGEST.note),
      occurredAt: z.iso.datetime({ offset: true }).nullable(),
      place: z
        .strictObject({
          lat: z.number().min(-90).max(90),
          lon: z.number().min(-180).max(180),
          accuracy: z.number().min(0).max(100_000),
        })
        .nullable(),
      // By hash, so that two people who add to one note never meet; null takes one off it.
      "photos.*": z.strictObject({ type: z.string().max(100), at: z.int().min(0).max(MOST_MOMENT) }).nullable(),
    },
    mayWrite: (_, { sets }) =>
      Object.keys(sets).every((field) => !field.startsWith(PHOTO_FIELD) || namesPhoto(field))
        ? null
        : { code: "invalid", why: "A photo is named by the hash of its bytes." },
  });
}
