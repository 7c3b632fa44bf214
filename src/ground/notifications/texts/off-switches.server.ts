import { eq } from "drizzle-orm";
import type { OffSwitch } from "#ground/businesses/public.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { notificationsPhones } from "../tables.server.ts";

/** Numbers that hear what happens in the business: one was chosen by whoever set it up. */
const phones: OffSwitch = {
  kind: "phone",
  words: ["number for notifications", "numbers for notifications"],
  meaning: "It gets no texts. Prove your own number under Notifications.",
  async turnOff(ctx) {
    await ctx.db.delete(notificationsPhones).where(eq(notificationsPhones.accountId, ctx.account.id));
    return [];
  },
  turnOn: () => Promise.reject(new AppError("conflict", "Prove the number again, under Notifications.")),
};

export const notificationsOffSwitches = { phones } as const;
