import {
  addFound,
  addNote,
  addTodo,
  finishTodo,
  bookLead,
  endLead,
  isStage,
  type LeadOutcome,
  LONGEST_REASON,
  moveLead,
  readMoney,
  recordReply,
  reopenLead,
  valueLead,
} from "#trade/leads/public.server.ts";
import {
  isCallResult,
  noteCall,
  pauseLeadFollowUp,
  resumeLeadFollowUp,
} from "#trade/sequences/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import type { PostedForm } from "#platform/http/request/form.server.ts";
import { markSentByHand } from "../by-hand.server.ts";
import { undoLast } from "./undo.server.ts";
import { sendAgain } from "./unknown-outcome.server.ts";

/** Fields whose input survives a rejected form. */
export const TYPED = ["value", "reason", "note", "text", "day", "time", "todo"] as const;

/**
 * Does what a form on a lead's page says; see `action` of lead.tsx.
 * @throws AppError invalid with a message per field, not_found, conflict
 */
export async function answerLead(ctx: AccountContext, id: string, form: PostedForm): Promise<void> {
  const { do: answer = "", enrolment = "", step, message = "", deed = "" } = form;
  const [outcome, why] = answer.split(/:(.*)/s);
  if (isCallResult(answer))
    return noteCall(ctx, { leadId: id, enrolmentId: enrolment, step: Number(step), result: answer });
  if (answer === "sent-mail" || answer === "sent-text")
    return markSentByHand(ctx, answer === "sent-mail" ? "mail" : "text", message, id);
  if (answer === "again-mail" || answer === "again-text")
    return sendAgain(ctx, answer === "again-mail" ? "mail" : "text", message, id);
  if (answer === "take-back") return undoLast(ctx, id, deed);
  if (answer === "todo")
    return addTodo(ctx, id, {
      id: form["todo"] ?? "",
      text: form["text"] ?? "",
      day: form["day"] ?? "",
      time: form["time"] ?? "",
    });
  if (answer === "todo-done" || answer === "todo-undo")
    return finishTodo(ctx, id, form["todo"] ?? "", answer === "todo-done");
  if (answer === "add-found") return addFound(ctx, id, form["address"] ?? "");
  if (answer === "note") {
    await addNote(ctx, id, form["note"] ?? "");
    return;
  }
  if (answer === "value")
    return valueLead(ctx, id, readMoney(form["value"] ?? "") ?? (form["value"]?.trim() ? Number.NaN : null));
  if (outcome === "stage" && isStage(why)) return void (await moveLead(ctx, id, why));
  if (outcome === "won" || outcome === "lost") return endAs(ctx, id, outcome, why ?? form["reason"]);
  await (ANSWERS[answer] ?? ANSWERS["replied"]!)(ctx, id);
}

function endAs(
  ctx: AccountContext,
  id: string,
  outcome: LeadOutcome,
  reason: string | undefined,
): Promise<void> {
  const why = reason?.trim();
  if (why && why.length > LONGEST_REASON) {
    const problem = `Keep it under ${LONGEST_REASON} characters. Use a note for more.`;
    throw new AppError("invalid", problem, { fields: { reason: problem } });
  }
  return endLead(ctx, id, outcome, why);
}

const ANSWERS: Readonly<Record<string, (ctx: AccountContext, leadId: string) => Promise<void>>> = {
  replied: (ctx, id) => recordReply(ctx, id, { via: "owner" }),
  hold: pauseLeadFollowUp,
  "go-on": resumeLeadFollowUp,
  booked: bookLead,
  undo: reopenLead,
};
