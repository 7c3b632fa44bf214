import { getBusiness } from "#ground/businesses/public.server.ts";
import {
  defineReminder,
  type LinkChoices,
  type Paper,
  type PaperWords,
  planReminders,
  savePaper,
  type Sending,
  sendPaper,
  sharePaper,
} from "#ground/papers/public.server.ts";
import { canonicalJson } from "#platform/canonical/canonical-json.ts";
import { newId } from "#platform/db/ids.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { formatAmount } from "#platform/money/money.ts";
import { enqueue } from "#platform/queue/queue.server.ts";
import { endOfDay } from "#platform/time/day.ts";
import { expireTask } from "../close/expire.server.ts";
import { beginFollowUp } from "../follow-up/begin.server.ts";
import { revisionLabel } from "../rules/states.ts";
import { getChange, PAPER, versionOfPaper } from "../stored/changes.server.ts";
import { setState } from "../stored/set-state.server.ts";
import { changesVersions } from "../tables.server.ts";
import { type Drawn, sheetNow } from "./draw.server.ts";

/**
 * Saves what was drawn as the newest revision, unless its approvers have this one already.
 * @throws AppError conflict if it was changed, sent or approved meanwhile
 */
async function saveVersion(ctx: AccountContext, drawn: Drawn): Promise<Paper> {
  const { record, row, sheet, number, version, last, pdf, zone } = drawn;
  const now = await getChange(ctx, record.id);
  const isSame =
    canonicalJson(await sheetNow(ctx, now)) === canonicalJson(sheet) && now.row.version === row.version;
  if (!isSame)
    throw new AppError("conflict", "It changed while it was being sent. Review it, then send it again.");
  const id = pdf === null ? last!.id : newId();
  const answerBy = sheet.answerBy === null ? undefined : endOfDay(sheet.answerBy, zone);
  const paper = await savePaper(ctx, {
    ...{ id, kind: PAPER, thingId: record.id, version, number, jobId: row.jobId, approvers: 1 },
    accountPath: `/account/changes/${record.id}`,
    title: sheet.title,
    fileName: `${number.toLowerCase()}-${revisionLabel(version).toLowerCase()}.pdf`,
    ...(pdf ?? { file: "", sha256: "" }),
    ...(answerBy ? { answerBy } : {}),
  });
  if (pdf === null) return paper;
  await ctx.db.insert(changesVersions).values({
    ...{ accountId: ctx.account.id, id, changeId: record.id, version, sheet, createdAt: ctx.now },
  });
  await setState(ctx, record.id, "sent", {
    ...{ version, cents: sheet.cents, days: sheet.days, covered: drawn.covered },
    sentAt: row.sentAt ?? ctx.now,
  });
  if (answerBy)
    await enqueue(
      ctx.db,
      expireTask,
      { accountId: ctx.account.id, id: record.id, version },
      { startAfter: answerBy.add({ seconds: 1 }) },
    );
  return paper;
}

/**
 * Emails a revision, to each approver with a link of their own.
 * @param followUp whether the client gets follow-up until they reply
 * @throws AppError as saveVersion
 */
export async function sendChange(
  ctx: AccountContext,
  drawn: Drawn,
  sending: Sending,
  followUp = false,
): Promise<void> {
  const { number, sheet, job, zone, business, client } = drawn;
  const paper = await saveVersion(ctx, drawn);
  await sendPaper(ctx, paper, sending, {
    page: PAPER,
    zone,
    client,
    words: wordsFor({ number, sheet, job, business }),
  });
  await planReminders(ctx, paper, zone);
  await beginFollowUp(ctx, drawn.record.id, followUp);
}

/** What the email with a revision says. */
function wordsFor({
  number,
  sheet,
  job,
  business,
}: Pick<Drawn, "number" | "sheet" | "job" | "business">): PaperWords {
  const price = formatAmount(sheet.cents, business.currency);
  return {
    subject: `Change order ${number}: ${sheet.title}, ${price}`,
    what: "change order",
    about: `Here’s a change order for the work at ${job.address ?? job.name}: ${sheet.title}, ${price}. Open it to see what changes, ask a question, or approve it.`,
    reason: `You’re getting this because ${business.name ? `${business.name} is` : "we’re"} working on a job for you.`,
  };
}

/** Reminds approvers before the last day to reply. Call once per process. */
export const remindApprovers = (): void =>
  defineReminder(PAPER, async (ctx, { id, number }) => {
    const { version, row } = await versionOfPaper(ctx, id);
    const { job } = await getChange(ctx, row.id);
    return wordsFor({ number: number!, sheet: version.sheet, job, business: await getBusiness(ctx) });
  });

/**
 * Makes a link to a revision, to text or to hand over.
 * @returns the full address, which can't be retrieved later
 */
export const shareChange = async (ctx: AccountContext, drawn: Drawn, link: LinkChoices): Promise<string> =>
  (await sharePaper(ctx, await saveVersion(ctx, drawn), link, PAPER)).address;
