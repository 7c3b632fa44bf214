import { isManager, latestToday, refuse } from "#trade/fieldwork/public.server.ts";
import { refusePhotoNames } from "#trade/fieldwork/public.ts";
import { refuseChange, refuseEntry } from "./change-rules.ts";
import { actingRole } from "#ground/businesses/public.server.ts";
import {
  type Command,
  findStoredRecord,
  type Refusal,
  shownFields,
  type StoredRecord,
} from "#ground/sync/public.server.ts";
import type { ObservedDay } from "#trade/weather/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { dayId } from "./ids.ts";
import { firstWrite } from "./read-model.server.ts";
import { dayOf, entryOf, isClosed, SUBMITTED_FIELD } from "./rules.ts";

/** A guest counts as a company of their own. */
export const companyOf = (ctx: AccountContext) =>
  actingRole(ctx) === "guest" ? (ctx.user?.id ?? "") : ctx.account.id;
export const valuesOf = (before: StoredRecord | null) => (before ? shownFields(before.fields) : {});

/** What was seen of the weather is submitted and sealed with the business's own day. */
export async function refuseObservation(
  ctx: AccountContext,
  command: Command,
  { job, date, isChange }: ObservedDay,
): Promise<Refusal | null> {
  const day = await findStoredRecord(ctx, dayId(job, date, ctx.account.id));
  const { state } = dayOf(valuesOf(day));
  if (state === "sealed")
    return refuse(
      "conflict",
      "This day is locked, including its weather notes. Add anything missing as a late entry.",
    );
  // A first observation may still be added; an existing one was submitted with the day.
  return isChange && isClosed(state) && !wasWrittenBeforeSubmission(ctx, command, day)
    ? refuse(
        "conflict",
        "This day was submitted, including its weather notes. Add a late entry, or have the day sent back.",
      )
    : null;
}

/** Why a change of an entry is refused; null if allowed. */
export async function refuseEntryCommand(
  ctx: AccountContext,
  command: Command,
  before: StoredRecord | null,
): Promise<Refusal | null> {
  const { sets, record, job } = command;
  const misnamed = refusePhotoNames(sets);
  if (misnamed) return misnamed;
  const was = entryOf(record, valuesOf(before));
  const entry = entryOf(record, { ...valuesOf(before), ...sets });
  if (
    before &&
    ((sets["date"] !== undefined && entry.date !== was.date) ||
      (sets["company"] !== undefined && entry.company !== was.company))
  )
    return refuse("invalid", "An entry stays on its day. Add a new one for another day.");
  const ownCompany = companyOf(ctx);
  const onlyApproves = Object.keys(sets).every((field) => field === "approved");
  if (sets["approved"] !== undefined && !(onlyApproves && isManager(ctx)))
    return refuse("forbidden", "Only owners and managers can approve guest entries.");
  if (!onlyApproves && entry.company !== ownCompany && !(isManager(ctx) && before))
    return refuse("forbidden", "This entry belongs to another company.");
  const wrong = refuseEntry(entry, latestToday(ctx.now));
  if (wrong) return refuse("invalid", wrong.why);
  if (was.approved === true && !onlyApproves && !isManager(ctx))
    return refuse(
      "conflict",
      "This entry was approved, so it can’t change. Add a correction instead. We save both.",
    );
  if (typeof sets["extraWork"] === "string") {
    const extra = await findStoredRecord(ctx, sets["extraWork"]);
    if (extra && extra.job !== job) return refuse("invalid", "That extra work is on another job.");
  }
  if (typeof sets["corrects"] === "string") {
    const corrected = await findStoredRecord(ctx, sets["corrects"]);
    if (
      corrected &&
      (corrected.kind !== "logs.entry" ||
        entryOf(corrected.id, valuesOf(corrected)).company !== entry.company)
    )
      return refuse("forbidden", "This entry belongs to another company, so you can’t correct it.");
  }
  if (!before || job === null || entry.date === null || (onlyApproves && was.approved === null)) return null;
  const day = await findStoredRecord(ctx, dayId(job, entry.date, entry.company));
  const { state } = dayOf(valuesOf(day));
  if (onlyApproves)
    return state === "sealed"
      ? refuse("conflict", "This day is locked, including what was approved and what was left out.")
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
export function wasWrittenBeforeSubmission(
  ctx: AccountContext,
  { capturedAt, skew }: Command,
  day: StoredRecord | null,
): boolean {
  // Approving a day doesn't submit it again.
  const submitted = day?.fields[SUBMITTED_FIELD]?.values[0] ?? day?.fields["state"]?.values[0];
  const at = Math.min(capturedAt + skew, ctx.now.epochMilliseconds);
  return submitted !== undefined && at < submitted.at && dayOf(valuesOf(day)).state !== "sealed";
}
