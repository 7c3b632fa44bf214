import { predatesTurnOff } from "#ground/businesses/public.server.ts";
import { FAILED, notify } from "#ground/notifications/public.server.ts";
import { type AccountContext, withAccount } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { derivedId } from "#platform/ids/derived-id.ts";
import { STATE_RULES } from "../rules/states.ts";
import { getEstimate } from "../stored/estimates.server.ts";
import { drawEstimate } from "./draw.server.ts";
import { sendEstimate } from "./send.server.ts";
import { claimScheduled, contentHash, isScheduledFor, type ScheduledRow } from "./scheduled.server.ts";
import { estimatesScheduled } from "../tables.server.ts";

const CHANGED = "It was changed after you scheduled it.";

/**
 * Sends an estimate whose time has come, once, with any number of processes. One that was changed, approved,
 * or can't be sent isn't, and its sender is notified. Drawing takes a moment, so no transaction is open then.
 */
export async function sendScheduled(accountId: string, id: string): Promise<void> {
  const due = await withAccount(accountId, async (ctx) => {
    const [row] = await ctx.db.select().from(estimatesScheduled).where(isScheduledFor(ctx, id));
    // One that was scheduled again has a task of its own.
    return row?.sending && Temporal.Instant.compare(row.at, ctx.now) <= 0 ? row : undefined;
  });
  if (!due) return;
  try {
    await refuseChanged(accountId, due);
    const drawn = await drawEstimate((work) => withAccount(accountId, work), id);
    if (contentHash(drawn.estimate) !== due.contentHash) throw new AppError("conflict", CHANGED);
    await withAccount(accountId, async (ctx) => {
      const row = await claimScheduled(ctx, due);
      if (!row?.sending) return;
      const { followUp, ...sending } = row.sending;
      const form = derivedId("estimates.scheduled", id, row.createdAt.toString());
      await sendEstimate(ctx, drawn, { ...sending, passcode: "", form }, followUp);
    });
  } catch (error) {
    if (!(error instanceof AppError) || !REFUSALS.has(error.code)) throw error;
    await withAccount(accountId, (ctx) => noteUnsent(ctx, due, error.message));
  }
}

const REFUSALS: ReadonlySet<string> = new Set(["invalid", "not_found", "conflict", "forbidden"]);

/** Before anything is drawn, so that what isn't sent gets no number. */
const refuseChanged = (accountId: string, due: ScheduledRow): Promise<void> =>
  withAccount(accountId, async (ctx) => {
    const { row, estimate } = await getEstimate(ctx, due.estimateId);
    if (await predatesTurnOff(ctx, due.createdAt))
      throw new AppError("conflict", "It was scheduled before this account was secured.");
    const { label, stopsScheduled } = STATE_RULES[row.state];
    if (stopsScheduled && Temporal.Instant.compare(row.stateAt, due.createdAt) > 0)
      throw new AppError("conflict", `Its status changed to “${label}” after you scheduled it.`);
    if (contentHash(estimate) !== due.contentHash) throw new AppError("conflict", CHANGED);
  });

async function noteUnsent(ctx: AccountContext, due: ScheduledRow, why: string): Promise<void> {
  const row = await claimScheduled(ctx, due);
  if (!row?.sending) return;
  await ctx.db
    .update(estimatesScheduled)
    .set({ sending: null, failure: why })
    .where(isScheduledFor(ctx, due.estimateId));
  const found = await getEstimate(ctx, due.estimateId).catch(() => null);
  // Deleted with its job: nobody waits for it.
  if (!found) return;
  const { title } = found.estimate;
  await notify(ctx, FAILED, [
    {
      key: `${due.estimateId} ${due.createdAt.toString()}`,
      about: due.estimateId,
      jobId: found.row.jobId,
      people: [row.madeBy],
      title: `Not sent: ${title}`,
      text: `Your estimate “${title}” was scheduled for ${row.sending.to.join(", ")}. We didn’t send it. ${why}`,
      more: ["Review it, then send it or schedule it again."],
      action: "Open the estimate",
      path: `/account/estimates/${due.estimateId}#send`,
    },
  ]);
}
