import { eq } from "drizzle-orm";
import type { OffSwitch } from "#ground/businesses/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { renewFeed } from "./settings.server.ts";
import { visitsSettings } from "./tables.server.ts";

// Clients book by themselves, and whoever has the feed's address reads who comes, so a first proof of the
// owner's mailbox turns booking off and ends that address.

const setOpen = (ctx: AccountContext, isOpen: boolean) =>
  ctx.db.update(visitsSettings).set({ isOpen }).where(eq(visitsSettings.accountId, ctx.account.id));

const booking: OffSwitch = {
  kind: "visit-booking",
  words: ["booking page", "booking pages"],
  meaning: "Clients can book visits again. The address of your calendar feed is a new one.",
  async turnOff(ctx) {
    const [settings] = await ctx.db
      .select({ name: visitsSettings.name, isOpen: visitsSettings.isOpen })
      .from(visitsSettings)
      .where(eq(visitsSettings.accountId, ctx.account.id));
    if (!settings) return [];
    await renewFeed(ctx);
    if (!settings.isOpen) return [];
    await setOpen(ctx, false);
    return [{ ref: ctx.account.id, label: settings.name }];
  },
  turnOn: async (ctx) => void (await setOpen(ctx, true)),
};

export const visitsOffSwitches = { booking } as const;
