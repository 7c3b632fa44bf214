import { zoneOf } from "#features/businesses/public.server.ts";
import { findJob } from "#features/jobs/public.server.ts";
import { type Command, heldRecordOf, shownFields, takeCommands } from "#features/sync/public.server.ts";
import { newId } from "#platform/db/ids.ts";
import { type AccountContext, isId } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { type Day, dayOf, LONGEST } from "./rules.ts";

/**
 * Approves a day that was handed in, or sends it back with a reason: the same command as a device would send, in the name of whoever
 * pressed. Pressed twice, or by two, it is done once.
 * @throws AppError not_found, forbidden, conflict; invalid where a day is sent back without a word
 */
export async function judgeDay(ctx: AccountContext, id: string, verdict: "approved" | "rejected", said: string): Promise<Day> {
  const record = isId(id) ? await heldRecordOf(ctx, id) : null;
  if (!record || record.kind !== "logs.day") throw new AppError("not_found", "There is no such day.");
  const why = said.trim();
  if (verdict === "rejected" && !why)
    throw new AppError("invalid", "Say what is missing.", { fields: { why: "Say what is missing, so that they can add it." } });
  if (why.length > LONGEST.why)
    throw new AppError("invalid", "That is too long.", { fields: { why: `Use ${LONGEST.why} characters at most.` } });
  const day = dayOf(shownFields(record.fields));
  if (day.state === verdict) return day;
  const state = { is: verdict, why: verdict === "rejected" ? why : null };
  const command: Command = {
    id: newId(),
    kind: record.kind,
    record: id,
    job: record.job,
    sets: { state },
    replaces: { state: (record.fields["state"]?.values ?? []).map(({ by }) => by) },
    capturedAt: ctx.now.epochMilliseconds,
    skew: 0,
    zone: (record.job === null ? null : (await findJob(ctx, record.job))?.zone) ?? (await zoneOf(ctx)),
    media: [],
  };
  const [outcome] = (await takeCommands(ctx, null, [command])).outcomes;
  if (outcome?.is === "refused") throw new AppError(outcome.code === "forbidden" ? "forbidden" : "conflict", outcome.why);
  if (outcome?.is !== "held") throw new AppError("unavailable", "This can’t be saved right now. Please try again in a minute.");
  return { ...day, state: verdict, why: state.why };
}
