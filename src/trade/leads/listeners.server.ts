import { and, eq, isNull, max, sql } from "drizzle-orm";
import { setReplyTo, zoneOf } from "#ground/businesses/public.server.ts";
import { deedsOf, definePersonColumn, onEvent, publish } from "#ground/events/public.server.ts";
import { defineStorageUse } from "#ground/media/public.server.ts";
import { defineSharesPerson } from "#ground/shares/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { mailMessages } from "#platform/mail/tables.server.ts";
import { smsMessages } from "#platform/sms/tables.server.ts";
import { endSnoozes } from "./stage/day.server.ts";
import { listenForHistory } from "./history/history.server.ts";
import { measureFiles } from "./files/files.server.ts";
import { leadsFiles } from "./files/tables.server.ts";
import { eraseImported } from "./import/forget.server.ts";
import { leadsImportsPeople } from "./import/tables.server.ts";
import { notifyOfLeads } from "./new-lead-notification.server.ts";
import { replyToOf } from "./mail/reply-route.server.ts";
import { currentLeadId } from "./people/merged.server.ts";
import {
  leads,
  leadsAddresses,
  leadsConsents,
  leadsHappenings,
  leadsLinks,
  leadsTodos,
  leadsTouches,
} from "./tables.server.ts";
import { leadsUnconfirmed } from "./capture/tables.server.ts";
import { leadsAnswers, leadsReplies } from "./mail/tables.server.ts";

/** The same activity within this many minutes counts as one visit. */
const VISIT_MINUTES = 30;

/** Subscribes to events of other rooms. Each handler runs in the transaction of its event. */
export function listenForPeople(): void {
  for (const table of [
    leadsAddresses,
    leadsAnswers,
    leadsConsents,
    leadsFiles,
    leadsHappenings,
    leadsImportsPeople,
    leadsLinks,
    leadsReplies,
    leadsTodos,
    leadsTouches,
    leadsUnconfirmed,
  ])
    definePersonColumn(table, "leadId");
  definePersonColumn(mailMessages, "aboutId");
  definePersonColumn(smsMessages, "aboutId");
  defineSharesPerson();
  defineStorageUse("leads_files", measureFiles);
  onEvent("person.did", async (ctx, { personId, what, about, shownAt }) =>
    recordActivity(ctx, await currentLeadId(ctx, personId), { what, about, shownAt }),
  );
  onEvent("lead.erased", eraseImported);
  onEvent("lead.replied", (ctx, { leadId }) => endSnoozes(ctx, [leadId]));
  onEvent("leads.captured", (ctx, { captures }) =>
    endSnoozes(
      ctx,
      captures.map(({ leadId }) => leadId),
    ),
  );
  setReplyTo(replyToOf);
  listenForHistory();
  notifyOfLeads();
}

/**
 * Publishes what a lead did, once per visit, and `returned` when their last sign of life was on an earlier
 * day in the business's time zone. Ignores people who are not leads or have opted out.
 */
async function recordActivity(
  ctx: AccountContext,
  leadId: string,
  { what, about, shownAt }: { what: string; about: string; shownAt: Temporal.Instant | undefined },
): Promise<void> {
  // Concurrent requests wait here and then find the first one's row. An advisory lock, because an unsubscribe
  // must not wait for the lead's row.
  await ctx.db.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`${ctx.account.id} ${leadId} deeds`}, 2))`,
  );
  const [lead] = await ctx.db
    .select({ id: leads.id, confirmedAt: leads.confirmedAt })
    .from(leads)
    .where(and(eq(leads.accountId, ctx.account.id), eq(leads.id, leadId), isNull(leads.unsubscribedAt)));
  if (!lead) return;
  const deeds = await deedsOf(ctx, leadId);
  const before = deeds.find((deed) => deed.what === what && deed.about === about)?.lastAt;
  if (await isLaterDay(ctx, leadId, [deeds.at(-1)?.lastAt, lead.confirmedAt]))
    await publish(ctx, { type: "lead.did", leadId, what: "returned" });
  const isSameVisit =
    before !== undefined &&
    (Temporal.Instant.compare(before.add({ minutes: VISIT_MINUTES }), ctx.now) > 0 ||
      (shownAt !== undefined && Temporal.Instant.compare(shownAt, before) <= 0));
  if (what !== "visited" && !isSameVisit)
    await publish(ctx, { type: "lead.did", leadId, what, ...(about && { about }) });
}

/** Whether it is a later day in the business's time zone than their last touch or activity. */
async function isLaterDay(
  ctx: AccountContext,
  leadId: string,
  activity: readonly (Temporal.Instant | null | undefined)[],
): Promise<boolean> {
  const [asked] = await ctx.db
    .select({ at: max(leadsTouches.at) })
    .from(leadsTouches)
    .where(and(eq(leadsTouches.accountId, ctx.account.id), eq(leadsTouches.leadId, leadId)));
  const zone = await zoneOf(ctx);
  const dayOf = (at: Temporal.Instant) => at.toZonedDateTimeISO(zone).toPlainDate();
  const last = [...activity, asked?.at]
    .filter((at) => at !== undefined && at !== null)
    .sort(Temporal.Instant.compare)
    .at(-1);
  return last !== undefined && Temporal.PlainDate.compare(dayOf(ctx.now), dayOf(last)) > 0;
}
