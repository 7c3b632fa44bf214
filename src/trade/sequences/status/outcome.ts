import type { LedgerLine } from "./ledger.server.ts";
import type { Outcome } from "./step-outcome.ts";
import { NOT_SENT } from "../rules.ts";
import { textOutcome, unknownOutcome } from "./text-outcome.ts";

/**
 * Describes a step's outcome, and no more than we know: accepted by a server is not delivered.
 * @param wantsNoMail they unsubscribed: a message in the outbox should not be sent
 */
export function outcomeOf(
  line: LedgerLine,
  now: Temporal.Instant,
  mayMail: boolean,
  wantsNoMail = false,
): Outcome {
  const at = line.message?.sentAt ?? line.doneAt ?? (isDecided(line) ? line.decidedAt : null) ?? line.dueAt;
  if (line.state === "not_sent")
    return { state: "unsent", label: `not sent: ${line.reason}`, at, explanation: null };
  if (line.state === "held" && line.isPaused)
    return {
      state: "stopped",
      label: "paused",
      at,
      explanation: "The whole follow-up is paused. Nothing from it goes out until you resume it.",
    };
  if (line.state === "held") return { state: "stopped", label: "on hold", at, explanation: HELD[line.kind] };
  if (line.state === "task") return { state: "now", label: "call them", at, explanation: line.say };
  if (line.state === "done")
    return { state: "done", label: line.reason ?? "done", at, explanation: line.say };
  if (line.state === "passed")
    return { state: "done", label: line.reason ?? "time passed", at, explanation: null };
  if (line.state === "waiting") {
    const isDue = Temporal.Instant.compare(line.dueAt, now) <= 0;
    // A step that waits for verification is retried every few seconds, so it is always due soon.
    if (!mayMail && Temporal.Instant.compare(line.dueAt, now.add({ minutes: 1 })) <= 0)
      return {
        state: "now",
        label: "waiting for you",
        at,
        explanation: "It goes out as soon as you verify your email address.",
      };
    return {
      state: isDue ? "now" : "waiting",
      label: isDue ? DUE[line.kind] : "planned",
      at,
      explanation: line.wish ?? line.reason ?? line.moved ?? line.say,
    };
  }
  const message = line.message;
  if (!message) return { state: "now", label: "going out now", at, explanation: null };
  if (line.kind === "text") return textOutcome(message, at);
  if (message.state === "sent" && message.via === "hand")
    return { state: "done", label: "sent by you", at, explanation: "You sent it from your own email." };
  if (message.state === "sent" && message.via === "outbox" && wantsNoMail)
    return { state: "unsent", label: `not sent: ${NOT_SENT.unsubscribed}`, at, explanation: null };
  if (message.state === "sent")
    return message.via === "outbox"
      ? {
          state: "now",
          label: "waiting for you to send it from your email",
          at,
          explanation:
            "Your email isn’t connected, so it’s here with a link that opens it in your email app.",
        }
      : { state: "done", label: "sent", at, explanation: "Your mail server accepted it." };
  if (message.state === "suppressed")
    return { state: "unsent", label: `not sent: ${message.reason ?? "held"}`, at, explanation: null };
  if (message.state === "failed")
    return {
      state: "unsent",
      label: `not sent: ${describeFailure(message)}`,
      at,
      explanation: message.failure,
    };
  if (message.state === "unknown") return unknownOutcome("email", at);
  const isRetry = message.failure !== null;
  // It missed its time, or the hours closed before the mail server accepted it.
  if (!isRetry && Temporal.Instant.compare(message.nextAttemptAt, now.add({ minutes: 1 })) > 0)
    return {
      state: "waiting",
      label: "planned",
      at: message.nextAttemptAt,
      explanation: "It goes out in your sending hours.",
    };
  return {
    state: "now",
    label: isRetry ? "will try again" : "going out now",
    at: isRetry ? message.nextAttemptAt : at,
    explanation: isRetry ? `The mail server hasn’t accepted it yet: ${message.failure}` : null,
  };
}

const isDecided = ({ state }: LedgerLine) => state === "task" || state === "passed";

const DUE: Record<LedgerLine["kind"], string> = {
  gift: "going out now",
  mail: "going out now",
  text: "going out in legal texting hours",
  call: "about to be due",
  wait: "almost over",
  condition: "about to be checked",
};

const NOTHING_HELD = "On hold. Nothing happens until you resume.";
const HELD: Record<LedgerLine["kind"], string> = {
  gift: NOTHING_HELD,
  mail: "On hold. It goes out when you resume.",
  text: "On hold. It goes out when you resume.",
  call: NOTHING_HELD,
  wait: NOTHING_HELD,
  condition: NOTHING_HELD,
};

function describeFailure(message: { reason: string | null }): string {
  switch (message.reason) {
    case "bad_address":
      return "their email address doesn’t work";
    case "gave_up":
      return "the mail server didn’t accept it for three days";
    case "refused":
      return "the mail server refused it";
    default:
      return "it couldn’t be sent";
  }
}
