import { and, eq, isNotNull, isNull } from "drizzle-orm";
import type { OffSwitch } from "#ground/businesses/public.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { apiKeys, apiWebhooks } from "./tables.server.ts";
import { cancelDeliveries } from "./webhooks/webhooks.server.ts";

// How keys and webhooks are turned off when the owner's mailbox is first verified.

const keys: OffSwitch = {
  kind: "api-key",
  words: ["API key", "API keys"],
  meaning: "Apps that have it can use it again.",
  async turnOff(ctx, { userId, isOwner }) {
    const { accountId, revokedAt, madeBy } = apiKeys;
    const revoked = await ctx.db
      .update(apiKeys)
      .set({ revokedAt: ctx.now })
      .where(and(eq(accountId, ctx.account.id), isNull(revokedAt), isOwner ? undefined : eq(madeBy, userId)))
      .returning();
    return revoked.map(({ id, name, hint }) => ({ ref: id, label: `${name} (pl_…${hint})` }));
  },
  async turnOn(ctx, { ref }) {
    const { accountId, id, revokedAt } = apiKeys;
    const works = await ctx.db
      .update(apiKeys)
      .set({ revokedAt: null })
      .where(and(eq(accountId, ctx.account.id), eq(id, ref), isNotNull(revokedAt)))
      .returning({ id });
    if (!works.length) throw new AppError("conflict", "This key is gone. Create another one under API.");
  },
};

const webhooks: OffSwitch = {
  kind: "webhook",
  words: ["webhook", "webhooks"],
  meaning: "New events are sent to it again. Missed ones aren’t.",
  async turnOff(ctx, { isOwner }) {
    if (!isOwner) return [];
    const { accountId, disabledAt } = apiWebhooks;
    const off = await ctx.db
      .update(apiWebhooks)
      .set({ disabledAt: ctx.now, disabledWhy: "unproved" })
      .where(and(eq(accountId, ctx.account.id), isNull(disabledAt)))
      .returning({ id: apiWebhooks.id, url: apiWebhooks.url });
    for (const { id } of off) await cancelDeliveries(ctx, id);
    return off.map(({ id, url }) => ({ ref: id, label: url }));
  },
  async turnOn(ctx, { ref }) {
    const { accountId, id } = apiWebhooks;
    const on = await ctx.db
      .update(apiWebhooks)
      // From here on the owner is responsible for it, whatever happens to the key that added it.
      .set({ disabledAt: null, disabledWhy: null, keyId: null })
      .where(and(eq(accountId, ctx.account.id), eq(id, ref)))
      .returning({ id });
    if (!on.length) throw new AppError("conflict", "This webhook is gone. Add it again under API.");
  },
};

export const apiOffSwitches = { keys, webhooks } as const;
