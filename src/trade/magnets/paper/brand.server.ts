import { type Business, letterheadOf } from "#ground/businesses/public.server.ts";
import { findPageOfMagnet } from "#trade/leads/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { layoutFor } from "./layout.ts";
import type { Brand } from "./render.ts";

/** What a document's look depends on beside its business. */
interface Occasion {
  readonly createdAt: Temporal.Instant;
  /** As somebody wrote it into the brief: it chooses the layout. */
  readonly tone: string;
  /** Address of the page that gives it away: see {@link pageOf}. */
  readonly page?: string | undefined;
  /** Stands where the business has no name. */
  readonly otherwise?: string;
}

/** How a business's guides look: its letterhead, and the layout that goes with the tone. */
export async function brandOf(
  business: Pick<Business, "name" | "color" | "logo" | "phone">,
  { createdAt, tone, page, otherwise = "" }: Occasion,
): Promise<Brand> {
  const letterhead = await letterheadOf({ ...business, name: business.name ?? otherwise });
  return { ...letterhead, createdAt, page, layout: layoutFor(tone) };
}

/** Address of the open page that gives a magnet away, if there is one. */
export async function pageOf(ctx: AccountContext, magnetId: string): Promise<string | undefined> {
  const page = await findPageOfMagnet(ctx, magnetId);
  return page && page.closedAt === null ? `${installation().publicUrl}/p/${page.slug}` : undefined;
}
