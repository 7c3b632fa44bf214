import { and, eq, sql } from "drizzle-orm";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { dailyLimit } from "./pacing.ts";
import { sequencesSenders } from "./tables.server.ts";

/**
 * How many more mails may leave a business's own address today. Holds the address until the transaction ends, so that workers count one
 * after the other.
 * @param today in the business's zone
 */
export async function roomToday(ctx: AccountContext, address: string, today: Temporal.PlainDate): Promise<number> {
  const day = today.toString();
  const [row] = await ctx.db
    .insert(sequencesSenders)
    .values({ accountId: ctx.account.id, address, firstDay: day, day, sent: 0 })
    .onConflictDoUpdate({
      target: [sequencesSenders.accountId, sequencesSenders.address],
      set: { day, sent: sql`case when ${sequencesSenders.day} = excluded.day then ${sequencesSenders.sent} else 0 end` },
    })
    .returning({ firstDay: sequencesSenders.firstDay, sent: sequencesSenders.sent });
  const age = Temporal.PlainDate.from(row!.firstDay).until(today).days;
  return Math.max(0, dailyLimit(Math.max(0, age)) - row!.sent);
}

/** Counts mails that leave an address today. */
export async function countToday(ctx: AccountContext, address: string, mails: number): Promise<void> {
  await ctx.db
    .update(sequencesSenders)
    .set({ sent: sql`${sequencesSenders.sent} + ${mails}` })
    .where(and(eq(sequencesSenders.accountId, ctx.account.id), eq(sequencesSenders.address, address)));
}
