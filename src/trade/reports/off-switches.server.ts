import { and, eq, isNull } from "drizzle-orm";
import type { OffSwitch } from "#ground/businesses/public.server.ts";
import { jobNames, pauseSchedule } from "./schedule/schedules.server.ts";
import { reportsSchedules } from "./tables.server.ts";

// Schedules email by themselves, so a first proof of the owner's mailbox turns them off.

const schedules: OffSwitch = {
  kind: "report-schedule",
  words: ["report schedule", "report schedules"],
  meaning: "The next report runs and is emailed at its usual time, and covers everything since.",
  async turnOff(ctx, { isOwner }) {
    if (!isOwner) return [];
    const { accountId, pausedAt, endedAt } = reportsSchedules;
    const paused = await ctx.db
      .update(reportsSchedules)
      .set({ pausedAt: ctx.now })
      .where(and(eq(accountId, ctx.account.id), isNull(pausedAt), isNull(endedAt)))
      .returning();
    const names = await jobNames(
      ctx,
      paused.map(({ jobId }) => jobId),
    );
    return paused.map(({ id, jobId, every, recipients }) => ({
      ref: id,
      // Addresses would outlive an erasure here.
      label: `${names.get(jobId) ?? "A job"} report, every ${every}, to ${recipients.length} ${recipients.length === 1 ? "address" : "addresses"}`,
    }));
  },
  turnOn: (ctx, { ref }) => pauseSchedule(ctx, ref, false),
};

export const reportsOffSwitches = { schedules } as const;
