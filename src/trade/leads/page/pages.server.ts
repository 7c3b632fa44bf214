import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { type Business, getBusiness, suspendedSince } from "#ground/businesses/public.server.ts";
import { publish } from "#ground/events/public.server.ts";
import { newId } from "#platform/db/ids.ts";
import type { Database } from "#platform/db/database.server.ts";
import { prepared } from "#platform/db/prepared-statements.server.ts";
import { type AccountContext, database, withAccount, withSystem } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import type { FormAsks } from "../form/questions.ts";
import { slugCandidate, slugFrom } from "../rules.ts";
import { leadsPages, leadsSlugs, type Offer } from "./tables.server.ts";

export interface LeadPage {
  readonly id: string;
  readonly slug: string;
  readonly offer: Offer;
  /** What its form asks; null for only name and email. */
  readonly form: FormAsks | null;
  readonly closedAt: Temporal.Instant | null;
}

const pageColumns = {
  id: leadsPages.id,
  slug: leadsPages.slug,
  offer: leadsPages.offer,
  form: leadsPages.form,
  closedAt: leadsPages.closedAt,
};

/** The pages of the account, newest first. */
export async function listPages(ctx: AccountContext): Promise<LeadPage[]> {
  const all = prepared(ctx.db, "leads.pages", (db, name) =>
    db
      .select(pageColumns)
      .from(leadsPages)
      .where(eq(leadsPages.accountId, sql.placeholder("account")))
      .orderBy(desc(leadsPages.createdAt))
      .prepare(name),
  );
  return all.execute({ account: ctx.account.id });
}

/** The account's open pages, and the one with the id `wanted`, else the newest. */
export async function choosePage(
  ctx: AccountContext,
  wanted: string | null,
): Promise<{ pages: LeadPage[]; page: LeadPage | undefined }> {
  const pages = (await listPages(ctx)).filter(({ closedAt }) => closedAt === null);
  return { pages, page: pages.find(({ id }) => id === wanted) ?? pages[0] };
}

/** The page that offers a magnet, open or closed. */
export async function findPageOfMagnet(ctx: AccountContext, magnetId: string): Promise<LeadPage | undefined> {
  const [page] = await ctx.db
    .select(pageColumns)
    .from(leadsPages)
    .where(
      and(eq(leadsPages.accountId, ctx.account.id), sql`${leadsPages.offer}->>'magnetId' = ${magnetId}`),
    );
  return page;
}

/** Opens the personal page for an offer. Idempotent per magnet; a closed page reopens at its old address. */
export async function openPage(ctx: AccountContext, businessName: string, offer: Offer): Promise<LeadPage> {
  // A double submit waits here and then finds the first one's page.
  await ctx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${ctx.account.id} pages`}, 2))`);
  const existing = await findPageOfMagnet(ctx, offer.magnetId);
  if (existing && existing.closedAt === null) return existing;
  if (existing) {
    await ctx.db
      .update(leadsPages)
      .set({ closedAt: null, offer })
      .where(and(eq(leadsPages.accountId, ctx.account.id), eq(leadsPages.id, existing.id)));
    return { ...existing, closedAt: null, offer };
  }
  const id = newId();
  const slug = await claimSlug(ctx, slugFrom(businessName), id);
  await ctx.db.insert(leadsPages).values({ accountId: ctx.account.id, id, slug, offer, createdAt: ctx.now });
  await publish(ctx, { type: "page.opened", pageId: id });
  return { id, slug, offer, form: null, closedAt: null };
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

/**
 * Closes a page to visitors and submissions.
 * @throws AppError not_found
 */
export async function closePage(ctx: AccountContext, pageId: string): Promise<void> {
  const closed = await ctx.db
    .update(leadsPages)
    .set({ closedAt: ctx.now })
    .where(and(eq(leadsPages.accountId, ctx.account.id), eq(leadsPages.id, pageId)))
    .returning({ id: leadsPages.id });
  if (!closed.length) throw new AppError("not_found", "Page not found.");
}

/** Replaces a page's offer, for example with a new design of the same guide. */
export async function replaceOffer(ctx: AccountContext, pageId: string, offer: Offer): Promise<void> {
  await ctx.db
    .update(leadsPages)
    .set({ offer })
    .where(and(eq(leadsPages.accountId, ctx.account.id), eq(leadsPages.id, pageId)));
}

/** Whether an open page offers a stored file. */
export async function givesAway(ctx: AccountContext, file: string): Promise<boolean> {
  const [page] = await ctx.db
    .select({ id: leadsPages.id })
    .from(leadsPages)
    .where(
      and(
        eq(leadsPages.accountId, ctx.account.id),
        isNull(leadsPages.closedAt),
        sql`${leadsPages.offer}->>'file' = ${file}`,
      ),
    )
    .limit(1);
  return page !== undefined;
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
 * Runs `work` in the account that owns a slug, with its page and business.
 * @throws AppError not_found if there is no such slug, the page was closed, or its account is suspended
 */
export async function atPage<T>(
  slug: string,
  work: (ctx: AccountContext, page: LeadPage, business: Business) => Promise<T>,
): Promise<T> {
  const found = await pageBehind(slug);
  const outcome = await enterPage(found, work);
  if (outcome !== GONE) return outcome;
  const retried = await enterPage(await refetchPage(slug, found), work);
  if (retried === GONE) throw new AppError("not_found", CLOSED_PAGE);
  return retried;
}

/** The remembered page no longer exists: its business was erased. */
const GONE = Symbol("gone");

function enterPage<T>(
  found: FoundSlug,
  work: (ctx: AccountContext, page: LeadPage, business: Business) => Promise<T>,
): Promise<T | typeof GONE> {
  return withAccount(found.accountId, async (ctx) => {
    const [page] = await ctx.db
      .select(pageColumns)
      .from(leadsPages)
      .where(and(eq(leadsPages.accountId, found.accountId), eq(leadsPages.id, found.pageId)));
    if (!page) return GONE;
    const [business, suspended] = await Promise.all([getBusiness(ctx), suspendedSince(ctx)]);
    if (page.closedAt || suspended) throw new AppError("not_found", CLOSED_PAGE);
    return work(ctx, page, business);
  });
}

/** Shown for links that once worked. */
export const CLOSED_PAGE = "This page is closed. Ask the business that gave you the link for a new one.";

export interface FoundSlug {
  readonly accountId: string;
  readonly pageId: string;
}

const MOST_CACHED = 10_000;
const slugCache = new WeakMap<Database, Map<string, FoundSlug>>();

/**
 * The page of a slug, open or closed. A slug changes its page only after its business is erased, so lookups
 * are cached.
 * @throws AppError not_found if there is no such slug
 */
export async function pageBehind(slug: string): Promise<FoundSlug> {
  const found = /^[a-z0-9-]{1,64}$/.test(slug) ? await findSlug(slug) : undefined;
  if (!found)
    throw new AppError(
      "not_found",
      "There’s no page at this address. Check the link, or ask the person who gave it to you.",
    );
  return found;
}

/**
 * Looks a slug up again after its cached page disappeared: an erased business frees its slugs, and another
 * may have claimed this one.
 * @throws AppError not_found if it is unclaimed or still means the missing or closed page
 */
export async function refetchPage(slug: string, before: FoundSlug): Promise<FoundSlug> {
  slugCache.get(database())?.delete(slug);
  const found = await pageBehind(slug);
  if (found.pageId === before.pageId) throw new AppError("not_found", CLOSED_PAGE);
  return found;
}

async function findSlug(slug: string): Promise<FoundSlug | undefined> {
  const cache = slugCache.get(database()) ?? new Map<string, FoundSlug>();
  slugCache.set(database(), cache);
  const hit = cache.get(slug);
  if (hit) return hit;
  const [row] = await withSystem((ctx) =>
    ctx.db
      .select({ accountId: leadsSlugs.accountId, pageId: leadsSlugs.pageId })
      .from(leadsSlugs)
      .where(eq(leadsSlugs.slug, slug)),
  );
  if (row && cache.size < MOST_CACHED) cache.set(slug, row);
  return row;
}
