import {
  getHistoryEntry,
  type HistoryEntry,
  lastUndoable,
  formatMoney,
  restoreNote,
  undoHistoryEntry,
} from "#trade/leads/public.server.ts";
import {
  pauseLeadFollowUp,
  type LedgerLine,
  resumeLeadFollowUp,
  undoCall,
} from "#trade/sequences/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { undoSentByHand } from "../by-hand.server.ts";

/** How long the last action can be undone at the top of the page. Other places may allow longer. */
const OFFERED = Temporal.Duration.from({ minutes: 30 });

/** The business's last action on a lead, and how to undo it. */
export interface Said {
  readonly words: string;
  readonly button: string;
  /** Its name: `do=take-back` with this undoes it. */
  readonly deed: string;
}

/** The business's last recent action on a lead; null when there is none. */
export function lastUndoableOf(
  { happenings, ledger }: { happenings: readonly HistoryEntry[]; ledger: readonly LedgerLine[] },
  now: Temporal.Instant,
  currency: string,
): Said | null {
  const found: { at: Temporal.Instant; said: Said }[] = [];
  const happening = lastUndoable(happenings, now, OFFERED);
  if (happening)
    found.push({
      at: happening.at,
      said: { words: saidWords(happening, currency), button: "Undo", deed: `said:${happening.id}` },
    });
  for (const { id, what, undoneAt } of happenings)
    if (what === "note" && undoneAt)
      found.push({
        at: undoneAt,
        said: { words: "Note removed.", button: "Undo", deed: `note:${id}` },
      });
  for (const { enrolmentId, step, kind, state, reason, doneAt, message, subject } of ledger) {
    if (kind === "call" && state === "done" && doneAt)
      found.push({
        at: doneAt,
        said: {
          words: `Call noted: ${reason ?? "done"}.`,
          button: "Undo",
          deed: `call:${enrolmentId}:${step}`,
        },
      });
    if (message?.via === "hand" && message.sentAt)
      found.push({
        at: message.sentAt,
        said: {
          words: `You marked this as sent: “${subject}”.`,
          button: "Undo",
          deed: `${kind === "text" ? "text" : "mail"}:${message.id}`,
        },
      });
  }
  return (
    found
      .filter(({ at }) => Temporal.Instant.compare(at.add(OFFERED), now) >= 0)
      .sort((one, other) => Temporal.Instant.compare(one.at, other.at))
      .at(-1)?.said ?? null
  );
}

function saidWords({ what, words, details }: HistoryEntry, currency: string): string {
  switch (what) {
    case "won":
      return words ? `You marked this lead won (${words}).` : "You marked this lead won.";
    case "lost":
      return words ? `You marked this lead lost (${words}).` : "You marked this lead lost.";
    case "booked":
      return "Appointment set.";
    case "replied":
      return "Marked as replied.";
    case "note":
      return "Note saved.";
    case "value":
      return typeof details.cents === "number"
        ? `Value set to ${formatMoney(details.cents, currency)}.`
        : "Value removed.";
    case "moved":
      return "You moved them to another stage.";
    case "held":
      return "You put them on hold.";
    default:
      return "Resumed.";
  }
}

/** Undoes what `deed` names; repeating it changes nothing. @throws AppError not_found, conflict */
export async function undoLast(ctx: AccountContext, leadId: string, deed: string): Promise<void> {
  const [kind, id = "", step = ""] = deed.split(":");
  switch (kind) {
    case "said": {
      if (await undoHistoryEntry(ctx, leadId, id)) return;
      const { what } = await getHistoryEntry(ctx, leadId, id);
      if (what === "held") return resumeLeadFollowUp(ctx, leadId);
      if (what === "went-on") return pauseLeadFollowUp(ctx, leadId);
      throw new AppError("not_found", "That can’t be undone anymore.");
    }
    case "note":
      return restoreNote(ctx, leadId, id);
    case "call":
      await undoCall(ctx, { leadId, enrolmentId: id, step: Number(step) });
      return;
    case "mail":
    case "text":
      return undoSentByHand(ctx, kind, id, leadId);
    default:
      throw new AppError("not_found", "That can’t be undone anymore.");
  }
}
