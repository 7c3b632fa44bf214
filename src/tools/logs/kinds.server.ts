import { z } from "zod";
import { actingRole, may } from "#ground/businesses/public.server.ts";
import { seal } from "#ground/evidence/public.server.ts";
import { photoValue } from "#trade/fieldwork/public.server.ts";
import { namesPhoto } from "#trade/fieldwork/public.ts";
import {
  type Command,
  defineKind,
  type StoredRecord,
  findStoredRecord,
  type Refusal,
  shownFields,
  onCommandApplied,
} from "#ground/sync/public.server.ts";
import { watchWeather } from "./weather/fetch.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { firstWrite, saveDayRow, saveEntryRow, savePlanRow, saveWeatherRow } from "./read-model.server.ts";
import { dayId, planId, weatherId } from "./ids.ts";
import {
  MOST_AMOUNT,
  MOST_HOURS,
  MOST_PEOPLE,
  refuseChange,
  refuseDate,
  refuseEntry,
  refuseName,
  refuseState,
} from "./change-rules.ts";
import { CAUSES, dayOf, entryOf, SUBMITTED_FIELD, isClosed, LONGEST, STATES, TYPES } from "./rules.ts";

const line = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most, `This is too long: ${most.toLocaleString("en-US")} characters fit.`)
    .nullable();
const amount = (most: number) => z.number().min(0).max(most).nullable();
const degrees = z.number().min(-90).max(60).nullable();
const hours = z
  .number()
  .min(0, "Hours are 0 to 24 for one person and day.")
  .max(MOST_HOURS, "Hours are 0 to 24 for one person and day.");

const refuse = (code: Refusal["code"], why: string): Refusal => ({ code, why });
const isManager = (ctx: AccountContext) => may(actingRole(ctx), "business.change");
/** A guest counts as a company of their own. */
const companyOf = (ctx: AccountContext) =>
  actingRole(ctx) === "guest" ? (ctx.user?.id ?? "") : ctx.account.id;
const valuesOf = (before: StoredRecord | null) => (before ? shownFields(before.fields) : {});

/** Called once per process, from `src/app/record-kinds.ts`. */
export function defineLogs(): void {
  onCommandApplied(watchWeather);
  defineKind({
    kind: "logs.day",
    scope: "job",
    fields: {
      date: z.iso.date(),
      company: z.uuid(),
      companyName: line(LONGEST.name),
      state: z.strictObject({ is: z.enum(STATES), why: line(LONGEST.why) }),
      [SUBMITTED_FIELD]: z.literal(true),
    },
    mayWrite(ctx, command, before) {
      const after = { ...valuesOf(before), ...command.sets };
      const { date, company, companyName, state } = dayOf(after);
      if (date === null || command.job === null || dayId(command.job, date, company) !== command.record)
        return refuse("invalid", "This change does not say rightly which day it is of.");
      const dateProblem = refuseDate(date, latestToday(ctx.now));
      if (dateProblem !== null) return refuse("invalid", dateProblem);
      if (command.sets["removed"] === true) return refuse("forbidden", "A day of the log is not taken away.");
      const isOwn = company === companyOf(ctx);
      if (!isOwn && !isManager(ctx)) return refuse("forbidden", "This day belongs to another company.");
      const was = dayOf(valuesOf(before));
      const standing = { isManager: isManager(ctx), isOwn };
      const why =
        refuseState(was.state, state, standing) ??
        (companyName === was.companyName || wasWrittenBeforeSubmission(ctx, command, before)
          ? null
          : refuseName(was.state, state, standing));
      return why === null ? null : refuse("conflict", why);
    },
    async landed(ctx, record, { sets }) {
      const { job, fields } = record;
      const { state, date } = dayOf(shownFields(fields));
      await saveDayRow(ctx, record);
      if (job !== null && state === "sealed" && sets["state"] !== undefined)
        await seal(ctx, job, `Log of ${date ?? "a day"} sealed`);
    },
  });

  defineKind({
    kind: "logs.entry",
    scope: "job",
    fields: {
      date: z.iso.date(),
      company: z.uuid(),
      type: z.enum(TYPES),
      text: line(LONGEST.text),
      crew: z
        .strictObject({
          company: z.string().trim().max(LONGEST.name),
          trade: z.string().trim().max(LONGEST.trade),
          count: z.int().min(1).max(MOST_PEOPLE),
          hours,
        })
        .nullable(),
      item: z
        .strictObject({
          what: z.string().trim().min(1).max(LONGEST.caption),
          from: line(LONGEST.name),
          count: amount(MOST_AMOUNT),
          unit: line(20),
        })
        .nullable(),
      delay: z.strictObject({ cause: z.enum(CAUSES), hours, critical: z.boolean() }).nullable(),
      occurredAt: z.iso.datetime({ offset: true }).nullable(),
      place: z
        .strictObject({
          lat: z.number().min(-90).max(90),
          lon: z.number().min(-180).max(180),
          accuracy: z.number().min(0).max(100_000),
        })
        .nullable(),
      // Keyed by hash, so that adding photos never conflicts; null removes one.
      "photos.*": photoValue.nullable(),
      "captions.*": line(LONGEST.caption),
      "tags.*": z.boolean(),
      corrects: z.uuid().nullable(),
      approved: z.boolean().nullable(),
    },
    mayWrite: refuseEntryCommand,
    landed: saveEntryRow,
  });

  defineKind({
    kind: "logs.weather",
    scope: "job",
    fields: {
      date: z.iso.date(),
      "readings.*": z.looseObject({
        source: z.enum(["nws", "open-meteo", "open-meteo-archive"]),
        basis: z.enum(["observed", "modelled"]),
      }),
      manual: z
        .strictObject({
          words: z.string().trim().max(LONGEST.caption),
          tempC: degrees,
          windMs: amount(150),
          rainMm: amount(2_000),
          at: z.iso.datetime({ offset: true }).nullable(),
        })
        .nullable(),
    },
    mayWrite: refuseWeather,
    landed: saveWeatherRow,
  });

  defineKind({
    kind: "logs.plan",
    scope: "job",
    fields: {
      threshold: z.strictObject({
        rainMm: amount(2_000),
        snowCm: amount(1_000),
        windMs: amount(150),
        gustMs: amount(150),
        lowC: degrees,
        highC: degrees,
        hoursLost: amount(MOST_HOURS),
      }),
      anticipated: z.record(z.string().regex(/^(?:[1-9]|1[0-2])$/), z.number().min(0).max(31)),
      remindAt: z.int().min(0).max(23).nullable(),
    },
    notForGuests: ["threshold", "anticipated", "remindAt"],
    mayWrite: (ctx, { record, job }) =>
      job === null || planId(job) !== record
        ? refuse("invalid", "This change does not say rightly which job it is for.")
        : isManager(ctx)
          ? null
          : refuse("forbidden", "Owners and managers decide what a log is held to."),
    landed: savePlanRow,
  });
}

async function refuseWeather(
  ctx: AccountContext,
  command: Command,
  before: StoredRecord | null,
): Promise<Refusal | null> {
  const { sets, record, job } = command;
  const date = sets["date"] ?? valuesOf(before)["date"];
  if (job === null || typeof date !== "string" || weatherId(job, date) !== record)
    return refuse("invalid", "This change does not say rightly which day’s weather it is.");
  // Only the product, which acts without a user, writes readings.
  if (ctx.user === null) return null;
  if (Object.keys(sets).some((field) => field.startsWith("readings.") || field === "removed"))
    return refuse("forbidden", "Readings come from their source. Write down what you saw beside them.");
  const dateProblem = refuseDate(date, latestToday(ctx.now));
  if (dateProblem !== null) return refuse("invalid", dateProblem);
  if (sets["manual"] === undefined) return null;
  const seenBy = before?.fields["manual"]?.values[0]?.author;
  if (actingRole(ctx) === "guest" && seenBy !== undefined && seenBy !== ctx.user.id)
    return refuse(
      "forbidden",
      "Somebody else wrote down what they saw of this day’s weather. Say what you saw in an entry of your own.",
    );
  const day = await findStoredRecord(ctx, dayId(job, date, ctx.account.id));
  const { state } = dayOf(valuesOf(day));
  if (state === "sealed")
    return refuse(
      "conflict",
      "This day is sealed, and so is what was seen of its weather. Add what is missing as a late entry.",
    );
  // A first observation may still be added; an existing one was submitted with the day.
  return seenBy !== undefined && isClosed(state) && !wasWrittenBeforeSubmission(ctx, command, day)
    ? refuse(
        "conflict",
        "This day was submitted, and so was what was seen of its weather. Add a late entry, or have the day sent back.",
      )
    : null;
}

async function refuseEntryCommand(
  ctx: AccountContext,
  command: Command,
  before: StoredRecord | null,
): Promise<Refusal | null> {
  const { sets, record, job } = command;
  if (Object.keys(sets).some((field) => field.startsWith("photos.") && !namesPhoto(field)))
    return refuse("invalid", "A photo is named by the hash of its bytes.");
  const was = entryOf(record, valuesOf(before));
  const entry = entryOf(record, { ...valuesOf(before), ...sets });
  if (
    before &&
    ((sets["date"] !== undefined && entry.date !== was.date) ||
      (sets["company"] !== undefined && entry.company !== was.company))
  )
    return refuse("invalid", "An entry stays on its day. Write a new one for another day.");
  const ownCompany = companyOf(ctx);
  const onlyApproves = Object.keys(sets).every((field) => field === "approved");
  if (sets["approved"] !== undefined && !(onlyApproves && isManager(ctx)))
    return refuse("forbidden", "Owners and managers approve what guests wrote.");
  if (!onlyApproves && entry.company !== ownCompany && !(isManager(ctx) && before))
    return refuse("forbidden", "This entry belongs to another company.");
  const wrong = refuseEntry(entry, latestToday(ctx.now));
  if (wrong) return refuse("invalid", wrong.why);
  if (was.approved === true && !onlyApproves && !isManager(ctx))
    return refuse(
      "conflict",
      "This entry was approved, so it stays as it is. Add a correction instead: both are kept.",
    );
  if (typeof sets["corrects"] === "string") {
    const corrected = await findStoredRecord(ctx, sets["corrects"]);
    if (
      corrected &&
      (corrected.kind !== "logs.entry" ||
        entryOf(corrected.id, valuesOf(corrected)).company !== entry.company)
    )
      return refuse("forbidden", "This entry belongs to another company, so it is not yours to correct.");
  }
  if (!before || job === null || entry.date === null || (onlyApproves && was.approved === null)) return null;
  const day = await findStoredRecord(ctx, dayId(job, entry.date, entry.company));
  const { state } = dayOf(valuesOf(day));
  if (onlyApproves)
    return state === "sealed"
      ? refuse("conflict", "This day is sealed, and so is what was approved of it and what was left out.")
      : null;
  const why = refuseChange(state);
  if (why === null) return null;
  return wasWrittenBeforeSubmission(ctx, command, day) || isLateEntryInProgress(ctx, command, before, day)
    ? null
    : refuse("conflict", why);
}

/** How long an author may go on adding to a late entry. */
const WRITING_MS = 60 * 60_000;

/**
 * A late entry arrives in several commands: photos, a place, some text. None was in the submitted day, so its
 * author may add fields for an hour; existing values can't change.
 */
function isLateEntryInProgress(
  ctx: AccountContext,
  { sets, capturedAt, skew }: Command,
  before: StoredRecord,
  day: StoredRecord | null,
): boolean {
  const first = firstWrite(before);
  const state = day?.fields["state"]?.values[0];
  const since =
    dayOf(valuesOf(day)).state === "sealed" ? state : (day?.fields[SUBMITTED_FIELD]?.values[0] ?? state);
  const at = Math.min(capturedAt + skew, ctx.now.epochMilliseconds);
  return (
    first !== undefined &&
    since !== undefined &&
    first.author === ctx.user?.id &&
    first.at >= since.at &&
    at - first.at <= WRITING_MS &&
    Object.keys(sets).every((field) => field !== "removed" && before.fields[field] === undefined)
  );
}

/**
 * Written before the day was submitted, but arrived later for want of a signal. Accepted unless the day is
 * sealed.
 */
function wasWrittenBeforeSubmission(
  ctx: AccountContext,
  { capturedAt, skew }: Command,
  day: StoredRecord | null,
): boolean {
  // Approving a day doesn't submit it again.
  const submitted = day?.fields[SUBMITTED_FIELD]?.values[0] ?? day?.fields["state"]?.values[0];
  const at = Math.min(capturedAt + skew, ctx.now.epochMilliseconds);
  return submitted !== undefined && at < submitted.at && dayOf(valuesOf(day)).state !== "sealed";
}

/** Today in the earliest time zone (UTC+14); no job can be on a later date. */
const latestToday = (now: Temporal.Instant): string =>
  now.toZonedDateTimeISO("Pacific/Kiritimati").toPlainDate().toString();
