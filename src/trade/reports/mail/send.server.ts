import { and, eq, sql } from "drizzle-orm";
import { getBusiness } from "#ground/businesses/public.server.ts";
import { append } from "#ground/evidence/public.server.ts";
import {
  type LinkChoices,
  type Paper,
  savePaper,
  type Sending,
  sendPaper,
  sharePaper,
} from "#ground/papers/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { clientOf } from "./client.server.ts";
import { reportWords } from "./mail.ts";
import { isItemsPage } from "../items/items-page.ts";
import { formatContents } from "../rules.ts";
import { labelOf } from "../paper/registry.server.ts";
import { type reports, reportsSchedules } from "../tables.server.ts";

type Report = typeof reports.$inferSelect;

/** The papers of reports, and the last part of their pages' addresses. */
export const REPORT = "report";

/**
 * Emails a report, with a separate link for each recipient.
 * @param sending.form submitting the same form again emails no one twice
 * @throws AppError conflict if the report isn't ready, or after too many emails; forbidden if the business
 * can't email
 */
export async function sendReport(ctx: AccountContext, report: Report, sending: Sending): Promise<void> {
  const { name } = await getBusiness(ctx);
  const sent = await sendPaper(ctx, await paperOf(ctx, report), sending, {
    page: REPORT,
    zone: report.zone,
    client: await clientOf(ctx, report.jobId),
    words: reportWords({
      business: name ?? installation().sender.mailbox.name,
      jobName: report.jobName,
      from: report.fromDay,
      to: report.toDay,
      what: labelOf(report.shape),
      contents: formatContents(
        report.entries ?? 0,
        report.photos ?? 0,
        isItemsPage(report.page) ? report.page.noun : undefined,
      ),
    }),
  });
  // The recipient is the business's own matter.
  for (const { linkId } of sent) await appendLink(ctx, "reports.sent", report, linkId);
}

/** Returns the full address, which can't be retrieved later. */
export async function shareReport(ctx: AccountContext, report: Report, link: LinkChoices): Promise<string> {
  const { address, recipient } = await sharePaper(ctx, await paperOf(ctx, report), link, REPORT);
  await appendLink(ctx, "reports.shared", report, recipient.linkId);
  return address;
}

/** @throws AppError conflict if the report isn't ready */
async function paperOf(ctx: AccountContext, report: Report): Promise<Paper> {
  const { id, state, file, fileName, sha256, jobId, jobName, shape } = report;
  if (state !== "ready" || file === null || fileName === null || sha256 === null)
    throw new AppError("conflict", "This report isn’t ready yet. Send it in a moment.");
  return savePaper(ctx, {
    id,
    kind: REPORT,
    thingId: id,
    version: 1,
    jobId,
    accountPath: `/account/reports/${id}`,
    title: `${labelOf(shape)}: ${jobName}`,
    file,
    fileName,
    sha256,
  });
}

const appendLink = (
  ctx: AccountContext,
  kind: "reports.sent" | "reports.shared",
  { id, jobId, sha256 }: Report,
  linkId: string,
) =>
  append(ctx, {
    job: jobId,
    kind,
    payload: { report: id, link: linkId, sha256 },
    author: ctx.user?.id ?? null,
  });

/** Removes an erased person's address from schedules. */
export async function forgetScheduled(ctx: AccountContext, email: string | null): Promise<void> {
  // An empty address matches nothing: one that may be someone else's must not be erased.
  const address = email?.toLowerCase() ?? "";
  await ctx.db
    .update(reportsSchedules)
    .set({ recipients: sql`array_remove(${reportsSchedules.recipients}, ${address})` })
    .where(
      and(
        eq(reportsSchedules.accountId, ctx.account.id),
        sql`${address} = any(${reportsSchedules.recipients})`,
      ),
    );
}
