import { and, count, eq, inArray } from "drizzle-orm";
import { notify } from "#ground/notifications/public.server.ts";
import { onEvent } from "#ground/events/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { newId } from "#platform/db/ids.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { formatPhone } from "#platform/phones/phone.ts";
import { repliesNote } from "./mail/replies-note.server.ts";
import { NEW_LEAD } from "./notifications.server.ts";
import { leads, leadsTouches } from "./tables.server.ts";
import { leadsPages } from "./page/tables.server.ts";

/** Notifies people of leads that came in just now, not of those from a list. */
export function notifyOfLeads(): void {
  onEvent("leads.captured", async (ctx, { captures, startsAt }) => {
    if (startsAt === undefined) await notifyOfCaptures(ctx, captures);
  });
}

async function notifyOfCaptures(
  ctx: AccountContext,
  captures: readonly { readonly leadId: string; readonly pageId: string }[],
): Promise<void> {
  const ids = captures.map(({ leadId }) => leadId);
  const came = await ctx.db
    .select({
      id: leads.id,
      name: leads.name,
      email: leads.email,
      phone: leads.phone,
      touches: count(leadsTouches.id),
    })
    .from(leads)
    .leftJoin(
      leadsTouches,
      and(eq(leadsTouches.accountId, leads.accountId), eq(leadsTouches.leadId, leads.id)),
    )
    .where(and(eq(leads.accountId, ctx.account.id), inArray(leads.id, ids)))
    .groupBy(leads.accountId, leads.id);
  const pages = await ctx.db
    .select({ id: leadsPages.id, offer: leadsPages.offer })
    .from(leadsPages)
    .where(
      and(
        eq(leadsPages.accountId, ctx.account.id),
        inArray(leadsPages.id, [...new Set(captures.map(({ pageId }) => pageId))]),
      ),
    );
  const replies = await repliesNote(ctx);
  const leadOf = new Map(came.map((lead) => [lead.id, lead]));
  const titleOf = new Map(pages.map(({ id, offer }) => [id, offer.title]));
  await notify(
    ctx,
    NEW_LEAD,
    captures.flatMap(({ leadId, pageId }) => {
      const lead = leadOf.get(leadId);
      if (!lead) return [];
      const { name, phone, email, touches } = lead;
      return {
        // The event comes once for each request.
        key: newId(),
        about: leadId,
        leadId,
        // Also of a lead that another program adds with a colleague's key.
        by: null,
        title: touches < 2 ? `New lead: ${name}` : `${name} asked again`,
        text: [`Asked for “${titleOf.get(pageId) ?? "a guide"}”.`, phone ? formatPhone(phone) : email]
          .filter(Boolean)
          .join(" "),
        action: "Open the lead",
        path: `/account/leads/${leadId}`,
        ...(replies.areSeen ? {} : { closing: whileUnseen(replies.words) }),
      };
    }),
  );
}

/** What the email about a new lead says where we don't see replies. */
const whileUnseen = (words: string) => [
  `${words} When they reply, open the lead and tap “They replied”.`,
  `Connect it: ${installation().publicUrl}/account/settings/sending?open=imap`,
];
