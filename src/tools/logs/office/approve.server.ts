import { findJob, zoneOfJob } from "#trade/jobs/public.server.ts";
import {
  findStoredRecord,
  shownFields,
  type StoredRecord,
  writeAsProduct,
} from "#ground/sync/public.server.ts";
import { type AccountContext, isId } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { entriesOfDays } from "./find.server.ts";
import { type Day, dayOf, LONGEST } from "../rules.ts";

/**
 * Approves a submitted day with its guest's entries, or sends it back, using the commands a device would
 * send. Repeating it has no effect.
 * @param reason required to send it back
 * @throws AppError not_found, forbidden, conflict; invalid without a reason
 */
export async function reviewDay(
  ctx: AccountContext,
  id: string,
  verdict: "approved" | "rejected",
  reason: string,
): Promise<Day> {
  const record = isId(id) ? await findStoredRecord(ctx, id) : null;
  if (!record || record.kind !== "logs.day") throw new AppError("not_found", "That day doesn’t exist.");
  const why = reason.trim();
  if (verdict === "rejected" && !why)
    throw new AppError("invalid", "Say what’s missing.", {
      fields: { why: "Say what’s missing so they can add it." },
    });
  if (why.length > LONGEST.why)
    throw new AppError("invalid", "That’s too long.", {
      fields: { why: `Use ${LONGEST.why} characters at most.` },
    });
  const day = dayOf(shownFields(record.fields));
  if (day.state === verdict) return day;
  const state = { is: verdict, why: verdict === "rejected" ? why : null };
  const zone = await zoneOfJob(ctx, record.job === null ? null : await findJob(ctx, record.job));
  await writeAsProduct(ctx, record, { state }, zone);
  if (verdict === "approved" && day.company !== ctx.account.id) {
    const waiting = await waitingEntries(ctx, record.job!, day);
    for (const entry of waiting) await writeAsProduct(ctx, entry, { approved: true }, zone);
  }
  return { ...day, state: verdict, why: state.why };
}

async function waitingEntries(
  ctx: AccountContext,
  job: string,
  { date, company }: Day,
): Promise<StoredRecord[]> {
  const rows = await entriesOfDays(ctx, [{ jobId: job, date: date!, company }]);
  const records = [];
  for (const { id, approved } of rows) if (approved === null) records.push(await findStoredRecord(ctx, id));
  return records.filter((one) => one !== null);
}
