import { and, eq, isNull, sql } from "drizzle-orm";
import type { OffSwitch } from "#ground/businesses/public.server.ts";
import { pauseSequence, resumeSequence } from "./enrollment/pause-sequence.server.ts";
import { sequences } from "./tables.server.ts";

// Turns follow-up off when the owner first proves their mailbox: someone else may have set it up before.

const followUp: OffSwitch = {
  kind: "follow-up",
  words: ["follow-up sequence", "follow-up sequences"],
  meaning: "It picks up where it was. Anything that came due in the meantime goes out first, a few an hour.",
  async turnOff(ctx, { isOwner }) {
    if (!isOwner) return [];
    const { accountId, versionOf, pausedAt, id, name } = sequences;
    const first = sql<string>`coalesce(${versionOf}, ${id})`;
    // Retired ones too: people are still inside them.
    const running = await ctx.db
      .select({ first, name: sql<string>`(array_agg(${name} order by ${sequences.createdAt} desc))[1]` })
      .from(sequences)
      .where(and(eq(accountId, ctx.account.id), isNull(pausedAt)))
      .groupBy(first);
    for (const one of running) await pauseSequence(ctx, one.first, { alsoPromised: true });
    return running.map((one) => ({ ref: one.first, label: one.name }));
  },
  turnOn: (ctx, { ref }) => resumeSequence(ctx, ref),
};

export const sequencesOffSwitches = { followUp } as const;
