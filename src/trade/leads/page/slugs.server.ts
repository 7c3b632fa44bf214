import { and, desc, eq, inArray, isNull, ne } from "drizzle-orm";
import { getBusiness, recordAudit } from "#ground/businesses/public.server.ts";
import { type AccountContext, isId } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { slugIdeas } from "./slug.ts";
import { slugFrom } from "../rules.ts";
import { leadsPages, leadsSlugs } from "./tables.server.ts";

const MOST_IDEAS = 2;

export interface PersonalLink {
  readonly pageId: string;
  readonly slug: string;
  readonly title: string;
  /** Earlier slugs, which still lead to it. */
  readonly before: readonly string[];
}

/** The addresses of the account's open pages, newest page first. */
export async function listLinks(ctx: AccountContext): Promise<PersonalLink[]> {
  const pages = await ctx.db
    .select({ pageId: leadsPages.id, slug: leadsPages.slug, offer: leadsPages.offer })
    .from(leadsPages)
    .where(and(eq(leadsPages.accountId, ctx.account.id), isNull(leadsPages.closedAt)))
    .orderBy(desc(leadsPages.createdAt));
  const slugs = await ctx.db
    .select({ slug: leadsSlugs.slug, pageId: leadsSlugs.pageId })
    .from(leadsSlugs)
    .where(eq(leadsSlugs.accountId, ctx.account.id))
    .orderBy(leadsSlugs.slug);
  return pages.map(({ pageId, slug, offer }) => ({
    pageId,
    slug,
    title: offer.title,
    before: slugs.filter((one) => one.pageId === pageId && one.slug !== slug).map((one) => one.slug),
  }));
}

/**
 * Changes a page's slug. The page retains its old slug, which redirects and which no other page can claim.
 * @throws AppError not_found for no open page; invalid, with two free suggestions, when the name is taken
 */
export async function changeSlug(ctx: AccountContext, pageId: string, slug: string): Promise<void> {
  const [page] = isId(pageId)
    ? await ctx.db
        .select({ slug: leadsPages.slug })
        .from(leadsPages)
        .where(
          and(
            eq(leadsPages.accountId, ctx.account.id),
            eq(leadsPages.id, pageId),
            isNull(leadsPages.closedAt),
          ),
        )
        .for("update")
    : [];
  if (!page) throw new AppError("not_found", "That link doesn’t exist.");
  if (page.slug === slug) return;
  // A concurrent claim of the same name waits here and then finds it taken.
  const claimed = await ctx.db
    .insert(leadsSlugs)
    .values({ slug, accountId: ctx.account.id, pageId })
    .onConflictDoNothing()
    .returning({ slug: leadsSlugs.slug });
  if (!claimed.length && !(await isOwn(ctx, pageId, slug))) await refuseTaken(ctx, slug);
  await ctx.db
    .update(leadsPages)
    .set({ slug })
    .where(
      and(eq(leadsPages.accountId, ctx.account.id), eq(leadsPages.id, pageId), ne(leadsPages.slug, slug)),
    );
  await recordAudit(ctx, "link.changed", { "Personal link": `/p/${page.slug} → /p/${slug}` });
}

async function isOwn(ctx: AccountContext, pageId: string, slug: string): Promise<boolean> {
  const own = and(
    eq(leadsSlugs.slug, slug),
    eq(leadsSlugs.accountId, ctx.account.id),
    eq(leadsSlugs.pageId, pageId),
  );
  return (await ctx.db.select({ slug: leadsSlugs.slug }).from(leadsSlugs).where(own)).length > 0;
}

async function refuseTaken(ctx: AccountContext, slug: string): Promise<never> {
  const { name } = await getBusiness(ctx);
  const ideas = slugIdeas(slug, slugFrom(name ?? ""));
  const rows = await ctx.db
    .select({ slug: leadsSlugs.slug })
    .from(leadsSlugs)
    .where(inArray(leadsSlugs.slug, ideas));
  const taken = new Set(rows.map((row) => row.slug));
  const free = ideas.filter((idea) => !taken.has(idea)).slice(0, MOST_IDEAS);
  const words = free.length ? ` Available: ${free.join(" and ")}.` : "";
  throw new AppError("invalid", "That name is taken.", { fields: { slug: `${slug} is taken.${words}` } });
}
