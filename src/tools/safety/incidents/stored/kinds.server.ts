import { z } from "zod";
import { actingRole, isZone, readsConfidential } from "#ground/businesses/public.server.ts";
import { drawingSchema } from "#ground/signatures/public.server.ts";
import {
  type AppliedCommand,
  type Command,
  defineKind,
  type Refusal,
  REMOVED,
  shownFields,
  type StoredRecord,
} from "#ground/sync/public.server.ts";
import { defineProjection } from "#ground/worklist/public.server.ts";
import { firstWritten, refusePhotoNames, shotsOf } from "#trade/fieldwork/public.ts";
import { latestToday, photoValue, placeValue, refuse } from "#trade/fieldwork/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { enqueue } from "#platform/queue/queue.server.ts";
import { saveIncidentDue } from "./due.server.ts";
import { INJURY, injuryOf, LONGEST, MOST_SPELLS, MOST_WITNESSES, TIME } from "./injury.ts";
import { NEAR_MISS, nearMissOf } from "./near-miss.ts";
import { numberIncidentTask } from "./number.server.ts";

const words = (most: number) => z.string().trim().max(most);
const at = z.iso.datetime({ offset: true });
const day = z.iso.date();
const when = z.strictObject({
  date: day,
  time: z.string().regex(TIME, "Enter the time, such as 1:20 PM.").nullable(),
  zone: z.string().refine(isZone, "That time zone doesn’t exist."),
});
const choice = z.string().regex(/^[a-z-]{1,40}$/);

/** What anybody of the business sets when they hand an injury in. All else is for those who read it. */
const INTAKE = {
  when,
  known: at,
  person: z.strictObject({ name: words(LONGEST.name).min(1), title: words(LONGEST.title) }),
  what: words(LONGEST.text).min(1),
  before: words(LONGEST.text).nullable(),
  where: words(LONGEST.line).nullable(),
  injury: words(LONGEST.text).nullable(),
  "parts.*": z.boolean(),
  done: words(LONGEST.text).nullable(),
  "witnesses.*": z
    .strictObject({
      name: words(LONGEST.name).min(1),
      says: words(LONGEST.text),
      drawing: drawingSchema.nullable(),
    })
    .nullable(),
  "severe.*": z.strictObject({ outcomeAt: at, knownAt: at }).nullable(),
  "photos.*": photoValue.nullable(),
  place: placeValue.nullable(),
};

const OFFICE = {
  "answers.*": choice,
  "treatments.*": z.boolean(),
  "privacy.*": choice,
  "roads.*": choice,
  workRelatedKnownAt: at.nullable(),
  "reported.*": z.strictObject({ at, by: words(LONGEST.name).min(1), to: words(LONGEST.line) }).nullable(),
  "spells.*": z
    .strictObject({
      kind: z.enum(["away", "restricted"]),
      from: day,
      to: day.nullable(),
      expectedTo: day.nullable(),
    })
    .nullable(),
  left: z.strictObject({ on: day, because: z.enum(["injury", "other"]) }).nullable(),
  permanentFrom: day.nullable(),
  "form.*": words(LONGEST.text).nullable(),
  formsAt: at.nullable(),
  "whys.*": words(LONGEST.text).nullable(),
  "actions.*": z.boolean(),
  closed: at.nullable(),
  // Only the server gives it.
  number: z.string().regex(/^INC-\d{4}-\d{3,}$/),
};

/** Injuries and near misses. Called once per process. */
export function defineIncidents(): void {
  defineKind({
    ...{ kind: INJURY, scope: "job", audience: "confidential", notForGuests: "all" },
    fields: { ...INTAKE, ...OFFICE },
    mayWrite: (ctx, { sets }, before) => refuseInjury(ctx, sets, before),
    async onApplied(ctx, record, command) {
      await numberNew(ctx, record, command);
      await saveIncidentDue(ctx, record);
    },
    retains({ fields }) {
      const year = Number(injuryOf(shownFields(fields)).date.slice(0, 4));
      if (!year) return null;
      const until = Temporal.PlainDate.from({ year: year + 6, month: 1, day: 1 });
      return {
        by: "29 CFR 1904.33: records of injuries are kept for five years",
        until: until.toZonedDateTime("UTC").toInstant(),
      };
    },
  });
  defineKind({
    ...{ kind: NEAR_MISS, scope: "job", notForGuests: "all" },
    // No photo: it can show who took it.
    unsigned: ["when", "what", "where", "done"],
    fields: {
      ...{ when, what: INTAKE.what, where: INTAKE.where, done: INTAKE.done },
      ...{ "photos.*": photoValue.nullable(), place: placeValue.nullable() },
      ...{ anonymous: z.literal(true), closed: at.nullable() },
      number: z.string().regex(/^NM-\d{4}-\d{3,}$/),
    },
    staysInside: () => true,
    mayWrite: (ctx, { sets }, before) => refuseNearMiss(ctx, sets, before),
    onApplied: numberNew,
  });
  defineProjection({
    kind: NEAR_MISS,
    itemOf({ fields }) {
      const values = shownFields(fields);
      const miss = nearMissOf(values);
      if (miss.date === "") return null;
      return {
        ...{ date: miss.date, title: miss.what.split("\n", 1)[0]!, number: miss.number },
        type: miss.closedAt === null ? "open" : "closed",
        person: miss.isAnonymous ? null : (firstWritten(fields)?.author ?? null),
        tags: miss.isAnonymous ? ["anonymous"] : [],
        photos: shotsOf(values).map(({ sha256 }) => sha256),
        texts: [miss.number, miss.what, miss.where, miss.done],
      };
    },
  });
}

const isOfServer = (ctx: AccountContext): boolean => ctx.user === null;
const STAYS = refuse("conflict", "It stays in the records. Close it instead.");
const NUMBERED = refuse("forbidden", "Only the server gives an incident its number.");

/** A day that hasn’t come anywhere is a wrong one. */
const refuseDay = (ctx: AccountContext, date: string): Refusal | null =>
  date > latestToday(ctx.now) ? refuse("invalid", "That day hasn’t come yet. Check the date.") : null;

function refuseInjury(
  ctx: AccountContext,
  sets: Command["sets"],
  before: StoredRecord | null,
): Refusal | null {
  const isReader = readsConfidential(ctx);
  if (actingRole(ctx) === "guest")
    return refuse("forbidden", "Only people of the business report an injury here. Tell your contact.");
  // Its author, too: what it became is no longer theirs.
  if (before && !isReader)
    return refuse("forbidden", "This report was sent already. Tell the owner what changed.");
  if (Object.hasOwn(sets, "number") && !isOfServer(ctx)) return NUMBERED;
  if (Object.hasOwn(sets, REMOVED)) return STAYS;
  const isIntake = Object.keys(sets).every((field) => Object.hasOwn(INTAKE, field.replace(/\..*$/, ".*")));
  if (!isReader && !isIntake) return refuse("forbidden", "The office answers this.");
  const injury = injuryOf({ ...(before && shownFields(before.fields)), ...sets });
  if (injury.date === "" || injury.what === "" || injury.knownAt === "")
    return refuse("invalid", "Say what happened and when.");
  if (injury.witnesses.length > MOST_WITNESSES)
    return refuse("invalid", `An incident has ${MOST_WITNESSES} witnesses at most.`);
  if (injury.spells.length > MOST_SPELLS)
    return refuse("invalid", `An incident has ${MOST_SPELLS} stretches of days at most.`);
  return refuseDay(ctx, injury.date) ?? refusePhotoNames(sets);
}

function refuseNearMiss(
  ctx: AccountContext,
  sets: Command["sets"],
  before: StoredRecord | null,
): Refusal | null {
  if (actingRole(ctx) === "guest")
    return refuse("forbidden", "Only people of the business report a near miss here. Tell your contact.");
  if (Object.hasOwn(sets, "number") && !isOfServer(ctx)) return NUMBERED;
  // Written by a person, it would have their name.
  if (Object.hasOwn(sets, "anonymous") && !isOfServer(ctx))
    return refuse("forbidden", "Send it without your name from the form.");
  if (Object.hasOwn(sets, REMOVED)) return STAYS;
  const miss = nearMissOf({ ...(before && shownFields(before.fields)), ...sets });
  if (miss.date === "" || miss.what === "") return refuse("invalid", "Say what happened and when.");
  return refuseDay(ctx, miss.date) ?? refusePhotoNames(sets);
}

/** In a task: this command can’t write its record again. */
async function numberNew(
  ctx: AccountContext,
  { id, kind }: StoredRecord,
  { sets }: AppliedCommand,
): Promise<void> {
  if (Object.hasOwn(sets, "when"))
    await enqueue(ctx.db, numberIncidentTask, { accountId: ctx.account.id, id, kind });
}
