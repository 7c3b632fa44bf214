import { getBusiness } from "#ground/businesses/public.server.ts";
import { append } from "#ground/evidence/public.server.ts";
import { namesOf } from "#ground/identity/public.server.ts";
import { closePaper } from "#ground/papers/public.server.ts";
import { writeAsProduct } from "#ground/sync/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { derivedId } from "#platform/ids/derived-id.ts";
import { formatMoney } from "#platform/money/money.ts";
import { moment } from "#platform/time/format.ts";
import { STATE_RULES } from "../rules/states.ts";
import { type ChangeRow, findSent, getChange, isChange, lockRow } from "../stored/changes.server.ts";
import { setState } from "../stored/set-state.server.ts";
import { changes } from "../tables.server.ts";
import { type Decision, describeDecision } from "./decision.ts";

/** Adds a decision to the change and to the job's history. */
async function saveDecision(
  ctx: AccountContext,
  { id, jobId, decisions }: Pick<ChangeRow, "id" | "jobId" | "decisions">,
  { is, note }: Pick<Decision, "is" | "note">,
): Promise<void> {
  const decision: Decision = { is, note, by: ctx.user?.id ?? null, at: ctx.now.toString() };
  await ctx.db
    .update(changes)
    .set({ decisions: [...decisions, decision] })
    .where(isChange(ctx, id));
  await append(ctx, {
    job: jobId,
    kind: "changes.decided",
    author: ctx.user?.id ?? null,
    payload: { change: id, is, note },
    about: [],
  });
}

/**
 * Decides that declined work goes on at our cost, or that it's dropped. Its client may still approve work
 * that goes on; what is dropped can't be approved anymore.
 * @throws AppError not_found; invalid without a note; conflict unless it is declined
 */
export async function decideDeclined(
  ctx: AccountContext,
  id: string,
  is: "unpaid" | "dropped",
  note: string,
): Promise<void> {
  await getChange(ctx, id);
  if (is === "unpaid" && note === "") {
    const fault = "Say why, because the change log and the trail show it.";
    throw new AppError("invalid", fault, { fields: { note: fault } });
  }
  const sent = await findSent(ctx, id);
  if (is === "dropped" && sent) await closePaper(ctx, sent.version.id, "withdrawn");
  const row = await setState(ctx, id, is);
  await saveDecision(ctx, row, { is, note });
}

/**
 * Adds a credit to a declined change as a line of its own, for the next revision; nothing is sent.
 * @param of.form the id of the submitted form: submitting it again adds nothing
 * @param of.cents above 0
 * @throws AppError not_found; conflict unless it is declined
 */
export async function addCredit(
  ctx: AccountContext,
  id: string,
  of: { readonly form: string; readonly cents: number; readonly text: string },
): Promise<void> {
  const { record, change, zone } = await getChange(ctx, id);
  const line = derivedId("changes.credit", ctx.account.id, id, of.form);
  if (change.lines.some((one) => one.id === line)) return;
  const row = await lockRow(ctx, id);
  if (row?.state !== "declined")
    throw new AppError(
      "conflict",
      `The status of this change is now “${STATE_RULES[row!.state].label}”. Reload the page, then try again.`,
    );
  const place = Math.max(0, ...change.lines.map((one) => one.place)) + 1;
  const value = {
    ...{ place, category: "other", text: of.text, quantity: 1000, unit: "", cents: -of.cents },
    ...{ isFixed: true, isTaxable: false },
  };
  await writeAsProduct(ctx, record, { [`lines.${line}`]: value }, zone);
  const { currency } = await getBusiness(ctx);
  await saveDecision(ctx, row, { is: "credit", note: `${of.text}, ${formatMoney(of.cents, currency)}` });
}

/** Decisions about a change, the first first, with who decided. */
export async function decisionsOf({ db }: AccountContext, { decisions }: ChangeRow, zone: string) {
  const names = await namesOf(
    db,
    decisions.map(({ by }) => by),
  );
  return decisions.map((one) => {
    const at = Temporal.Instant.from(one.at);
    const who = (one.by && names.get(one.by)) || null;
    return { at, when: moment(at, zone), text: describeDecision(one), who };
  });
}
