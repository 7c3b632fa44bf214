import { and, eq, isNull } from "drizzle-orm";
import type { OffSwitch } from "#ground/businesses/public.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { leadsUnconfirmed } from "../capture/tables.server.ts";
import { leadsPages } from "./tables.server.ts";

// How personal pages are turned off when the owner first proves their mailbox.

const pages: OffSwitch = {
  kind: "page",
  words: ["personal page with its form", "personal pages with their forms"],
  meaning: "The page and its form are open again at the same address.",
  async turnOff(ctx, { isOwner }) {
    if (!isOwner) return [];
    const closed = await ctx.db
      .update(leadsPages)
      .set({ closedAt: ctx.now })
      .where(and(eq(leadsPages.accountId, ctx.account.id), isNull(leadsPages.closedAt)))
      .returning({ id: leadsPages.id, slug: leadsPages.slug, offer: leadsPages.offer });
    // People who submitted before the proof were never asked to confirm, and must not be asked later.
    await ctx.db
      .update(leadsUnconfirmed)
      .set({ askedAt: ctx.now })
      .where(and(eq(leadsUnconfirmed.accountId, ctx.account.id), isNull(leadsUnconfirmed.askedAt)));
    return closed.map(({ id, slug, offer }) => ({ ref: id, label: `/p/${slug}: ${offer.title}` }));
  },
  async turnOn(ctx, { ref }) {
    const open = await ctx.db
      .update(leadsPages)
      .set({ closedAt: null })
      .where(and(eq(leadsPages.accountId, ctx.account.id), eq(leadsPages.id, ref)))
      .returning({ id: leadsPages.id });
    if (!open.length)
      throw new AppError("conflict", "This page was deleted. Create a new one under Personal link.");
  },
};

export const leadsOffSwitches = { pages } as const;
