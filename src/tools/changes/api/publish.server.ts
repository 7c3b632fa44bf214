import { getBusiness } from "#ground/businesses/public.server.ts";
import { type PaperDeed, publish } from "#ground/events/public.server.ts";
import { findJob } from "#trade/jobs/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { numberOf, STATE_RULES } from "../rules/states.ts";
import type { ChangeRow } from "../stored/changes.server.ts";

/**
 * Publishes that a change's state changed, for webhooks. In the transaction of the change, once per change.
 * @param row as changed @param by the approver who did it; null for people of the business and for time
 */
export async function publishState(
  ctx: AccountContext,
  row: ChangeRow,
  by: Pick<PaperDeed, "leadId" | "recipientId"> | null,
): Promise<void> {
  const what = STATE_RULES[row.state].event?.name;
  if (!what) return;
  await publish(ctx, {
    type: "tool.did",
    what,
    jobId: row.jobId,
    leadId: by ? by.leadId : ((await findJob(ctx, row.jobId))?.leadId ?? null),
    details: {
      changeId: row.id,
      number: numberOf(row)!,
      version: row.version,
      amountCents: row.cents ?? 0,
      days: row.days,
      currency: (await getBusiness(ctx)).currency,
      ...(by ? { recipientId: by.recipientId } : {}),
    },
  });
}
