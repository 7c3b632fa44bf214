import { and, eq, gt, isNotNull, lte } from "drizzle-orm";
import { getBusiness } from "#ground/businesses/public.server.ts";
import { mayText } from "#trade/leads/public.server.ts";
import { textedBefore } from "#trade/sequences/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { derivedId } from "#platform/ids/derived-id.ts";
import { queueTexts } from "#platform/sms/queue.server.ts";
import { formatShort, zoneName } from "./format.ts";
import { visitPath } from "./links.server.ts";
import { mailVisit, mayConfirm } from "./mail.server.ts";
import { type Visit, visitsVisits } from "./tables.server.ts";

/**
 * Reminds the clients whose time has come, once each, even from several processes: the message is queued in
 * the transaction that takes the reminder off the list.
 */
export async function sendReminders(ctx: AccountContext): Promise<void> {
  const due = await ctx.db
    .update(visitsVisits)
    .set({ remindAt: null })
    .where(
      and(
        eq(visitsVisits.accountId, ctx.account.id),
        eq(visitsVisits.state, "booked"),
        isNotNull(visitsVisits.remindAt),
        lte(visitsVisits.remindAt, ctx.now),
        // After a downtime, a reminder of a visit that has begun would only confuse.
        gt(visitsVisits.startsAt, ctx.now),
      ),
    )
    .returning();
  if (due.length === 0 || !(await mayConfirm(ctx))) return;
  const business = await getBusiness(ctx);
  const texts = await mayText(ctx, [...new Set(due.map(({ leadId }) => leadId))]);
  for (const visit of due) {
    await mailVisit(ctx, business, visit, { news: "reminder", by: "business" });
    const contact = texts.get(visit.leadId);
    if (contact?.phone && contact.refusal === null)
      await textReminder(ctx, business.name, visit, contact.phone);
  }
}

async function textReminder(
  ctx: AccountContext,
  businessName: string | null,
  visit: Visit,
  phone: string,
): Promise<void> {
  const { publicUrl, sender } = installation();
  const isFirst = !(await textedBefore(ctx, [phone])).has(phone);
  const when = `${formatShort(visit.startsAt, visit.zone)} ${zoneName(visit.startsAt, visit.zone)}`;
  const words = [
    `${businessName ?? sender.mailbox.name}: your visit is ${when}.`,
    `Move or cancel: ${publicUrl}${visitPath(ctx.account.id, visit.id)}`,
    ...(isFirst ? ["Reply STOP to opt out"] : []),
  ];
  await queueTexts(
    ctx.db,
    [
      {
        id: derivedId("visits.reminder-text", visit.id, String(visit.sequence)),
        accountId: ctx.account.id,
        to: phone,
        body: words.join("\n"),
        aboutId: visit.leadId,
        kind: "answer",
      },
    ],
    { now: ctx.now },
  );
}
