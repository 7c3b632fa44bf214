import { and, asc, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import { onEvent } from "#ground/events/public.server.ts";
import { newId } from "#platform/db/ids.ts";
import { type AccountContext, isId } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { zoneOf } from "#ground/businesses/public.server.ts";
import type { HistoryEntry, HistoryDetails, What } from "./history.ts";
import { leads, leadsHappenings } from "../tables.server.ts";
import { describePreference } from "../preferences/preferences.ts";

const entryColumns = {
  id: leadsHappenings.id,
  at: leadsHappenings.at,
  what: leadsHappenings.what,
  words: leadsHappenings.words,
  details: leadsHappenings.details,
  undoneAt: leadsHappenings.undoneAt,
};

const ofLead = (ctx: AccountContext, leadId: string) =>
  and(eq(leadsHappenings.accountId, ctx.account.id), eq(leadsHappenings.leadId, leadId));

/**
 * Adds an entry to a lead's history.
 * @returns its id
 */
export async function addHistory(
  ctx: AccountContext,
  leadId: string,
  what: What,
  { words = null, details = {} }: { words?: string | null; details?: HistoryDetails } = {},
): Promise<string> {
  const id = newId();
  await ctx.db
    .insert(leadsHappenings)
    .values({ accountId: ctx.account.id, id, leadId, at: ctx.now, what, words, details });
  return id;
}

/** Adds an incoming message that is not a reply. A redelivery (same Message-ID) adds nothing. */
export async function addIncoming(
  ctx: AccountContext,
  leadId: string,
  what: "automatic" | "reacted" | "returned",
  { words, details }: { readonly words: string; readonly details: HistoryDetails },
): Promise<void> {
  const known = await ctx.db
    .select({ id: leadsHappenings.id })
    .from(leadsHappenings)
    .where(
      and(
        ofLead(ctx, leadId),
        eq(leadsHappenings.what, what),
        sql`${leadsHappenings.details}->>'messageId' = ${details.messageId ?? ""}`,
      ),
    )
    .limit(1);
  if (!known.length) await addHistory(ctx, leadId, what, { words: words || null, details });
}

/** A lead's whole history, oldest first, with undone entries. */
export async function listHistory(ctx: AccountContext, leadId: string): Promise<HistoryEntry[]> {
  return ctx.db
    .select(entryColumns)
    .from(leadsHappenings)
    .where(ofLead(ctx, leadId))
    .orderBy(asc(leadsHappenings.at), asc(leadsHappenings.id));
}

/**
 * One entry.
 * @throws AppError not_found
 */
export async function getHistoryEntry(
  ctx: AccountContext,
  leadId: string,
  id: string,
): Promise<HistoryEntry> {
  const [found] = isId(id)
    ? await ctx.db
        .select(entryColumns)
        .from(leadsHappenings)
        .where(and(ofLead(ctx, leadId), eq(leadsHappenings.id, id)))
    : [];
  if (!found) throw new AppError("not_found", "That can’t be undone anymore.");
  return found;
}

/** The newest entry of some kinds that is not undone. */
export async function lastHistoryEntry(
  ctx: AccountContext,
  leadId: string,
  kinds: readonly What[],
): Promise<HistoryEntry | undefined> {
  const [found] = await ctx.db
    .select(entryColumns)
    .from(leadsHappenings)
    .where(
      and(ofLead(ctx, leadId), inArray(leadsHappenings.what, [...kinds]), isNull(leadsHappenings.undoneAt)),
    )
    .orderBy(desc(leadsHappenings.at), desc(leadsHappenings.id))
    .limit(1);
  return found;
}

/** Marks an entry as undone, or as valid again. */
export async function markUndone(
  ctx: AccountContext,
  leadId: string,
  id: string,
  isUndone = true,
): Promise<void> {
  await ctx.db
    .update(leadsHappenings)
    .set({ undoneAt: isUndone ? ctx.now : null })
    .where(and(ofLead(ctx, leadId), eq(leadsHappenings.id, id)));
}

/** Replaces an entry's text. */
export async function reword(
  ctx: AccountContext,
  leadId: string,
  id: string,
  words: string | null,
): Promise<void> {
  await ctx.db
    .update(leadsHappenings)
    .set({ words })
    .where(and(ofLead(ctx, leadId), eq(leadsHappenings.id, id)));
}

async function eraseHistory(ctx: AccountContext, leadIds: readonly string[]): Promise<void> {
  if (!leadIds.length) return;
  await ctx.db
    .delete(leadsHappenings)
    .where(and(eq(leadsHappenings.accountId, ctx.account.id), inArray(leadsHappenings.leadId, [...leadIds])));
}

/** Records what other rooms and the leads themselves do. A repeated event adds no second entry. */
export function listenForHistory(): void {
  const once = async (ctx: AccountContext, leadId: string, what: What, over: readonly What[]) => {
    if ((await lastHistoryEntry(ctx, leadId, [what, ...over]))?.what !== what)
      await addHistory(ctx, leadId, what);
  };
  onEvent("lead.unsubscribed", (ctx, { leadId }) => once(ctx, leadId, "unsubscribed", ["came-back"]));
  onEvent("lead.came-back", (ctx, { leadId }) => once(ctx, leadId, "came-back", ["unsubscribed"]));
  onEvent("lead.complained", (ctx, { leadId }) => once(ctx, leadId, "complained", []));
  // An address can bounce after its lead was erased.
  onEvent("lead.bounced", async (ctx, { leadId }) =>
    (await isThere(ctx, leadId)) ? once(ctx, leadId, "bounced", []) : undefined,
  );
  onEvent("lead.textsStopped", (ctx, { leadId }) => once(ctx, leadId, "texts-stopped", ["texts-resumed"]));
  onEvent("lead.textsResumed", (ctx, { leadId }) => once(ctx, leadId, "texts-resumed", ["texts-stopped"]));
  onEvent("lead.held", (ctx, { leadId }) => once(ctx, leadId, "held", ["went-on"]));
  onEvent("lead.wentOn", (ctx, { leadId }) => once(ctx, leadId, "went-on", ["held"]));
  onEvent("lead.wished", async (ctx, { leadId }) => {
    const [lead] = await ctx.db
      .select({ pausedUntil: leads.pausedUntil, mailSpacing: leads.mailSpacing })
      .from(leads)
      .where(and(eq(leads.accountId, ctx.account.id), eq(leads.id, leadId)));
    if (lead)
      await addHistory(ctx, leadId, "wished", {
        words: describePreference(lead, ctx.now, await zoneOf(ctx)),
      });
  });
  onEvent("leads.removed", (ctx, { leadIds }) => eraseHistory(ctx, leadIds));
}

async function isThere(ctx: AccountContext, leadId: string): Promise<boolean> {
  const found = await ctx.db
    .select({ id: leads.id })
    .from(leads)
    .where(and(eq(leads.accountId, ctx.account.id), eq(leads.id, leadId)));
  return found.length > 0;
}
