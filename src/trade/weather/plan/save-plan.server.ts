import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import {
  conflicts,
  findStoredRecord,
  type Json,
  seen,
  shownFields,
  applyCommands,
} from "#ground/sync/public.server.ts";
import { newId } from "#platform/db/ids.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import type { Units } from "#platform/measures/units.ts";
import { planId } from "../ids.ts";
import { readPlan } from "./plan-fields.ts";
import { type Plan, planOf } from "./plan-rules.ts";

const FIELDS = ["threshold", "anticipated", "remindAt"] as const;
type PlanField = (typeof FIELDS)[number];

/** Versions of one part of a plan, by people who hadn't seen each other's. */
export interface PlanConflict {
  readonly field: PlanField;
  readonly versions: readonly {
    readonly by: string;
    readonly plan: Plan;
    readonly author: string | null;
    readonly at: Temporal.Instant;
  }[];
}

/**
 * A job's plan.
 * @returns `saw`: the versions a form shows, to send back with it so that saving doesn't replace newer
 * changes
 */
export async function planOfJob(
  ctx: AccountContext,
  job: string,
): Promise<{ plan: Plan; isDecided: boolean; saw: string; conflicts: PlanConflict[] }> {
  const fields = (await findStoredRecord(ctx, planId(job)))?.fields ?? {};
  const open = conflicts(fields);
  return {
    plan: planOf(shownFields(fields)),
    isDecided: Object.keys(fields).length > 0,
    saw: JSON.stringify(seen(fields, FIELDS)),
    conflicts: FIELDS.filter((field) => open.includes(field)).map((field) => ({
      field,
      versions: fields[field]!.values.map(({ by, value, author, at }) => ({
        by,
        plan: planOf({ [field]: value }),
        author,
        at: Temporal.Instant.fromEpochMilliseconds(at),
      })),
    })),
  };
}

const sawSchema = z.partialRecord(z.enum(FIELDS), z.array(z.uuid()).max(100));

/** Ids of commands by field; null if the form doesn't say. */
function readSaw(typed: string | undefined): Partial<Record<PlanField, string[]>> | null {
  try {
    const read = sawSchema.safeParse(JSON.parse(typed ?? "null"));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}

/**
 * Saves a plan with the command a device would send.
 * @throws AppError invalid with a message per field; forbidden, conflict
 */
export async function savePlan(
  ctx: AccountContext,
  { job, zone, units }: { readonly job: string; readonly zone: string; readonly units: Units },
  form: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const record = planId(job);
  const stored = await findStoredRecord(ctx, record);
  const fields = stored?.fields ?? {};
  const saw = readSaw(form["saw"]) ?? seen(fields, FIELDS);
  // Compare with what the form showed, so that newer changes are neither attributed to this user nor
  // replaced.
  const before = planOf(
    Object.fromEntries(
      FIELDS.flatMap((field) => {
        const { values = [], earlier = [] } = fields[field] ?? {};
        const shown =
          [...values, ...earlier].find(({ by }) => saw[field]?.includes(by)) ??
          (saw[field]?.length ? values[0] : undefined);
        return shown ? [[field, shown.value]] : [];
      }),
    ),
  );
  const read = readPlan(form, before, units);
  if ("errors" in read) throw new AppError("invalid", "Fix these and save again.", { fields: read.errors });
  const entered: Record<string, Json> = {
    threshold: { ...read.threshold },
    anticipated: { ...read.anticipated },
    remindAt: read.remindAt,
  };
  // Untouched fields aren't written again, because a claim shows when its limits were set.
  const isChanged = (field: string) => !isDeepStrictEqual(entered[field], before[field as keyof Plan]);
  const sets = Object.fromEntries(
    Object.entries(entered).filter(([field]) => !stored?.fields[field] || isChanged(field)),
  );
  if (Object.keys(sets).length === 0) return;
  const replaces = Object.fromEntries(
    Object.keys(sets).map((field) => [field, saw[field as PlanField] ?? []]),
  );
  await send(ctx, { job, zone, sets, replaces });
}

/**
 * Resolves a conflict in a plan.
 * @param by the command that wrote the chosen version
 * @throws AppError not_found if that version is gone; forbidden, conflict
 */
export async function savePlanVersion(
  ctx: AccountContext,
  { job, zone }: { readonly job: string; readonly zone: string },
  field: string,
  by: string,
): Promise<void> {
  const values = (await findStoredRecord(ctx, planId(job)))?.fields[field]?.values ?? [];
  const chosen = values.find((one) => one.by === by);
  if (!chosen) throw new AppError("not_found", "This version is gone. Reload the page.");
  await send(ctx, {
    job,
    zone,
    sets: { [field]: chosen.value },
    replaces: { [field]: values.map((one) => one.by) },
  });
}

async function send(
  ctx: AccountContext,
  {
    zone,
    ...rest
  }: { job: string; zone: string; sets: Record<string, Json>; replaces: Record<string, string[]> },
): Promise<void> {
  const at = ctx.now.epochMilliseconds;
  const command = {
    ...{ id: newId(), kind: "logs.plan", record: planId(rest.job), ...rest, capturedAt: at, skew: 0, zone },
    media: [],
  };
  const [outcome] = (await applyCommands(ctx, null, [command])).outcomes;
  if (outcome?.is === "refused")
    throw new AppError(outcome.code === "forbidden" ? "forbidden" : "conflict", outcome.why);
  if (outcome?.is !== "held")
    throw new AppError("unavailable", "We can’t save this right now. Try again in a minute.");
}
