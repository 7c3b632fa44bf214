import { findStoredRecord, shownFields } from "#ground/sync/public.server.ts";
import { findJob, type JobRow } from "#trade/jobs/public.server.ts";
import { type AccountContext, isId } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { linkOf } from "../links.server.ts";
import { EMERGENCY, type EmergencyCard, emergencyId, emergencyOf } from "./emergency.ts";

/** The kind of an emergency card’s link. */
export const EMERGENCY_LINK = "safety.emergency";
/** Longer than a job takes: a code on a wall that opens nothing is worse than one that is old. */
const LIFETIME = Temporal.Duration.from({ years: 5 });

export interface StoredCard {
  readonly card: EmergencyCard;
  readonly job: JobRow;
}

/** The emergency card of a job. @throws AppError not_found */
export async function getCard(ctx: AccountContext, jobId: string): Promise<StoredCard> {
  const job = isId(jobId) ? await findJob(ctx, jobId) : null;
  const record = job && (await findStoredRecord(ctx, emergencyId(jobId)));
  if (!job || record?.kind !== EMERGENCY)
    throw new AppError("not_found", "This job has no emergency card yet.");
  return { card: emergencyOf(shownFields(record.fields)), job };
}

/** The address of a card’s page, which needs no account; the same until the link is closed. */
export const linkToCard = (ctx: AccountContext, { job }: StoredCard): Promise<string> =>
  linkOf(ctx, {
    ...{ record: emergencyId(job.jobId), job: job.jobId, kind: EMERGENCY_LINK, page: "emergency" },
    ...{ title: `Emergency card: ${job.name}`, lifetime: LIFETIME },
  });
