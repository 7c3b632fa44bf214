import { installation } from "#platform/config/installation.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import type { Business } from "../business.ts";

/** What a business's documents show about it. */
export interface Letterhead {
  /** Empty when the business has no name yet. */
  readonly businessName: string;
  /** `#rrggbb`; documentColors() derives the document's colors. */
  readonly colour?: string | undefined;
  /** A PNG, shown in place of the name. */
  readonly logo?: Uint8Array | undefined;
  readonly phone?: string | undefined;
}

/**
 * The letterhead of a business. Call it outside a transaction, because the logo may come from remote storage.
 * A logo missing from the store falls back to the name.
 * @throws AppError unavailable when the store doesn't respond
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
