import { getBusiness } from "#ground/businesses/public.server.ts";
import { type PaperDeed, publish } from "#ground/events/public.server.ts";
import { findJob } from "#trade/jobs/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { STATE_RULES } from "../rules/states.ts";
import { type EstimateRow, versionsOf } from "../stored/estimates.server.ts";
import { totalsOf } from "../rules/totals.ts";

/**
 * Publishes that an estimate's state changed, for webhooks. In the transaction of the change, once per
 * change.
 * @param row as changed @param by the client who did it; null for people of the business and for time
 */
export async function publishState(
  ctx: AccountContext,
  row: EstimateRow,
  by: Pick<PaperDeed, "leadId" | "recipientId"> | null,
): Promise<void> {
  const what = STATE_RULES[row.state].event?.name;
  const [last] = what ? await versionsOf(ctx, row.id) : [];
  if (!what || !last) return;
  const { total } = totalsOf(last.content, row.choice);
  await publish(ctx, {
    type: "tool.did",
    what,
    jobId: row.jobId,
    leadId: by ? by.leadId : ((await findJob(ctx, row.jobId))?.leadId ?? null),
    details: {
      estimateId: row.id,
      ...(row.number === null ? {} : { number: row.number }),
      version: row.version,
      totalCents: total,
      currency: (await getBusiness(ctx)).currency,
      ...(by ? { recipientId: by.recipientId } : {}),
    },
  });
}
