import { installation } from "#platform/config/installation.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import type { Business } from "../business.ts";

/** What a business's documents show of it. */
export interface Letterhead {
  /** Empty where the business has not said. */
  readonly businessName: string;
  /** `#rrggbb`; documentColors() says what becomes of it. */
  readonly colour?: string | undefined;
  /** A PNG, in place of the name. */
  readonly logo?: Uint8Array | undefined;
  /** As people write it. */
  readonly phone?: string | undefined;
}

/**
 * Name, color, logo and number of a business, for what is drawn in its name. Call it outside of a
 * transaction: the logo may come from a store elsewhere. A logo that is gone from the store leaves the name
 * in its place.
 * @throws AppError unavailable when the store does not answer
 */
export async function letterheadOf(
  business: Pick<Business, "name" | "color" | "logo" | "phone">,
): Promise<Letterhead> {
  return {
    businessName: business.name ?? "",
    colour: business.color ?? undefined,
    logo: business.logo === null ? undefined : await logoOf(business.logo),
    phone: business.phone ?? undefined,
  };
}

async function logoOf(file: string): Promise<Uint8Array | undefined> {
  try {
    return await installation().files.get(file);
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return undefined;
    throw error;
  }
}
