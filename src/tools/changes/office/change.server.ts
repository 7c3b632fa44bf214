import { getBusiness } from "#ground/businesses/public.server.ts";
import { refuseMail, sentView } from "#ground/papers/public.server.ts";
import { extraWorkOf, isManager } from "#trade/fieldwork/public.server.ts";
import { findStoredRecord, shownFields } from "#ground/sync/public.server.ts";
import { jobOf } from "#trade/jobs/public.server.ts";
import { clientOf } from "#trade/reports/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { formatAmount, formatMoney } from "#platform/money/money.ts";
import { todayAt } from "#platform/time/day.ts";
import { dayWords } from "#platform/time/format.ts";
import { decisionsOf } from "../declined/decide.server.ts";
import { followUpChoice } from "../follow-up/begin.server.ts";
import { isPriced, NO_PRICE, problemsOf } from "../rules/problems.ts";
import { whyFrozen } from "../rules/change.ts";
import { describeNotice, noticeOf } from "../notice/notice.ts";
import { noticesOf } from "../notice/view.server.ts";
import { isFrozen, standingOf } from "../rules/states.ts";
import { type ChangeRow, getChange, termsOfJob, versionsOf } from "../stored/changes.server.ts";
import { ticketsOf, type StoredTicket } from "../tickets/stored.server.ts";
import { describeTicket, priceOfLines } from "../tickets/ticket.ts";
import { questionsOf } from "../word/question.server.ts";
import { isSent, sheetNow } from "../send/draw.server.ts";

/** What the office shows of a change. @throws AppError not_found */
export async function viewOfChange(ctx: AccountContext, id: string) {
  const found = await getChange(ctx, id);
  const { record, row, change, job, zone } = found;
  const versions = await versionsOf(ctx, id);
  const client = await clientOf(ctx, job.jobId);
  const { currency, name } = await getBusiness(ctx);
  const isFixed = whyFrozen(row.state) !== null && versions[0] !== undefined;
  const sheet = isFixed ? versions[0]!.sheet : await sheetNow(ctx, found);
  const jobRecord = await findStoredRecord(ctx, job.jobId);
  const typed = jobRecord ? jobOf(job.jobId, shownFields(jobRecord.fields)) : null;
  const terms = await termsOfJob(ctx, job.jobId);
  const today = todayAt(ctx.now, zone);
  const notice = noticeOf(change.knownAt, terms.noticeDays, zone, today);
  const notices = await noticesOf(ctx, id, notice?.by ?? null, zone);
  return {
    ...{ id, jobId: job.jobId, jobName: job.name, title: change.title, sheet, business: name ?? "" },
    phone: typed?.clientPhone ?? "",
    price: isFixed || isPriced(change) ? formatAmount(sheet.cents, currency) : NO_PRICE,
    isPriced: isFixed || isPriced(change),
    shortPrice: formatMoney(sheet.cents, currency),
    standing: { ...standingOf(shownFields(record.fields)), pco: row.pco },
    mayAct: isManager(ctx),
    voidReason: row.voidReason,
    decisions: (await decisionsOf(ctx, row, zone)).map(({ when, text, who }) => ({ when, text, who })),
    notices,
    noticeDue:
      notice && row.version === 0 && !notices.some(({ isGiven }) => isGiven) ? describeNotice(notice) : null,
    words: await questionsOf(ctx, job.jobId, id),
    problems: problemsOf(change, terms, today),
    isSent: isSent(sheet, versions[0]),
    refusal: await refuseMail(ctx),
    client: client && { name: client.name, address: client.address },
    followUp: await followUpChoice(ctx, { row, sheet, client }),
    tickets: (await ticketsOf(ctx, id, job.jobId)).map((ticket) => ({
      ...{ id: ticket.id, about: describeOfficeTicket(ticket, row, currency) },
      day: dayWords(Temporal.PlainDate.from(ticket.day)),
    })),
    work: ((await extraWorkOf(ctx, job.jobId)).get(id) ?? []).map((work) => ({
      ...{ id: work.id, what: work.what },
      day: dayWords(Temporal.PlainDate.from(work.day)),
    })),
    ...(await sentView(
      ctx,
      versions.map(({ id: paperId }) => paperId),
      zone,
    )),
  };
}

/** "12 hours, signed by Sam Hale, at $940.00", and whether it is in the change. */
function describeOfficeTicket(
  ticket: StoredTicket,
  { state, approvedAt }: ChangeRow,
  currency: string,
): string {
  const { signed, lines } = ticket;
  const price = signed?.agrees === "price" ? priceOfLines(lines) : null;
  const isLate =
    signed !== null &&
    isFrozen(state) &&
    approvedAt !== null &&
    Date.parse(signed.at) > approvedAt.epochMilliseconds;
  return [
    describeTicket(ticket),
    ...(signed ? [price === null ? "price not agreed to" : `at ${formatAmount(price, currency)}`] : []),
    ...(isLate ? ["after the change was approved, so it isn’t in it: add a new change for it"] : []),
  ].join(", ");
}

export type ChangeView = Awaited<ReturnType<typeof viewOfChange>>;
