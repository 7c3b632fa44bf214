import { z } from "zod";
import { actingRole, isZone, may } from "#ground/businesses/public.server.ts";
import { setFirstLock, setRestrictedKinds } from "#ground/evidence/public.server.ts";
import {
  defineKind,
  type Fields,
  lockCount,
  type StoredRecord,
  REMOVED,
  onCommandApplied,
  privateKinds,
} from "#ground/sync/public.server.ts";
import { MOST_CENTS } from "#platform/money/money.ts";
import { saveJobRow } from "./data.server.ts";
import { appendToHistory } from "./timeline/history.server.ts";
import { photoValue, placeValue } from "#trade/fieldwork/public.server.ts";
import { refusePhotoNames } from "#trade/fieldwork/public.ts";
import { LONGEST, mayRemove, STATUSES } from "./rules.ts";

const line = (most: number) => z.string().trim().min(1).max(most).nullable();
const day = z.iso.date().nullable();

/** Called once per process, from `src/app/record-kinds.ts`. */
export function defineJobs(): void {
  onCommandApplied(appendToHistory);
  setRestrictedKinds(privateKinds);
  setFirstLock(lockCount);
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
      zone: z.string().refine(isZone, "That time zone doesn’t exist.").nullable(),
      "team.*": z.boolean(),
    },
    personal: ["leadId", "clientName", "clientPhone", "clientEmail"],
    notForGuests: ["contractCents", "leadId", "clientEmail"],
    // Guests can't change a job itself; only owners and managers can remove or restore it.
    mayWrite(ctx, { sets }) {
      const role = actingRole(ctx);
      // Nobody is acting when a client's approval makes the job real.
      if (ctx.user !== null && !may(role, "work.write"))
        return { code: "forbidden", why: "Only people in the business can edit the job." };
      return Object.hasOwn(sets, REMOVED) && !mayRemove(role)
        ? { code: "forbidden", why: "Only owners and managers can delete or restore a job." }
        : null;
    },
    onApplied: saveJobRow,
  });
  defineKind({
    kind: "jobs.note",
    scope: "job",
    fields: {
      text: z.string().trim().min(1).max(LONGEST.note),
      occurredAt: z.iso.datetime({ offset: true }).nullable(),
      place: placeValue.nullable(),
      // Keyed by hash, so that adding photos never conflicts; null removes one.
      "photos.*": photoValue.nullable(),
    },
    mayWrite(ctx, { sets }, before) {
      const misnamed = refusePhotoNames(sets);
      if (misnamed) return misnamed;
      // A guest may only change their own notes.
      return may(actingRole(ctx), "work.write") || isOwn(ctx.user?.id, Object.keys(sets), before)
        ? null
        : { code: "forbidden", why: "Someone else wrote this note. Add your own." };
    },
  });
}

/**
 * The note is new, or some of its values are this person's and the fields they set contain nobody else's.
 */
function isOwn(person: string | undefined, sets: readonly string[], before: StoredRecord | null): boolean {
  if (!before) return true;
  const isTheirs = ({ values }: Fields[string]) => values.every(({ author }) => author === person);
  const fields = Object.entries(before.fields);
  if (sets.includes(REMOVED)) return fields.every(([, field]) => isTheirs(field));
  return (
    fields.some(([, field]) => isTheirs(field)) &&
    fields.every(([name, field]) => !sets.includes(name) || isTheirs(field))
  );
}
