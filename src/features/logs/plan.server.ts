import { isDeepStrictEqual } from "node:util";
import { heldRecordOf, type Json, shownFields, takeCommands } from "#features/sync/public.server.ts";
import { newId } from "#platform/db/ids.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import type { Units } from "#platform/measures/units.ts";
import { planId } from "./ids.ts";
import { readPlan } from "./plan.ts";
import { type Plan, planOf } from "./weather-rules.ts";

/** What a job's log is held to, and whether anybody decided it. */
export async function planOfJob(ctx: AccountContext, job: string): Promise<{ plan: Plan; isDecided: boolean }> {
  const held = await heldRecordOf(ctx, planId(job));
  return { plan: planOf(shownFields(held?.fields ?? {})), isDecided: held !== null };
}

/**
 * Decides what a job's log is held to: the same command as a device would send, in the name of whoever pressed.
 * @throws AppError invalid with a message per field; forbidden, conflict
 */
export async function savePlan(
  ctx: AccountContext,
  { job, zone, units }: { readonly job: string; readonly zone: string; readonly units: Units },
  form: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const record = planId(job);
  const held = await heldRecordOf(ctx, record);
  const before = planOf(shownFields(held?.fields ?? {}));
  const read = readPlan(form, before, units);
  if ("errors" in read) throw new AppError("invalid", "Check these and save again.", { fields: read.errors });
  const said: Record<string, Json> = { threshold: { ...read.threshold }, anticipated: { ...read.anticipated }, remindAt: read.remindAt };
  // What was not touched is not decided anew: a claim says when its limits were.
  const isTouched = (field: string) => !isDeepStrictEqual(said[field], before[field as keyof Plan]);
  const sets = Object.fromEntries(Object.entries(said).filter(([field]) => !held?.fields[field] || isTouched(field)));
  if (Object.keys(sets).length === 0) return;
  const replaces = Object.fromEntries(
    Object.keys(sets).flatMap((field) => (held?.fields[field] ? [[field, held.fields[field].values.map(({ by }) => by)]] : [])),
  );
  const { outcomes } = await takeCommands(ctx, null, [
    { id: newId(), kind: "logs.plan", record, job, sets, replaces, capturedAt: ctx.now.epochMilliseconds, skew: 0, zone, media: [] },
  ]);
  const [outcome] = outcomes;
  if (outcome?.is === "refused") throw new AppError(outcome.code === "forbidden" ? "forbidden" : "conflict", outcome.why);
  if (outcome?.is !== "held") throw new AppError("unavailable", "This can’t be saved right now. Please try again in a minute.");
}
