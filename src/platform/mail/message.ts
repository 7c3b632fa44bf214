/**
 * `followup`: marketing that may never arrive twice. `transactional`: someone is waiting for it, so it must
 * not be lost. `answer`: written by hand to one person; may not arrive twice either, and is always rechecked
 * before sending.
 */
export const KINDS = ["followup", "transactional", "answer"] as const;
export type MailKind = (typeof KINDS)[number];

/**
 * queued → claimed → committing → sent | failed | unknown, or queued → suppressed. `committing` is stored
 * before the last byte of a message is sent: from then on, only the mail server knows whether it was
 * accepted.
 */
export const STATES = ["queued", "claimed", "committing", "sent", "failed", "unknown", "suppressed"] as const;
export type MailState = (typeof STATES)[number];

/** `hand`: it was in the outbox, and its owner marked it as sent by hand. */
export const VIAS = ["smtp", "outbox", "hand"] as const;
export type MailVia = (typeof VIAS)[number];

/** Why a message failed, for rules. A suppressed message has its caller's reason. */
export const REASONS = ["bad_address", "refused", "gave_up", "unusable"] as const;
export type FailureReason = (typeof REASONS)[number];

export type Attachment = {
  /** As the recipient sees it, such as `Estimate 12.pdf`. */
  readonly name: string;
  readonly contentType: string;
} & (
  | { /** Its key in the file store. */ readonly file: string }
  /** Short text, stored and erased with the message, such as a calendar's event. */
  | { readonly text: string }
);

export interface Mailbox {
  readonly name?: string | undefined;
  readonly address: string;
}

export interface NewMail {
  /** UUIDv7; generated if omitted. */
  readonly id?: string;
  /** The business it belongs to; SYSTEM_ACCOUNT for identity and operator mail. */
  readonly accountId: string;
  readonly kind: MailKind;
  readonly to: Mailbox;
  /** Default: the product's own sender. */
  readonly from?: Mailbox;
  readonly replyTo?: string | undefined;
  readonly subject: string;
  /** Plain text, always required: some people and all previews read nothing else. */
  readonly text: string;
  readonly html?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly attachments?: readonly Attachment[];
  readonly aboutId?: string | undefined;
  /** Required on a follow-up, and must be in its text (and HTML). */
  readonly unsubscribeUrl?: string | undefined;
  /**
   * Required on a follow-up, and must be in its text (and HTML): the sender's postal address on one or more
   * lines.
   */
  readonly postalAddress?: string | undefined;
  /** Earliest time to send; default: right away. */
  readonly sendAt?: Temporal.Instant;
}

/** A stored message during sending. */
export interface MailMessage {
  readonly accountId: string;
  readonly id: string;
  /** The state when this was read. */
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
 * The stored outcome of sending a message. Delivered at most once, so only a hint to act early; the row is
 * the record.
 */
export interface MailOutcome {
  readonly message: MailMessage;
  readonly state: "sent" | "failed" | "unknown" | "suppressed";
  readonly via?: MailVia | undefined;
  /** The mail server refused the address itself: send nothing there again. */
  readonly addressBad: boolean;
  readonly permanent: boolean | null;
  readonly reason: string | null;
}
