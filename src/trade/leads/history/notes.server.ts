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

/** Characters of a note; of a reason why it ended so. */
const LONGEST_NOTE = 20_000;
export const LONGEST_REASON = 200;

const lead = (ctx: AccountContext, leadId: string) =>
  and(eq(leads.accountId, ctx.account.id), eq(leads.id, leadId));

/** Keeps a note about a lead. @throws AppError not_found, invalid where it says nothing or too much */
export async function addNote(ctx: AccountContext, leadId: string, text: string): Promise<void> {
  await getLead(ctx, leadId);
  const words = text.replaceAll("\r\n", "\n").trim();
  const problem = !words
    ? "Please write a few words first."
    : words.length > LONGEST_NOTE
      ? `This is longer than a note can be: ${words.length.toLocaleString("en-US")} of ${LONGEST_NOTE.toLocaleString("en-US")} characters. Please split it in two.`
      : null;
  if (problem) throw new AppError("invalid", problem, { fields: { note: problem } });
  await addHistory(ctx, leadId, "note", { words });
}

/**
 * Says what the work is worth. The same again changes nothing.
 * @param cents in the business's currency; null for not known
 * @throws AppError not_found, invalid where it is no such number
 */
export async function valueLead(ctx: AccountContext, leadId: string, cents: number | null): Promise<void> {
  if (cents !== null && (!Number.isSafeInteger(cents) || cents < 0 || cents > MOST_CENTS))
    throw new AppError("invalid", "Please give an amount, such as 4,200.", {
      fields: { value: "Please give an amount, such as 4,200." },
    });
  const { valueCents: was } = await getLead(ctx, leadId, { lock: true });
  if (was === cents) return;
  await ctx.db.update(leads).set({ valueCents: cents }).where(lead(ctx, leadId));
  await addHistory(ctx, leadId, "value", { details: { cents, was } });
}

/**
 * Puts a lead into a stage by hand. Won and lost are how it ended. Who is talked with or has a quote has
 * answered in some way, so what was planned for them stops. Where they are already, nothing changes.
 * @returns the id of what takes it back; null where nothing changed
 * @throws AppError not_found
 */
export async function moveLead(ctx: AccountContext, leadId: string, to: Stage): Promise<string | null> {
  const before = await getLead(ctx, leadId, { lock: true });
  if (stageOf(before) === to) return null;
  if (to === "won" || to === "lost") {
    await endLead(ctx, leadId, to);
    return (await lastHistoryEntry(ctx, leadId, [to]))?.id ?? null;
  }
  const { outcome, outcomeReason: reason } = before;
  if (outcome) await reopenLead(ctx, leadId);
  const replied = to !== "new" && before.repliedAt === null;
  if (replied) await recordReply(ctx, leadId, { via: "owner" });
  await ctx.db.update(leads).set({ stage: to, stageAt: ctx.now }).where(lead(ctx, leadId));
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
 * Takes back something that the business said or noted of a lead; a second time changes nothing.
 * @returns false for what another feature has to take back: that follow-up is held, or goes on
 * @throws AppError not_found; conflict where something newer stands on it
 */
export async function undoHistoryEntry(ctx: AccountContext, leadId: string, id: string): Promise<boolean> {
  const now = await getLead(ctx, leadId, { lock: true });
  const happening = await getHistoryEntry(ctx, leadId, id);
  const { what, details, undoneAt } = happening;
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
      if ((now.outcome ?? (now.bookedAt ? "booked" : null)) !== what) throw overtaken();
      await reopenLead(ctx, leadId);
      return true;
    case "value":
      await beNewest(ctx, leadId, happening);
      await ctx.db
        .update(leads)
        .set({ valueCents: details.was ?? null })
        .where(lead(ctx, leadId));
      await markUndone(ctx, leadId, id);
      return true;
    case "moved":
      await beNewest(ctx, leadId, happening);
      await ctx.db
        .update(leads)
        .set({
          stage: details.stage ?? null,
          stageAt: details.stageAt ? Temporal.Instant.from(details.stageAt) : null,
        })
        .where(lead(ctx, leadId));
      await markUndone(ctx, leadId, id);
      if (details.replied) await undoReply(ctx, leadId);
      if (details.outcome) await endLead(ctx, leadId, details.outcome, details.reason ?? undefined);
      return true;
    default:
      return false;
  }
}

/** A note that was removed is there again. @throws AppError not_found */
export async function restoreNote(ctx: AccountContext, leadId: string, id: string): Promise<void> {
  const { what } = await getHistoryEntry(ctx, leadId, id);
  if (what === "note") await markUndone(ctx, leadId, id, false);
}

async function beNewest(ctx: AccountContext, leadId: string, { id, what }: HistoryEntry): Promise<void> {
  if ((await lastHistoryEntry(ctx, leadId, [what]))?.id !== id) throw overtaken();
}

const overtaken = () => new AppError("conflict", "Something newer has been said since. Nothing was changed.");
