import { and, asc, desc, eq, gt, inArray, sql } from "drizzle-orm";
import {
  getBusiness,
  mailColors,
  mayMailOthers,
  lockIfActive,
  ownSender,
} from "#ground/businesses/public.server.ts";
import { append } from "#ground/evidence/public.server.ts";
import { forgetShares, shareDocument } from "#ground/shares/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { newId } from "#platform/db/ids.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { derivedId } from "#platform/ids/derived-id.ts";
import { queueMail } from "#platform/mail/queue.server.ts";
import { dayWords } from "#platform/time/format.ts";
import { clientOf } from "./client.server.ts";
import { reportMail } from "./mail.ts";
import { MOST_MAILS_A_DAY } from "../rules.ts";
import type { Link, Sending } from "../schema.ts";
import { reports, reportsSchedules, reportsSendings } from "../tables.server.ts";
import { labelOf } from "../paper/registry.server.ts";

type Report = typeof reports.$inferSelect;

/** Null if the business can email reports. */
export async function refuseMail(ctx: AccountContext): Promise<string | null> {
  if (!(await lockIfActive(ctx))) return "This account sends nothing at this time.";
  if (!(await mayMailOthers(ctx)))
    return "Confirm your email address first: we mail others only for people whose address we know.";
  return null;
}

/**
 * Emails a report, to each recipient with a link of their own.
 * @param sending.form submitting the same form again emails nobody twice
 * @throws AppError conflict if the report isn't ready, or after too many emails; forbidden if the business
 * can't email
 */
export async function sendReport(ctx: AccountContext, report: Report, sending: Sending): Promise<void> {
  const { sha256 } = report;
  const refusal = await refuseMail(ctx);
  if (refusal) throw new AppError("forbidden", refusal, { fields: { to: refusal } });
  const recipients = await unsentRecipients(ctx, report, sending);
  if (recipients.length === 0) return;
  await refuseTooMany(ctx, recipients.length);
  const { publicUrl, sender } = installation();
  const business = await getBusiness(ctx);
  const name = business.name ?? sender.mailbox.name;
  const from = (await ownSender(ctx)) ?? { name, address: sender.mailbox.address };
  const client = await clientOf(ctx, report.jobId);
  for (const [place, { id, address }] of recipients.entries()) {
    const isClient = client?.address.toLowerCase() === address;
    const leadId = isClient ? client.leadId : null;
    const { id: linkId, token } = await createLink(ctx, report, sending, leadId);
    const expires = dayWords(
      ctx.now
        .add({ hours: 24 * sending.days })
        .toZonedDateTimeISO(report.zone)
        .toPlainDate(),
    );
    const mail = reportMail({
      business: name,
      postalAddress: business.postalAddress,
      jobName: report.jobName,
      from: report.fromDay,
      to: report.toDay,
      what: labelOf(report.shape),
      entries: report.entries ?? 0,
      photos: report.photos ?? 0,
      words: sending.words,
      url: `${publicUrl}/s/${token}`,
      expires,
      hasPasscode: sending.passcode !== "",
      asksSignature: sending.sign,
      colors: mailColors(business.color),
    });
    await queueMail(
      ctx.db,
      {
        accountId: ctx.account.id,
        kind: "transactional",
        from,
        replyTo: business.replyAddress ?? undefined,
        to: isClient ? { name: client.name, address } : { address },
        ...mail,
        ...(leadId ? { aboutId: leadId } : {}),
      },
      { now: ctx.now, sender },
    );
    await ctx.db.insert(reportsSendings).values({
      accountId: ctx.account.id,
      id,
      reportId: report.id,
      recipient: address,
      leadId,
      linkId,
      sentBy: ctx.user?.id ?? null,
      // In the order they were typed.
      at: ctx.now.add({ milliseconds: place }),
    });
    // The recipient is the business's own matter.
    await append(ctx, {
      job: report.jobId,
      kind: "reports.sent",
      payload: { report: report.id, link: linkId, sha256 },
      author: ctx.user?.id ?? null,
    });
  }
}

/** Locks the report, so that a second submission of a form waits for the first. */
async function unsentRecipients(
  ctx: AccountContext,
  report: Report,
  { form, to }: Sending,
): Promise<{ id: string; address: string }[]> {
  if (form === undefined) return to.map((address) => ({ id: newId(), address }));
  await ctx.db
    .select({ id: reports.id })
    .from(reports)
    .where(and(eq(reports.accountId, ctx.account.id), eq(reports.id, report.id)))
    .for("update");
  const sent = new Set((await sendingsOf(ctx, [report.id])).map(({ id }) => id));
  return to
    .map((address) => ({ id: derivedId("reports.sending", form, address), address }))
    .filter(({ id }) => !sent.has(id));
}

/** @throws AppError conflict if the report isn't ready */
async function createLink(
  ctx: AccountContext,
  report: Report,
  { days, passcode, sign }: Link,
  leadId: string | null,
) {
  const { file, fileName, jobId, jobName, shape } = report;
  if (report.state !== "ready" || file === null || fileName === null)
    throw new AppError("conflict", "This report is still being made. Send it in a moment.");
  return shareDocument(
    ctx,
    { kind: "report", title: `${labelOf(shape)}: ${jobName}`, file, fileName },
    {
      jobId,
      ...(leadId ? { aboutId: leadId } : {}),
      lifetime: Temporal.Duration.from({ days }),
      ...(passcode ? { passcode } : {}),
      askSignature: sign,
    },
  );
}

/** Returns the full address, which can't be retrieved later. */
export async function shareReport(ctx: AccountContext, report: Report, link: Link): Promise<string> {
  const { id, token } = await createLink(ctx, report, link, null);
  await append(ctx, {
    job: report.jobId,
    kind: "reports.shared",
    payload: { report: report.id, link: id, sha256: report.sha256 },
    author: ctx.user?.id ?? null,
  });
  return `${installation().publicUrl}/s/${token}`;
}

async function refuseTooMany(ctx: AccountContext, more: number): Promise<void> {
  if (await mailLimitEnds(ctx, more))
    throw new AppError(
      "conflict",
      `${MOST_MAILS_A_DAY} reports were mailed within a day. Go on tomorrow, or share a link.`,
    );
}

/** When this many more emails may go out; null for now. */
export async function mailLimitEnds(ctx: AccountContext, more: number): Promise<Temporal.Instant | null> {
  const { at } = reportsSendings;
  const [limiting] = await ctx.db
    .select({ at })
    .from(reportsSendings)
    .where(and(eq(reportsSendings.accountId, ctx.account.id), gt(at, ctx.now.subtract({ hours: 24 }))))
    .orderBy(desc(at))
    .offset(Math.max(0, MOST_MAILS_A_DAY - more))
    .limit(1);
  return limiting?.at.add({ hours: 24 }) ?? null;
}

/** Oldest first. */
export function sendingsOf(ctx: AccountContext, reportIds: readonly string[]) {
  return reportIds.length === 0
    ? Promise.resolve([])
    : ctx.db
        .select()
        .from(reportsSendings)
        .where(
          and(
            eq(reportsSendings.accountId, ctx.account.id),
            inArray(reportsSendings.reportId, [...reportIds]),
          ),
        )
        .orderBy(asc(reportsSendings.at), asc(reportsSendings.id));
}

/** Removes an erased person from sent reports and schedules. */
export async function forgetRecipient(
  ctx: AccountContext,
  { leadId, email }: { readonly leadId: string; readonly email: string | null },
): Promise<void> {
  // An empty address matches nothing: one that may be someone else's must not be erased.
  const address = email?.toLowerCase() ?? "";
  const sent = await ctx.db
    .update(reportsSendings)
    .set({ recipient: "", leadId: null })
    .where(
      and(
        eq(reportsSendings.accountId, ctx.account.id),
        sql`(${reportsSendings.leadId} = ${leadId} or (${address} <> '' and ${reportsSendings.recipient} = ${address}))`,
      ),
    )
    .returning({ linkId: reportsSendings.linkId });
  // Their links stop working, and their visits are erased.
  await forgetShares(
    ctx,
    sent.map(({ linkId }) => linkId),
  );
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
