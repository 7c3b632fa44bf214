import { getBusiness } from "#ground/businesses/public.server.ts";
import { type Brought, broughtByWay, listPages } from "#trade/leads/public.server.ts";
import { broughtBySequence } from "#trade/sequences/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { type Days, periodBegins } from "./periods.ts";

/** Something that brought people, with its name for the owner. */
export interface NamedBrought extends Brought {
  readonly key: string;
  readonly name: string;
  /** Where it can be looked at. */
  readonly href: string | null;
}

/** What each source, page and sequence brought. */
export interface WhatBrought {
  readonly currency: string;
  readonly since: Temporal.Instant;
  readonly zone: string;
  readonly all: Brought;
  readonly sources: readonly NamedBrought[];
  readonly pages: readonly NamedBrought[];
  readonly sequences: readonly NamedBrought[];
}

/**
 * What each source, page and sequence brought in a period and won since, with the names that they have for
 * their owner.
 */
export async function whatBrought(ctx: AccountContext, days: Days): Promise<WhatBrought> {
  const { zone: itsZone, currency } = await getBusiness(ctx);
  const zone = itsZone ?? "UTC";
  const since = periodBegins(days, ctx.now, zone);
  const [ways, sequences, pages] = await Promise.all([
    broughtByWay(ctx, since),
    broughtBySequence(ctx, since),
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
      name: source || "Straight to your link",
      href: null,
      ...figures,
    })),
    pages: ways.pages.map(({ pageId, ...figures }) => {
      const page = pageId === null ? undefined : pageOf.get(pageId);
      return {
        key: pageId ?? "none",
        name:
          pageId === null
            ? "No page: a list, or another program"
            : page
              ? `${page.offer.title} (/p/${page.slug})`
              : "A page that is gone",
        href: page ? `/account/follow-up/${page.id}` : null,
        ...figures,
      };
    }),
    sequences: sequences.map(({ id, name, ...figures }) => ({ key: id, name, href: null, ...figures })),
  };
}
