import { getBusiness } from "#ground/businesses/public.server.ts";
import { answersTo, mailedTo, refuseMail } from "#ground/papers/public.server.ts";
import { describeVisit, visitsOf } from "#ground/shares/public.server.ts";
import { isManager } from "#trade/fieldwork/public.server.ts";
import { findStoredRecord, shownFields } from "#ground/sync/public.server.ts";
import { jobOf } from "#trade/jobs/public.server.ts";
import { clientOf } from "#trade/reports/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { formatAmount, formatMoney } from "#platform/money/money.ts";
import { moment } from "#platform/time/format.ts";
import { problemsOf } from "../checks.ts";
import { whyFrozen } from "../rules.ts";
import { standingOf } from "../states.ts";
import { getChange, termsOfJob, todayAt, versionsOf } from "../stored.server.ts";
import { isSent, sheetNow } from "../versions.server.ts";

const REPLIED = { approved: "approved it", declined: "declined it", asked: "asked about it" } as const;

/** What the office shows of a change. @throws AppError not_found */
export async function viewOfChange(ctx: AccountContext, id: string) {
  const found = await getChange(ctx, id);
  const { record, row, change, job, zone } = found;
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
  const { currency, name } = await getBusiness(ctx);
  const isFixed = whyFrozen(row.state) !== null && versions[0] !== undefined;
  const sheet = isFixed ? versions[0]!.sheet : await sheetNow(ctx, found);
  const jobRecord = await findStoredRecord(ctx, job.jobId);
  const typed = jobRecord ? jobOf(job.jobId, shownFields(jobRecord.fields)) : null;
  return {
    ...{ id, jobId: job.jobId, jobName: job.name, title: change.title, sheet, business: name ?? "" },
    phone: typed?.clientPhone ?? "",
    price: formatAmount(sheet.cents, currency),
    shortPrice: formatMoney(sheet.cents, currency),
    standing: { ...standingOf(shownFields(record.fields)), pco: row.pco },
    mayAct: isManager(ctx),
    voidReason: row.voidReason,
    problems: problemsOf(change, await termsOfJob(ctx, job.jobId), todayAt(ctx.now, zone)),
    isSent: isSent(sheet, versions[0]),
    refusal: await refuseMail(ctx),
    client: client && { name: client.name, address: client.address },
    answers: answers.map(({ id: answer, name: by, answer: is, words, at }) => ({
      ...{ id: answer, name: by, answer: is, words },
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
          ? `${own.name || "They"} ${REPLIED[own.answer]}, ${moment(own.at, zone).words}`
          : last
            ? `${describeVisit(last)}, ${moment(last.at, zone).words}`
            : "Not opened yet",
      };
    }),
  };
}

export type ChangeView = Awaited<ReturnType<typeof viewOfChange>>;
