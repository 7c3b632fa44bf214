import { draftOf, findFollowUp, liveOfDrip, saveDraft } from "#trade/sequences/public.server.ts";
import type { DripText } from "#ground/writing/public.server.ts";
import { type AccountContext, isId } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { type Drip, getWrittenDrip } from "../data.server.ts";
import { TITLE_LIMIT } from "../labels.ts";
import { drips } from "../tables.server.ts";
import { dripOfSteps, stepsOfDrip } from "./steps.ts";

/** A drip as it is now: as written, or as it was edited since in the follow-up editor. */
export interface SavedDrip extends Drip {
  /** The follow-up it became; absent while nobody has edited, published or sent it. */
  readonly followUp?: {
    readonly id: string;
    readonly isPublished: boolean;
    /** It has edits of its own. Without any, a page sends its emails as they were written. */
    readonly isEdited: boolean;
  };
}

/**
 * Loads a drip with the text that it has as a follow-up.
 * @throws AppError not_found
 */
export async function getSavedDrip(
  ctx: AccountContext,
  dripId: string,
  options: { deleted?: boolean } = {},
): Promise<SavedDrip> {
  const drip = await getWrittenDrip(ctx, dripId, options);
  const found = await findFollowUp(ctx, drip.id);
  if (!found) {
    const live = await liveOfDrip(ctx, drip.id);
    return live ? { ...drip, followUp: { id: live, isPublished: true, isEdited: false } } : drip;
  }
  const { sequenceId: id, steps, changes } = found;
  return {
    ...drip,
    title: found.name.trim() || drip.title,
    text: dripOfSteps(steps, drip.text),
    followUp: { id, isPublished: changes !== null, isEdited: true },
  };
}

/**
 * Puts a text in place of what was edited, if anything was. The editor can bring the edited text back; what
 * is published stays until it is published again.
 * @returns whether anything was edited
 */
export async function rewriteFollowUp(ctx: AccountContext, dripId: string, text: DripText): Promise<boolean> {
  const found = await findFollowUp(ctx, dripId);
  if (!found) return false;
  const { sequenceId, name, trigger, revision } = found;
  const gift = found.steps.filter(({ kind }) => kind === "gift");
  const steps = [...gift, ...draftOf(stepsOfDrip(text), (at) => `v${revision + 1}-${at}`)];
  await saveDraft(ctx, sequenceId, { text: { name, trigger, steps }, basis: revision, over: true });
  return true;
}

/**
 * Copies a drip, with every step it has now.
 * @param copyId the copy's id, made with the form, so that a double submit makes one copy
 * @throws AppError not_found
 */
export async function duplicateDrip(ctx: AccountContext, dripId: string, copyId: string): Promise<string> {
  const { title, brief, text, followUp } = await getSavedDrip(ctx, dripId);
  if (!isId(copyId)) throw new AppError("invalid", "This page was open too long. Please try again.");
  const copies = await ctx.db
    .insert(drips)
    .values({
      accountId: ctx.account.id,
      id: copyId,
      title: `${title.slice(0, TITLE_LIMIT - 7)} (copy)`,
      brief,
      text,
      createdAt: ctx.now,
    })
    .onConflictDoNothing()
    .returning({ id: drips.id });
  const found = followUp?.isEdited && copies.length ? await findFollowUp(ctx, dripId) : null;
  if (!found) return copyId;
  const { name, steps } = found;
  const trigger = { kind: "manual", pageId: "", what: "", on: "" };
  const own = steps.filter(({ kind }) => kind !== "gift");
  const copy = { name: `${name.slice(0, 113)} (copy)`, trigger, steps: own };
  await saveDraft(ctx, copyId, { text: copy, basis: 0 });
  return copyId;
}
