import { getBusiness } from "#ground/businesses/public.server.ts";
import { refuseMail, sentView } from "#ground/papers/public.server.ts";
import { findStoredRecord, shownFields } from "#ground/sync/public.server.ts";
import { clientOf } from "#trade/reports/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { depositOf } from "./deposit.server.ts";
import { followUpChoice } from "../follow-up/choice.server.ts";
import { problemsOf } from "../rules/problems.ts";
import { outsideNameOf } from "../stored/outside-name.server.ts";
import { scheduleView } from "../send/scheduled.server.ts";
import { withPictures } from "../stored/pictures.server.ts";
import { standingOf } from "../rules/states.ts";
import { lawView } from "../law/law-view.server.ts";
import { jobOf } from "#trade/jobs/public.server.ts";
import { todayAt } from "#platform/time/day.ts";
import { firstChoice, totalsOf } from "../rules/totals.ts";
import { forClient, getEstimate, clientHas, shownContent, versionsOf } from "../stored/estimates.server.ts";

/** To text the client; empty without one. */
async function clientPhone(ctx: AccountContext, jobId: string): Promise<string> {
  const record = await findStoredRecord(ctx, jobId);
  return (record && jobOf(jobId, shownFields(record.fields)).clientPhone) ?? "";
}

/** What the office shows of an estimate. @throws AppError not_found */
export async function viewOfEstimate(ctx: AccountContext, id: string) {
  const { record, row, estimate, job, zone } = await getEstimate(ctx, id);
  const versions = await versionsOf(ctx, id);
  const client = await clientOf(ctx, job.jobId);
  const { shown } = await withPictures(ctx, job.jobId, shownContent(row, estimate, versions[0]));
  const choice = row.choice ?? firstChoice(shown);
  const business = await getBusiness(ctx);
  const { currency } = business;
  const outside = await outsideNameOf(ctx, { estimate, job });
  return {
    id,
    jobId: job.jobId,
    jobName: job.name,
    title: estimate.title,
    outside: outside.title,
    business: business.name ?? "",
    phone: await clientPhone(ctx, job.jobId),
    schedule: await scheduleView(ctx, id, estimate),
    estimate: forClient(shown),
    choice,
    currency,
    total: totalsOf(shown, choice).total,
    standing: standingOf(shownFields(record.fields)),
    problems: problemsOf(estimate, todayAt(ctx.now, zone)),
    isSent: clientHas(shown, versions[0]),
    refusal: await refuseMail(ctx),
    law: lawView(shown, { values: shownFields(record.fields), job, business, zone, now: ctx.now }),
    client: client && { name: client.name, address: client.address },
    deposit: depositOf(row, shown, currency, zone),
    followUp: await followUpChoice(ctx, { row, estimate, client, work: outside.work }),
    ...(await sentView(
      ctx,
      versions.map(({ id: paperId }) => paperId),
      zone,
    )),
  };
}

export type EstimateView = Awaited<ReturnType<typeof viewOfEstimate>>;
