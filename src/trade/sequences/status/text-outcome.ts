import type { LedgerLine } from "./ledger.server.ts";
import type { Outcome } from "./step-outcome.ts";

type Message = NonNullable<LedgerLine["message"]>;

/** Describes a text's outcome, and no more than we know: accepted by Twilio is not delivered. */
export function textOutcome(message: Message, at: Temporal.Instant): Outcome {
  switch (message.state) {
    case "sent":
      return describeSent(message, at);
    case "suppressed":
      return {
        state: "unsent",
        label: `not sent: ${describeSuppression(message.reason)}`,
        at,
        explanation: null,
      };
    case "failed":
      return {
        state: "unsent",
        label: `not sent: ${describeFailure(message.reason)}`,
        at,
        explanation: message.failure,
      };
    case "unknown":
      return unknownOutcome("text", at);
    default: {
      const isRetry = message.failure !== null;
      return {
        state: "now",
        label: isRetry ? "will try again" : "going out in legal texting hours",
        at: isRetry ? message.nextAttemptAt : at,
        explanation: isRetry ? `Twilio hasn’t accepted it yet: ${message.failure}` : null,
      };
    }
  }
}

/** A message that may or may not have been sent. */
export const unknownOutcome = (what: "email" | "text", at: Temporal.Instant): Outcome => ({
  state: "stopped",
  label: "can’t tell whether it arrived",
  at,
  explanation: `The connection dropped while we were sending the ${what}. They may have it already, so we won’t send it again unless you do.`,
});

function describeSent({ via, deliveredAt }: Message, at: Temporal.Instant): Outcome {
  if (via === "hand")
    return { state: "done", label: "sent by you", at, explanation: "You sent it from your own phone." };
  if (via === "outbox")
    return {
      state: "now",
      label: "waiting for you to send it from your phone",
      at,
      explanation: "Twilio isn’t connected, so it’s here with a link that opens it in your messages.",
    };
  if (deliveredAt)
    return {
      state: "done",
      label: "delivered",
      at: deliveredAt,
      explanation: "Their carrier says it arrived.",
    };
  return {
    state: "done",
    label: "sent",
    at,
    explanation: "Their carrier hasn’t confirmed delivery yet.",
  };
}

/** A STOP recorded at Twilio comes as a code; others are sentences. */
const describeSuppression = (reason: string | null) =>
  reason === "opted_out" ? "they opted out of texts" : (reason ?? "held");

function describeFailure(reason: string | null): string {
  switch (reason) {
    case "bad_number":
      return "their number can’t get texts";
    case "undelivered":
      return "their carrier didn’t deliver it";
    case "gave_up":
      return "Twilio didn’t accept it for three days";
    case "refused":
      return "Twilio refused it";
    default:
      return "it couldn’t be sent";
  }
}
