import { and, desc, eq, sql } from "drizzle-orm";
import { type Business, getBusiness } from "#features/businesses/public.server.ts";
import { publish } from "#features/events/public.server.ts";
import { newId } from "#platform/db/ids.ts";
import type { Database } from "#platform/db/database.server.ts";
import { type AccountContext, database, withAccount, withSystem } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { slugCandidate, slugFrom } from "./rules.ts";
import { leadsPages, leadsSlugs, type Offer } from "./tables.server.ts";

/** A personal page. */
export interface LeadPage {
  readonly id: string;
  readonly slug: string;
  readonly offer: Offer;
  readonly closedAt: Temporal.Instant | null;
}

const pageColumns = { id: leadsPages.id, slug: leadsPages.slug, offer: leadsPages.offer, closedAt: leadsPages.closedAt };

/** The pages of the account, newest first. */
export async function listPages(ctx: AccountContext): Promise<LeadPage[]> {
  return ctx.db.select(pageColumns).from(leadsPages).where(eq(leadsPages.accountId, ctx.account.id)).orderBy(desc(leadsPages.createdAt));
}

/** The page that gives a certain magnet away, if there is one. */
export async function findPageOfMagnet(ctx: AccountContext, magnetId: string): Promise<LeadPage | undefined> {
  const [page] = await ctx.db
    .select(pageColumns)
    .from(leadsPages)
    .where(and(eq(leadsPages.accountId, ctx.account.id), sql`${leadsPages.offer}->>'magnetId' = ${magnetId}`));
  return page;
}

/** Opens the personal page for an offer; the same magnet twice is the same page. */
export async function openPage(ctx: AccountContext, businessName: string, offer: Offer): Promise<LeadPage> {
  // A double submit waits here and then finds the page of the first.
  await ctx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${ctx.account.id} pages`}, 2))`);
  const existing = await findPageOfMagnet(ctx, offer.magnetId);
  if (existing) return existing;
  const id = newId();
  const slug = await claimSlug(ctx, slugFrom(businessName), id);
  await ctx.db.insert(leadsPages).values({ accountId: ctx.account.id, id, slug, offer, createdAt: ctx.now });
  await publish(ctx, { type: "page.opened", pageId: id });
  return { id, slug, offer, closedAt: null };
}

async function claimSlug(ctx: AccountContext, wanted: string, pageId: string): Promise<string> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const slug = slugCandidate(wanted, attempt);
    const taken = await ctx.db
      .insert(leadsSlugs)
      .values({ slug, accountId: ctx.account.id, pageId })
      .onConflictDoNothing()
      .returning({ slug: leadsSlugs.slug });
    if (taken.length) return slug;
  }
  const slug = `${wanted}-${pageId.slice(-8)}`;
  await ctx.db.insert(leadsSlugs).values({ slug, accountId: ctx.account.id, pageId });
  return slug;
}

/** Closes a page: its address then says so, and takes no more names. */
export async function closePage(ctx: AccountContext, pageId: string): Promise<void> {
  const closed = await ctx.db
    .update(leadsPages)
    .set({ closedAt: ctx.now })
    .where(and(eq(leadsPages.accountId, ctx.account.id), eq(leadsPages.id, pageId)))
    .returning({ id: leadsPages.id });
  if (!closed.length) throw new AppError("not_found", "There is nothing here.");
}

/** The offer of a page. */
export async function offerOfPage(ctx: AccountContext, pageId: string): Promise<Offer | undefined> {
  const [page] = await ctx.db
    .select({ offer: leadsPages.offer })
    .from(leadsPages)
    .where(and(eq(leadsPages.accountId, ctx.account.id), eq(leadsPages.id, pageId)));
  return page?.offer;
}

/**
 * Enters the account that a slug belongs to and runs `work` with its page and business.
 * @throws AppError not_found when nobody has that slug, or the page was closed
 */
export async function atPage<T>(slug: string, work: (ctx: AccountContext, page: LeadPage, business: Business) => Promise<T>): Promise<T> {
  const found = await findSlug(slug);
  if (!found) throw new AppError("not_found", "There is no page at this address. Check the link, or ask the person who gave it to you.");
  return withAccount(found.accountId, async (ctx) => {
    const [[page], business] = await Promise.all([
      ctx.db
        .select(pageColumns)
        .from(leadsPages)
        .where(and(eq(leadsPages.accountId, found.accountId), eq(leadsPages.id, found.pageId))),
      getBusiness(ctx),
    ]);
    if (!page || page.closedAt)
      throw new AppError("not_found", "This page is closed. Ask the business that gave you the link for a new one.");
    return work(ctx, page, business);
  });
}

interface FoundSlug {
  readonly accountId: string;
  readonly pageId: string;
}

const REMEMBERED = 10_000;
const remembered = new WeakMap<Database, Map<string, FoundSlug>>();

// A slug never goes to another page, so what it means is asked once; whether the page is open is asked every time.
async function findSlug(slug: string): Promise<FoundSlug | undefined> {
  if (!/^[a-z0-9-]{1,64}$/.test(slug)) return undefined;
  const known = remembered.get(database()) ?? new Map<string, FoundSlug>();
  remembered.set(database(), known);
  const hit = known.get(slug);
  if (hit) return hit;
  const [row] = await withSystem((ctx) =>
    ctx.db.select({ accountId: leadsSlugs.accountId, pageId: leadsSlugs.pageId }).from(leadsSlugs).where(eq(leadsSlugs.slug, slug)),
  );
  if (row && known.size < REMEMBERED) known.set(slug, row);
  return row;
}
