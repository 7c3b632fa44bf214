import { type Business, letterheadOf } from "#ground/businesses/public.server.ts";
import { findPageOfMagnet } from "#trade/leads/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { layoutFor } from "./layout.ts";
import type { Brand } from "./render.ts";

interface BrandSource {
  readonly createdAt: Temporal.Instant;
  /** From the brief; selects the layout. */
  readonly tone: string;
  /** Of the page that gives it away: see {@link pageOf}. */
  readonly page?: string | undefined;
  /** Used if the business has no name. */
  readonly otherwise?: string;
}

/** A business's letterhead, and the layout for the tone. */
export async function brandOf(
  business: Pick<Business, "name" | "color" | "logo" | "phone">,
  { createdAt, tone, page, otherwise = "" }: BrandSource,
): Promise<Brand> {
  const letterhead = await letterheadOf({ ...business, name: business.name ?? otherwise });
  return { ...letterhead, createdAt, page, layout: layoutFor(tone) };
}

/** The URL of the open page that gives a guide away, if any. */
export async function pageOf(ctx: AccountContext, magnetId: string): Promise<string | undefined> {
  const page = await findPageOfMagnet(ctx, magnetId);
  return page && page.closedAt === null ? `${installation().publicUrl}/p/${page.slug}` : undefined;
}
