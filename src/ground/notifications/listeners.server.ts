import { and, eq, inArray } from "drizzle-orm";
import { definePersonColumn, onEvent } from "#ground/events/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { smsMessages } from "#platform/sms/tables.server.ts";
import { notificationsEvents } from "./tables.server.ts";

/** Forgets what named a person outside who was erased, and shows it to one who asks. */
export function listenForNamed(): void {
  definePersonColumn(notificationsEvents, "leadId");
  onEvent("lead.erased", (ctx, { leadId }) => forget(ctx, [leadId]));
  onEvent("leads.removed", (ctx, { leadIds }) => forget(ctx, leadIds));
  onEvent("lead.asked", async (ctx, { leadId, tell }) => {
    const events = await ctx.db
      .select({ at: notificationsEvents.at, text: notificationsEvents.text })
      .from(notificationsEvents)
      .where(and(eq(notificationsEvents.accountId, ctx.account.id), eq(notificationsEvents.leadId, leadId)))
      .orderBy(notificationsEvents.at);
    const lines = events.map(({ at, text }) => ({ When: at.toString(), What: text.title, Text: text.text }));
    if (lines.length > 0) tell("What people of the business were notified of this week", lines);
  });
}

async function forget(ctx: AccountContext, leadIds: readonly string[]): Promise<void> {
  if (leadIds.length === 0) return;
  const removed = await ctx.db
    .delete(notificationsEvents)
    .where(
      and(
        eq(notificationsEvents.accountId, ctx.account.id),
        inArray(notificationsEvents.leadId, [...leadIds]),
      ),
    )
    .returning({ id: notificationsEvents.id });
  const ids = removed.map(({ id }) => id);
  if (ids.length === 0) return;
  await ctx.db
    .delete(smsMessages)
    .where(
      and(
        eq(smsMessages.accountId, ctx.account.id),
        eq(smsMessages.kind, "notice"),
        inArray(smsMessages.aboutId, ids),
      ),
    );
}
