import { writeAsProduct } from "#ground/sync/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { todayAt } from "#platform/time/day.ts";
import { getChange } from "../stored/changes.server.ts";

/**
 * Sets until when a change can be answered, as the person who sends it.
 * @param answerBy "2026-12-04"; null for no end
 * @throws AppError invalid for a day that has passed; as writing the change
 */
export async function setAnswerBy(ctx: AccountContext, id: string, answerBy: string | null): Promise<void> {
  const { record, change, zone } = await getChange(ctx, id);
  if (change.answerBy === answerBy) return;
  if (answerBy !== null && answerBy < todayAt(ctx.now, zone)) {
    const passed = "That day has passed. Choose a later one.";
    throw new AppError("invalid", passed, { fields: { answerBy: passed } });
  }
  await writeAsProduct(ctx, record, { answerBy }, zone);
}
