import type { z } from "zod";
import {
  changedAtOf,
  findStoredRecord,
  findStoredRecords,
  shownFields,
  type StoredRecord,
} from "#ground/sync/public.server.ts";
import { itemsInContexts } from "#ground/worklist/public.server.ts";
import { firstWritten } from "#trade/fieldwork/public.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { changesOf, type Plan, planOf, planTitle } from "../hazards/plan.ts";
import { countHazards, type Line } from "../hazards/text.ts";
import { getPlan } from "../own-phone/links.server.ts";
import { SIGN, standingOf } from "../rules/talk.ts";
import { signsOf } from "../stored/signs.server.ts";
import type { PreTaskPlan, PreTaskPlanSummary } from "./plan-shapes.ts";

type Shape<Schema extends z.ZodType> = z.output<Schema>;

function summaryOf(
  { id, job, fields }: Pick<StoredRecord, "id" | "job" | "fields">,
  plan: Plan,
  { changedAt, signers }: { changedAt: Temporal.Instant | undefined; signers: ReadonlySet<string> },
): Shape<typeof PreTaskPlanSummary> | null {
  const first = firstWritten(fields);
  if (!first || job === null || !plan.current) return null;
  const people = new Set([...signers, ...plan.people.map(({ key }) => key)]).size;
  return {
    ...{ id, jobId: job, number: plan.number, title: planTitle(plan), date: plan.date },
    state: changesOf(plan).length > 0 ? "changed" : "unchanged",
    ...{ leader: plan.leader, hazards: countHazards(plan.current.text), people, signed: signers.size },
    isSigned: people > 0 && signers.size === people,
    changedAt: changedAt?.toString() ?? Temporal.Instant.fromEpochMilliseconds(first.at).toString(),
  };
}

/** Plans of a list in the shape of answers, in its order. */
export async function planShapes(
  ctx: AccountContext,
  items: readonly { readonly id: string }[],
): Promise<Shape<typeof PreTaskPlanSummary>[]> {
  const ids = items.map(({ id }) => id);
  const records = new Map((await findStoredRecords(ctx, ids)).map((record) => [record.id, record]));
  const changed = await changedAtOf(ctx, ids);
  const signs = Map.groupBy(await itemsInContexts(ctx, SIGN, ids), ({ context }) => context);
  return ids
    .map((id) => {
      const record = records.get(id);
      if (!record) return null;
      const plan = planOf(shownFields(record.fields));
      // A signature of words that were changed since doesn’t count.
      const own = (signs.get(id) ?? []).filter(({ type }) => type === plan.version);
      const signers = new Set(own.map(({ number }) => number ?? ""));
      return summaryOf(record, plan, { changedAt: changed.get(id), signers });
    })
    .filter((shape) => shape !== null);
}

const lineOf = ({ en, es }: Line) => ({ en, es: es === "" ? null : es });
const instantOf = (moment: string): string => Temporal.Instant.from(moment).toString();

/**
 * One plan with what it says now, what changed, and who signed.
 * @throws AppError not_found, for one whose job was deleted too
 */
export async function planShape(ctx: AccountContext, id: string): Promise<Shape<typeof PreTaskPlan>> {
  const { plan, job } = await getPlan(ctx, id);
  const record = (await findStoredRecord(ctx, id))!;
  const { text } = plan.current!;
  const { rows } = standingOf(id, plan, await signsOf(ctx, job.jobId, id));
  const signers = new Set(rows.flatMap(({ key, sign }) => (sign ? [key] : [])));
  const changedAt = (await changedAtOf(ctx, [id])).get(id);
  return {
    ...summaryOf(record, plan, { changedAt, signers })!,
    version: plan.version,
    steps: text.steps.map(({ step, hazards }) => ({
      step: lineOf(step),
      hazards: hazards.map(({ hazard, controls }) => ({
        hazard: lineOf(hazard),
        controls: controls.map(lineOf),
      })),
    })),
    sources: text.sources.map(({ name, cite }) => ({ name, cite })),
    changes: changesOf(plan).map(({ at, why, version }) => ({ at: instantOf(at), reason: why, version })),
    attendees: rows.map(({ name, sign, reason, outdated }) => ({
      ...{ name, signedAt: sign ? instantOf(sign.at) : null, language: sign?.language ?? null },
      ...{ signedOn: sign?.on ?? null, signedEarlier: outdated.length > 0, reason },
    })),
  };
}
