import { zoneOf } from "#ground/businesses/public.server.ts";
import { refuseMail, type Sending } from "#ground/papers/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { enqueue } from "#platform/queue/queue.server.ts";
import { todayAt } from "#platform/time/day.ts";
import { problemsOf } from "../rules/problems.ts";
import { getEstimate } from "../stored/estimates.server.ts";
import { isFrozen } from "../rules/states.ts";
import { readSendAt } from "./send-time.ts";
import { contentHash } from "./scheduled.server.ts";
import { estimatesScheduled } from "../tables.server.ts";
import { sendScheduledTask } from "./tasks.server.ts";

/**
 * Schedules the email of an estimate, in place of one that waits. What is sent then is what the page showed.
 * @param of.shown `contentHash` of what the page showed
 * @param of.sendAt as the form has it, on the business's clock
 * @throws AppError invalid with what is missing or wrong; conflict if it was changed or approved meanwhile;
 * forbidden if the business can't email
 */
export async function scheduleEstimate(
  ctx: AccountContext,
  id: string,
  of: {
    readonly sending: Sending;
    readonly followUp: boolean;
    readonly shown: string;
    readonly sendAt: string;
  },
): Promise<void> {
  const { row, estimate, zone } = await getEstimate(ctx, id);
  if (isFrozen(row.state))
    throw new AppError("conflict", "Your client approved this estimate. Write a new one for what changed.");
  if (contentHash(estimate) !== of.shown)
    throw new AppError("conflict", "It changed while this page was open. Review it, then schedule it again.");
  const [problem] = problemsOf(estimate, todayAt(ctx.now, zone));
  if (problem) throw new AppError("invalid", problem.text);
  const refusal = await refuseMail(ctx);
  if (refusal) throw new AppError("forbidden", refusal, { fields: { to: refusal } });
  const time = readSendAt(of.sendAt, await zoneOf(ctx), ctx.now);
  if ("fault" in time) throw new AppError("invalid", time.fault, { fields: { sendAt: time.fault } });
  const { passcode, ...sending } = of.sending;
  if (passcode !== "") {
    const fault = "A link with a passcode can’t be scheduled. Clear the passcode, or send it now.";
    throw new AppError("invalid", fault, { fields: { passcode: fault } });
  }
  const values = {
    ...{ at: time.at, contentHash: of.shown, failure: null },
    ...{ sending: { ...sending, followUp: of.followUp }, madeBy: ctx.user?.id ?? null, createdAt: ctx.now },
  };
  await ctx.db
    .insert(estimatesScheduled)
    .values({ accountId: ctx.account.id, estimateId: id, ...values })
    .onConflictDoUpdate({
      target: [estimatesScheduled.accountId, estimatesScheduled.estimateId],
      set: values,
    });
  await enqueue(ctx.db, sendScheduledTask, { accountId: ctx.account.id, id }, { startAfter: time.at });
}
