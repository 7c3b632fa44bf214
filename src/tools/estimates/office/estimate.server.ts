import { getBusiness } from "#ground/businesses/public.server.ts";
import { answersTo, mailedTo, refuseMail } from "#ground/papers/public.server.ts";
import { describeVisit, visitsOf } from "#ground/shares/public.server.ts";
import { findStoredRecord, shownFields } from "#ground/sync/public.server.ts";
import { clientOf } from "#trade/reports/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { moment } from "#platform/time/format.ts";
import { depositOf } from "./deposit.server.ts";
import { followUpChoice } from "../follow-up/choice.server.ts";
import { problemsOf } from "../rules/problems.ts";
import { outsideNameOf } from "../stored/outside-name.server.ts";
import { describeAnswer } from "./describe-answer.ts";
import { scheduleView } from "../send/scheduled.server.ts";
import { withPictures } from "../stored/pictures.server.ts";
import { standingOf } from "../rules/states.ts";
import { lawView } from "../law/law-view.server.ts";
import { jobOf } from "#trade/jobs/public.server.ts";
import { firstChoice, totalsOf } from "../rules/totals.ts";
import {
  forClient,
  getEstimate,
  clientHas,
  shownContent,
  todayAt,
  versionsOf,
} from "../stored/estimates.server.ts";

/** To text the client; empty without one. */
async function clientPhone(ctx: AccountContext, jobId: string): Promise<string> {
  const record = await findStoredRecord(ctx, jobId);
  return (record && jobOf(jobId, shownFields(record.fields)).clientPhone) ?? "";
}

/** What the office shows of an estimate. @throws AppError not_found */
export async function viewOfEstimate(ctx: AccountContext, id: string) {
  const { record, row, estimate, job, zone } = await getEstimate(ctx, id);
  const versions = await versionsOf(ctx, id);
  const paperIds = versions.map((version) => version.id);
  const sendings = await mailedTo(ctx, paperIds);
  const visits = await visitsOf(
    ctx,
    sendings.map(({ linkId }) => linkId),
    1,
  );
  const answers = (await Promise.all(paperIds.map((paperId) => answersTo(ctx, paperId)))).flat();
  const client = await clientOf(ctx, job.jobId);
  const { shown } = await withPictures(ctx, shownContent(row, estimate, versions[0]));
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
    answers: answers.map(({ id: answer, name, answer: is, words, at }) => ({
      ...{ id: answer, name, answer: is, words },
      at: moment(at, zone),
    })),
    sendings: sendings.map(({ id: sending, address, at, linkId }) => {
      const last = visits.get(linkId)?.[0];
      const own = answers.findLast(({ recipientId }) => recipientId === sending);
      return {
        id: sending,
        to: address || "Someone who had their data deleted",
        at: moment(at, zone),
        seen: own
          ? describeAnswer(own, zone)
          : last
            ? `${describeVisit(last)}, ${moment(last.at, zone).words}`
            : "Not opened yet",
      };
    }),
  };
}

export type EstimateView = Awaited<ReturnType<typeof viewOfEstimate>>;
