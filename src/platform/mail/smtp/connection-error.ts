/** What can be wrong with a connection to a mail server, as far as a person can do something about it. */
export type Trouble =
  | "unknown-host"
  | "private"
  | "plain"
  | "refused"
  | "timeout"
  | "certificate"
  | "no-encryption"
  | "wrong-security"
  | "password"
  | "sender"
  | "folder"
  | "hung-up"
  | "unreadable"
  | "odd";

/** The parts of a connection's error that tell. */
export interface ConnectionError {
  readonly message?: string | undefined;
  readonly code?: string | undefined;
  readonly authenticationFailed?: boolean | undefined;
}

// In this order: an error of sign-in quotes whatever its server says. Node names a fault of TLS in its code,
// nodemailer in the message only.
const SIGNS: readonly (readonly [RegExp, Trouble])[] = [
  [/^EUNREADABLE /, "unreadable"],
  [/^EPRIVATE /, "private"],
  [/^EPLAIN /, "plain"],
  [/^EAUTH /, "password"],
  [/^EENVELOPE /, "sender"],
  [/^EFOLDER /, "folder"],
  [/^EDNS |ENOTFOUND|EAI_AGAIN/, "unknown-host"],
  [/ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL/, "refused"],
  [/certificate|self[- ]signed|altnames|CERT_|UNABLE_TO_(VERIFY|GET)|unable to (verify|get)/i, "certificate"],
  [/STARTTLS/i, "no-encryption"],
  [/wrong version number|packet length|EPROTO\b|ssl3|tls_|record layer|SSL routines/i, "wrong-security"],
  [/TIMEDOUT|TIMEOUT|timeout|took too long|greeting never/i, "timeout"],
  [/ECONNRESET|ECONNECTION|EPIPE|closed|NoConnection|hang up|ended/i, "hung-up"],
];

/** What an error of a connection means. */
export function troubleOf(error: ConnectionError): Trouble {
  if (error.authenticationFailed) return "password";
  const text = `${error.code ?? ""} ${error.message ?? ""}`;
  return SIGNS.find(([sign]) => sign.test(text))?.[1] ?? "odd";
}

/** Whether waiting will not mend it: somebody has to do something. */
export function needsAttention(trouble: Trouble): boolean {
  return !["refused", "timeout", "hung-up", "odd", "unknown-host"].includes(trouble);
}
