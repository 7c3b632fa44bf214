/**
 * Marketing that may never arrive twice; mail that someone is waiting for and must not be lost; or what a
 * person wrote to one other by hand, which may not arrive twice either and is asked about whenever it is
 * about to leave.
 */
export const KINDS = ["followup", "transactional", "answer"] as const;
export type MailKind = (typeof KINDS)[number];

/**
 * queued → claimed → committing → sent | failed | unknown, or queued → suppressed. `committing` is stored
 * before the last byte of a message leaves: from there on, nobody but the mail server knows whether it was
 * accepted.
 */
export const STATES = ["queued", "claimed", "committing", "sent", "failed", "unknown", "suppressed"] as const;
export type MailState = (typeof STATES)[number];

/** `hand`: it was in the outbox, and its owner says that they sent it themselves. */
export const VIAS = ["smtp", "outbox", "hand"] as const;
export type MailVia = (typeof VIAS)[number];

/** Why a message failed, for rules. A suppressed message carries the caller's own reason. */
export const REASONS = ["bad_address", "refused", "gave_up", "unusable"] as const;
export type FailureReason = (typeof REASONS)[number];

/** A file of platform/files that goes along. */
export interface Attachment {
  /** As the recipient sees it, such as `Estimate 12.pdf`. */
  readonly name: string;
  readonly contentType: string;
  /** Key of the file. */
  readonly file: string;
}

/** A person or business at an address. */
export interface Mailbox {
  readonly name?: string | undefined;
  readonly address: string;
}

/** A message to be sent. */
export interface NewMail {
  /** UUIDv7, made by whoever creates the message; made here when left out. */
  readonly id?: string;
  /** The business it belongs to; SYSTEM_ACCOUNT for identity and operator mail. */
  readonly accountId: string;
  readonly kind: MailKind;
  readonly to: Mailbox;
  /** The product's own sender when left out. */
  readonly from?: Mailbox;
  readonly replyTo?: string | undefined;
  readonly subject: string;
  /** Plain text, always: some people and all previews read nothing else. */
  readonly text: string;
  readonly html?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly attachments?: readonly Attachment[];
  readonly aboutId?: string | undefined;
  /** Required on a follow-up, and must be in its text (and HTML). */
  readonly unsubscribeUrl?: string | undefined;
  /**
   * Required on a follow-up, and must be in its text (and HTML): the sender's postal address on one or
   * several lines.
   */
  readonly postalAddress?: string | undefined;
  /** Not before this moment; at once when left out. */
  readonly sendAt?: Temporal.Instant;
}

/** A stored message, as it is handed around while it is being sent. */
export interface MailMessage {
  readonly accountId: string;
  readonly id: string;
  /** As it was when this was read. */
  readonly state: MailState;
  readonly kind: MailKind;
  readonly fromName: string;
  readonly fromAddress: string;
  readonly replyTo: string | null;
  readonly recipientName: string;
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly attachments: readonly Attachment[];
  readonly messageIdHeader: string;
  readonly unsubscribeUrl: string | null;
  readonly aboutId: string | null;
  readonly createdAt: Temporal.Instant;
  readonly attempts: number;
  readonly nextAttemptAt: Temporal.Instant;
  readonly firstAttemptAt: Temporal.Instant | null;
}

/**
 * How sending a message ended, as stored. Told at most once, so it is a hint to act early; the row is the
 * record.
 */
export interface MailOutcome {
  readonly message: MailMessage;
  readonly state: "sent" | "failed" | "unknown" | "suppressed";
  readonly via?: MailVia | undefined;
  /** The mail server refused the address itself: nothing should be sent there again. */
  readonly addressBad: boolean;
  readonly permanent: boolean | null;
  readonly reason: string | null;
}
