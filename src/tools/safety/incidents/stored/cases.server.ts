import { readsConfidential, zoneOf } from "#ground/businesses/public.server.ts";
import { allRecordsOfKind, shownFields } from "#ground/sync/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { isOfYear } from "../forms/summary.ts";
import { caseOf, isUndecided, type StoredCase } from "./cases.ts";
import { type Completion, completionOf } from "./completion.ts";
import { INJURY, type Injury, injuryOf } from "./injury.ts";

/** An injury and its record. */
export interface StoredInjury {
  readonly id: string;
  readonly jobId: string;
  readonly injury: Injury;
  readonly completion: Completion | null;
}

/** Refuses everybody but owners and the people they name. @throws AppError forbidden */
export function requireReader(ctx: AccountContext): void {
  if (!readsConfidential(ctx))
    throw new AppError("forbidden", "Only owners and the people they name can see injuries.");
}

/** All injuries of the business, newest first. @throws AppError forbidden for who may not read them */
export async function injuries(ctx: AccountContext): Promise<StoredInjury[]> {
  requireReader(ctx);
  const records = await allRecordsOfKind(ctx, INJURY, {});
  return records
    .map(({ id, job, fields }) => ({
      ...{ id, jobId: job!, injury: injuryOf(shownFields(fields)), completion: completionOf(fields) },
    }))
    .toSorted((one, other) => (one.injury.date > other.injury.date ? -1 : 1));
}

/**
 * The recordable cases of a year for OSHA’s forms, of all jobs; undecided ones aren’t in it. A case stays in
 * the year in which it happened, whatever comes later.
 * @throws AppError forbidden for who may not read injuries
 */
export async function casesOfYear(
  ctx: AccountContext,
  year: number,
): Promise<{ readonly cases: StoredCase[]; readonly undecided: number }> {
  const today = ctx.now
    .toZonedDateTimeISO(await zoneOf(ctx))
    .toPlainDate()
    .toString();
  const ofYear = (await injuries(ctx)).filter(({ injury }) => isOfYear(injury.date, year));
  const cases = ofYear.flatMap(({ injury, ...of }) => caseOf(of, injury, today) ?? []);
  return { cases, undecided: ofYear.filter(({ injury }) => isUndecided(injury)).length };
}
