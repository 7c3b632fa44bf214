import type { Business } from "#features/businesses/public.server.ts";
import { findPageOfMagnet } from "#features/leads/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { layoutFor } from "./layout.ts";
import type { Brand } from "./report.ts";

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

/**
 * How a business's documents look: its name, color, logo and number, and the layout that goes with the tone. A logo that is gone from the
 * file store leaves the name in its place.
 */
export async function brandOf(
  business: Pick<Business, "name" | "color" | "logo" | "phone">,
  { createdAt, tone, page, otherwise = "" }: Occasion,
): Promise<Brand> {
  return {
    businessName: business.name ?? otherwise,
    createdAt,
    colour: business.color ?? undefined,
    logo: business.logo === null ? undefined : await logoOf(business.logo),
    phone: business.phone ?? undefined,
    page,
    layout: layoutFor(tone),
  };
}

/** Address of the open page that gives a magnet away, if there is one. */
export async function pageOf(ctx: AccountContext, magnetId: string): Promise<string | undefined> {
  const page = await findPageOfMagnet(ctx, magnetId);
  return page && page.closedAt === null ? `${installation().publicUrl}/p/${page.slug}` : undefined;
}

async function logoOf(file: string): Promise<Uint8Array | undefined> {
  try {
    return await installation().files.get(file);
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return undefined;
    throw error;
  }
}
