import { and, eq, gte } from "drizzle-orm";
import { jobsById } from "#trade/jobs/public.server.ts";
import { channelsOf } from "#trade/leads/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { estimates } from "../tables.server.ts";
import type { Outcome } from "./win-rate.ts";

const DAYS = 365;

/** Estimates that were first sent in the last year. */
export async function outcomesOf(ctx: AccountContext): Promise<Outcome[]> {
  const since = ctx.now.subtract({ hours: 24 * DAYS });
  const rows = await ctx.db
    .select()
    .from(estimates)
    .where(and(eq(estimates.accountId, ctx.account.id), gte(estimates.sentAt, since)));
  const jobs = await jobsById(ctx);
  const leadOf = (jobId: string) => jobs.get(jobId)?.leadId ?? "";
  const leadIds = new Set(rows.map(({ jobId }) => leadOf(jobId)).filter(Boolean));
  const channels = await channelsOf(ctx, [...leadIds]);
  return rows.map(({ state, cents, stateAt, sentAt, jobId }) => ({
    ...{ state, cents: cents ?? 0, source: channels.get(leadOf(jobId)) ?? "" },
    hours: stateAt.since(sentAt ?? stateAt).total("hours"),
  }));
}
