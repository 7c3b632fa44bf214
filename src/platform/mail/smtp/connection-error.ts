/** Causes of a failed connection to a mail server that a person can act on. */
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
  | "grant-over"
  | "grant-away"
  | "grant-refused"
  | "sending-off"
  | "sender"
  | "folder"
  | "hung-up"
  | "unreadable"
  | "odd";

/** The parts of a connection error that decide. */
export interface ConnectionError {
  readonly message?: string | undefined;
  readonly code?: string | undefined;
  readonly authenticationFailed?: boolean | undefined;
}

// The order matters: sign-in errors quote arbitrary server text. Node reports a TLS error in its code,
// nodemailer only in the message.
const SIGNS: readonly (readonly [RegExp, Trouble])[] = [
  [/^EUNREADABLE /, "unreadable"],
  [/^EPRIVATE /, "private"],
  [/^EPLAIN /, "plain"],
  // A permission that the provider ended, can't be asked about, or gives this site no longer.
  [/^EGRANT /, "grant-over"],
  [/^EGRANTAWAY /, "grant-away"],
  [/^EGRANTSITE /, "grant-refused"],
  // Microsoft's words for a mailbox or company that may not send by SMTP at all (535 5.7.139).
  [/^EAUTH .*SmtpClientAuthentication is disabled/, "sending-off"],
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

/** The cause of a connection error. */
export function troubleOf(error: ConnectionError): Trouble {
  if (error.authenticationFailed) return "password";
  const text = `${error.code ?? ""} ${error.message ?? ""}`;
  return SIGNS.find(([sign]) => sign.test(text))?.[1] ?? "odd";
}

/** Whether waiting won't help: a person has to fix it. */
export function needsAttention(trouble: Trouble): boolean {
  return !["refused", "timeout", "hung-up", "odd", "unknown-host", "grant-away"].includes(trouble);
}
