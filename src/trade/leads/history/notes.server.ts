import { and, eq } from "drizzle-orm";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { getLead, recordReply } from "../data.server.ts";
import { endLead, reopenLead, undoReply } from "../stage/endings.server.ts";
import { getHistoryEntry, lastHistoryEntry, markUndone, addHistory } from "./history.server.ts";
import type { HistoryEntry } from "./history.ts";
import { MOST_CENTS } from "#platform/money/money.ts";
import { type Stage, stageOf } from "../stage/stages.ts";
import { leads } from "../tables.server.ts";

/** Maximum characters of a note, and of the reason of an outcome. */
const LONGEST_NOTE = 20_000;
export const LONGEST_REASON = 200;

const isLead = (ctx: AccountContext, leadId: string) =>
  and(eq(leads.accountId, ctx.account.id), eq(leads.id, leadId));

/**
 * Adds a note.
 * @returns its id
 * @throws AppError not_found; invalid if it is empty or too long
 */
export async function addNote(ctx: AccountContext, leadId: string, text: string): Promise<string> {
  await getLead(ctx, leadId);
  const words = text.replaceAll("\r\n", "\n").trim();
  const problem = !words
    ? "Write a few words first."
    : words.length > LONGEST_NOTE
      ? `That’s too long for a note: ${words.length.toLocaleString("en-US")} of ${LONGEST_NOTE.toLocaleString("en-US")} characters. Split it in two.`
      : null;
  if (problem) throw new AppError("invalid", problem, { fields: { note: problem } });
  return addHistory(ctx, leadId, "note", { words });
}

/**
 * Sets the value of the work. Idempotent.
 * @param cents in the business's currency; null for unknown
 * @throws AppError not_found; invalid for an amount out of range
 */
export async function valueLead(ctx: AccountContext, leadId: string, cents: number | null): Promise<void> {
  if (cents !== null && (!Number.isSafeInteger(cents) || cents < 0 || cents > MOST_CENTS))
    throw new AppError("invalid", "Enter an amount, such as 4,200.", {
      fields: { value: "Enter an amount, such as 4,200." },
    });
  const { valueCents: was } = await getLead(ctx, leadId, { lock: true });
  if (was === cents) return;
  await ctx.db.update(leads).set({ valueCents: cents }).where(isLead(ctx, leadId));
  await addHistory(ctx, leadId, "value", { details: { cents, was } });
}

/**
 * Moves a lead to a stage by hand. Won and lost are outcomes. For `talking` and `quoted` they must have
 * replied somehow, so this also records a reply, which stops follow-up. Does nothing if they are in that
 * stage.
 * @param options.isContact false if it says nothing of a reply, as when an estimate was sent
 * @returns the id of the entry that undoes it; null if nothing changed
 * @throws AppError not_found
 */
export async function moveLead(
  ctx: AccountContext,
  leadId: string,
  to: Stage,
  { isContact = true } = {},
): Promise<string | null> {
  const before = await getLead(ctx, leadId, { lock: true });
  if (stageOf(before) === to) return null;
  if (to === "won" || to === "lost") {
    await endLead(ctx, leadId, to);
    return (await lastHistoryEntry(ctx, leadId, [to]))?.id ?? null;
  }
  const { outcome, outcomeReason: reason } = before;
  if (outcome) await reopenLead(ctx, leadId);
  const replied = isContact && to !== "new" && before.repliedAt === null;
  if (replied) await recordReply(ctx, leadId, { via: "owner" });
  await ctx.db.update(leads).set({ stage: to, stageAt: ctx.now }).where(isLead(ctx, leadId));
  const details = {
    to,
    stage: before.stage,
    stageAt: before.stageAt?.toString() ?? null,
    replied,
    outcome,
    reason,
  };
  return addHistory(ctx, leadId, "moved", { details });
}

/**
 * Undoes an entry of the business. Idempotent.
 * @returns false for kinds that another room must undo: pausing and resuming follow-up
 * @throws AppError not_found; conflict if a newer entry depends on it
 */
export async function undoHistoryEntry(ctx: AccountContext, leadId: string, id: string): Promise<boolean> {
  const now = await getLead(ctx, leadId, { lock: true });
  const entry = await getHistoryEntry(ctx, leadId, id);
  const { what, details, undoneAt } = entry;
  if (undoneAt) return true;
  switch (what) {
    case "note":
      await markUndone(ctx, leadId, id);
      return true;
    case "replied":
      await undoReply(ctx, leadId);
      return true;
    case "booked":
    case "won":
    case "lost":
      if ((now.outcome ?? (now.bookedAt ? "booked" : null)) !== what) throw superseded();
      await reopenLead(ctx, leadId);
      return true;
    case "value":
      await requireNewest(ctx, leadId, entry);
      await ctx.db
        .update(leads)
        .set({ valueCents: details.was ?? null })
        .where(isLead(ctx, leadId));
      await markUndone(ctx, leadId, id);
      return true;
    case "moved":
      await requireNewest(ctx, leadId, entry);
      await ctx.db
        .update(leads)
        .set({
          stage: details.stage ?? null,
          stageAt: details.stageAt ? Temporal.Instant.from(details.stageAt) : null,
        })
        .where(isLead(ctx, leadId));
      await markUndone(ctx, leadId, id);
      if (details.replied) await undoReply(ctx, leadId);
      if (details.outcome) await endLead(ctx, leadId, details.outcome, details.reason ?? undefined);
      return true;
    default:
      return false;
  }
}

/**
 * Restores a deleted note.
 * @throws AppError not_found
 */
export async function restoreNote(ctx: AccountContext, leadId: string, id: string): Promise<void> {
  const { what } = await getHistoryEntry(ctx, leadId, id);
  if (what === "note") await markUndone(ctx, leadId, id, false);
}

async function requireNewest(ctx: AccountContext, leadId: string, { id, what }: HistoryEntry): Promise<void> {
  if ((await lastHistoryEntry(ctx, leadId, [what]))?.id !== id) throw superseded();
}

const superseded = () =>
  new AppError("conflict", "Something newer was marked since, so nothing was changed.");
