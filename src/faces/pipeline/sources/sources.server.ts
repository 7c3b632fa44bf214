import { getBusiness } from "#ground/businesses/public.server.ts";
import { type WonTotals, wonByReferrer, wonBySource, listPages } from "#trade/leads/public.server.ts";
import { resultsBySequence } from "#trade/sequences/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { type Days, periodBegins } from "./periods.ts";

/** A source of leads, with its name for the owner. */
export interface NamedSource extends WonTotals {
  readonly key: string;
  readonly name: string;
  readonly href: string | null;
}

export interface LeadSources {
  readonly currency: string;
  readonly since: Temporal.Instant;
  readonly zone: string;
  readonly all: WonTotals;
  readonly sources: readonly NamedSource[];
  /** Who referred them. */
  readonly referrers: readonly NamedSource[];
  readonly pages: readonly NamedSource[];
  readonly sequences: readonly NamedSource[];
}

/**
 * What each source, referrer, page and sequence brought in a period, and what was won since, with names for
 * the owner.
 */
export async function findSources(ctx: AccountContext, days: Days): Promise<LeadSources> {
  const { zone: itsZone, currency } = await getBusiness(ctx);
  const zone = itsZone ?? "UTC";
  const since = periodBegins(days, ctx.now, zone);
  const [ways, referrers, sequences, pages] = await Promise.all([
    wonBySource(ctx, since),
    wonByReferrer(ctx, since),
    resultsBySequence(ctx, since),
    listPages(ctx),
  ]);
  const pageOf = new Map(pages.map((page) => [page.id, page]));
  return {
    currency,
    since,
    zone,
    all: ways.all,
    sources: ways.sources.map(({ source, ...figures }) => ({
      key: source || "straight",
      name: source || "Directly to your link",
      href: null,
      ...figures,
    })),
    referrers: referrers.map(({ id, name, ...figures }) => ({
      ...{ key: id, name, href: `/account/leads/${id}` },
      ...figures,
    })),
    pages: ways.pages.map(({ pageId, ...figures }) => {
      const page = pageId === null ? undefined : pageOf.get(pageId);
      return {
        key: pageId ?? "none",
        name:
          pageId === null
            ? "No page (imported, or added by another app)"
            : page
              ? `${page.offer.title} (/p/${page.slug})`
              : "A deleted page",
        href: page ? `/account/follow-up/${page.id}` : null,
        ...figures,
      };
    }),
    sequences: sequences.map(({ id, name, ...figures }) => ({ key: id, name, href: null, ...figures })),
  };
}
