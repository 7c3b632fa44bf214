import { headerText } from "../compose/header-text.ts";
import type { FailureReason } from "../message.ts";
import { causeOfRefusal } from "./refusal.ts";

export type Verdict =
  | { readonly is: "sent" }
  /** Not accepted; worth another try. */
  | { readonly is: "retry"; readonly failure: string }
  | { readonly is: "refused"; readonly failure: string; readonly reason: FailureReason }
  /** The last byte was sent and no response came: nobody here can know whether it was accepted. */
  | { readonly is: "unknown"; readonly failure: string };

/** The parts of a mail client's error that decide. */
export interface SmtpError {
  readonly message: string;
  readonly code?: string | undefined;
  readonly command?: string | undefined;
  readonly response?: string | false | undefined;
  readonly responseCode?: number | undefined;
}

const ANSWERED = new Set(["MAIL FROM", "RCPT TO", "DATA"]);
// Not about the message: wrong session state (503), or sign-in required or refused (530, 534, 535, 538).
const SESSION_CODES = new Set([503, 530, 534, 535, 538]);

/**
 * Judges one attempt.
 * @param error the attempt's error; undefined if the server responded 2xx
 * @param opened whether the end of the message was sent (see conversation.server.ts); before that nothing can
 * have been accepted
 */
export function judge(error: SmtpError | undefined, opened: boolean): Verdict {
  if (!error) {
    if (opened) return { is: "sent" };
    return { is: "retry", failure: "The mail server answered before it had the whole message." };
  }
  const failure = failureText(error);
  const code = error.responseCode;
  const aboutMessage = code !== undefined && ANSWERED.has(error.command ?? "");
  // After the end was sent, only a response to the message itself counts; a broken connection says nothing
  // about it.
  if (opened && !(aboutMessage && error.code === "EMESSAGE")) return { is: "unknown", failure };
  if (aboutMessage && code >= 500 && !SESSION_CODES.has(code))
    return { is: "refused", failure, reason: isAddressRefused(error) ? "bad_address" : "refused" };
  if (!aboutMessage && error.code === "EMESSAGE") return { is: "refused", failure, reason: "unusable" };
  if (!aboutMessage && error.code === "EENVELOPE") return { is: "refused", failure, reason: "bad_address" };
  return { is: "retry", failure };
}

/** Whether a response is about sign-in or session state rather than about a message. */
export function isAboutSession(error: SmtpError | undefined): boolean {
  return error?.responseCode !== undefined && SESSION_CODES.has(error.responseCode);
}

/**
 * Whether the server refused the recipient's address itself, rather than us or this message; uses the same
 * rules as for bounces.
 */
function isAddressRefused({ command, responseCode, response }: SmtpError): boolean {
  if (command !== "RCPT TO" && command !== "DATA") return false;
  const text = response || "";
  const statuses = [...text.matchAll(/^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/gm)].map(([, status]) => status!);
  // Each line of a response begins with its code, which is not part of the text.
  const message = text
    .replace(/^\d{3}[ -](?:\d\.\d{1,3}\.\d{1,3}\b)?/gm, " ")
    .replace(/[^\s<>()[\]",;:]{1,64}@[^\s<>()[\]",;]{1,253}/g, "<address>");
  const cause = causeOfRefusal(message, command === "RCPT TO" ? [...new Set(statuses)] : []);
  if (cause !== "unclear" || command === "DATA") return cause === "unreachable";
  // A plain no to RCPT TO, without a reason, is about the address.
  return (
    !statuses.length &&
    !/\b\d{1,3}(?:\.\d{1,3}){3}\b/.test(message) &&
    (responseCode === 550 || responseCode === 551 || responseCode === 553)
  );
}

/** The error text for the sender's page: the server's response if there is one. */
function failureText(error: SmtpError): string {
  return headerText(error.response || `${error.code ?? "error"}: ${error.message}`).slice(0, 500);
}
