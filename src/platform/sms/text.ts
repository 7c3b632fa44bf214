import type { TwilioTrouble } from "./twilio/twilio.server.ts";

/**
 * queued → claimed → committing → sent | failed | unknown, or queued → suppressed. `committing` is stored
 * before the request to Twilio is sent: from then on, only Twilio knows whether the text was accepted.
 */
export const TEXT_STATES = [
  "queued",
  "claimed",
  "committing",
  "sent",
  "failed",
  "unknown",
  "suppressed",
] as const;
export type TextState = (typeof TEXT_STATES)[number];

/**
 * `outbox`: no account can send it, so it waits for its owner's own phone; `hand`: the owner marked it as
 * sent.
 */
export const TEXT_VIAS = ["twilio", "outbox", "hand"] as const;
export type TextVia = (typeof TEXT_VIAS)[number];

/**
 * Why a text failed, or was suppressed by Twilio's response; callers may suppress for reasons of their own.
 */
export const TEXT_REASONS = ["bad_number", "opted_out", "refused", "undelivered", "gave_up"] as const;
export type TextReason = (typeof TEXT_REASONS)[number];

/**
 * Planned by a program, or written by hand to one person: when follow-ups stop, answers remain under their
 * writer's control. A notice goes to a person of the business, `job` to a sub about its work.
 */
export const TEXT_KINDS = ["followup", "answer", "notice", "job"] as const;
export type TextKind = (typeof TEXT_KINDS)[number];

export interface NewText {
  /** UUIDv7. */
  readonly id: string;
  readonly accountId: string;
  /** E.164, such as `+13035550142`. */
  readonly to: string;
  /**
   * Curly quotes, dashes and the like are replaced when it is queued (see `foldForText`), so that it stays
   * short.
   */
  readonly body: string;
  /** What it concerns, such as a lead. */
  readonly aboutId: string;
  /** Default: follow-up. */
  readonly kind?: TextKind;
  /** Earliest time to send; default: right away. */
  readonly sendAt?: Temporal.Instant;
}

/** A stored text during sending. */
export interface TextMessage {
  readonly accountId: string;
  readonly id: string;
  /** The state when this was read. */
  readonly state: TextState;
  readonly kind: TextKind;
  readonly to: string;
  readonly body: string;
  readonly aboutId: string;
  /** Number of messages that the carrier counts. */
  readonly segments: number;
  readonly createdAt: Temporal.Instant;
  readonly attempts: number;
  readonly nextAttemptAt: Temporal.Instant;
  readonly firstAttemptAt: Temporal.Instant | null;
}

/**
 * The stored outcome of sending a text. Delivered at most once, so only a hint to act early; the row is the
 * record.
 */
export interface TextOutcome {
  readonly message: TextMessage;
  readonly state: "sent" | "failed" | "unknown" | "suppressed";
  readonly via?: TextVia | undefined;
  readonly reason: string | null;
}

export type TextVerdict =
  /** Accepted. The SID is missing only if the response could not be read. */
  | { readonly is: "sent"; readonly sid: string | undefined }
  /** Our claim was gone when it should have been sent. Nothing was sent. */
  | { readonly is: "lost" }
  /**
   * Not accepted; worth another try. `away`: Twilio can't be reached. `trouble`: the account needs attention.
   */
  | {
      readonly is: "retry";
      readonly failure: string;
      readonly away: boolean;
      readonly trouble?: TwilioTrouble | undefined;
    }
  | { readonly is: "refused"; readonly failure: string; readonly reason: TextReason }
  /** The request was sent and no response came: it may have been accepted. */
  | { readonly is: "unknown"; readonly failure: string };

const E164 = /^\+[1-9]\d{6,14}$/;

/** Whether a text is a telephone number in E.164 form: a plus, the country code and the number. */
export function isE164(number: string): boolean {
  return E164.test(number);
}
