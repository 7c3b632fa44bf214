import { eq } from "drizzle-orm";
import { getBusiness, recordAudit } from "#ground/businesses/public.server.ts";
import { newId } from "#platform/db/ids.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { defaultSettings, type VisitSettings } from "./rules.ts";
import { visitsSettings } from "./tables.server.ts";

export interface SavedSettings extends VisitSettings {
  /** Null before anything was saved. */
  readonly feedId: string | null;
}

/** How the business takes visits, or what it would start from. */
export async function visitSettings(ctx: AccountContext): Promise<SavedSettings> {
  const [row] = await ctx.db
    .select()
    .from(visitsSettings)
    .where(eq(visitsSettings.accountId, ctx.account.id));
  if (!row) return { ...defaultSettings((await getBusiness(ctx)).hours), feedId: null };
  const { accountId: _, ...settings } = row;
  return settings;
}

/**
 * Saves how the business takes visits.
 * @throws AppError invalid without a time zone or an address that it needs
 */
export async function saveSettings(ctx: AccountContext, settings: VisitSettings): Promise<void> {
  const business = await getBusiness(ctx);
  if (settings.isOpen && business.zone === null)
    throw new AppError("invalid", "Choose your time zone under Business first. Visits need it.");
  if (settings.places.includes("ours") && !business.postalAddress)
    throw new AppError("invalid", "Some fields need another look.", {
      fields: { places: "Enter your address under Business first, so that clients know where to go." },
    });
  const { isOpen: wasOpen } = await visitSettings(ctx);
  await ctx.db
    .insert(visitsSettings)
    .values({ ...settings, accountId: ctx.account.id, feedId: newId() })
    .onConflictDoUpdate({ target: visitsSettings.accountId, set: { ...settings } });
  await recordAudit(ctx, "visits.changed", {
    Booking: wasOpen === settings.isOpen ? "hours or rules" : settings.isOpen ? "on" : "off",
  });
}

/** Ends the address of the calendar feed and makes another. */
export async function renewFeed(ctx: AccountContext): Promise<void> {
  await ctx.db
    .update(visitsSettings)
    .set({ feedId: newId() })
    .where(eq(visitsSettings.accountId, ctx.account.id));
}
