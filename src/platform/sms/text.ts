import type { TwilioTrouble } from "./twilio/twilio.server.ts";

/**
 * queued → claimed → committing → sent | failed | unknown, or queued → suppressed. `committing` is stored
 * before the request to Twilio leaves: from there on, nobody but Twilio knows whether the text was taken.
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
 * Where it went. `outbox`: nobody is set up to send it, so it waits for its owner's own phone; `hand`: they
 * say that they sent it.
 */
export const TEXT_VIAS = ["twilio", "outbox", "hand"] as const;
export type TextVia = (typeof TEXT_VIAS)[number];

/**
 * Why a text failed, or was suppressed by what Twilio answered; a caller's own reasons for suppressing stand
 * beside these.
 */
export const TEXT_REASONS = ["bad_number", "opted_out", "refused", "undelivered", "gave_up"] as const;
export type TextReason = (typeof TEXT_REASONS)[number];

/**
 * Planned by a program, or written by a person as an answer to one other: what ends the first leaves the
 * second to its writer.
 */
export const TEXT_KINDS = ["followup", "answer"] as const;
export type TextKind = (typeof TEXT_KINDS)[number];

/** A text to be sent. */
export interface NewText {
  /** UUIDv7, made by whoever creates the text. */
  readonly id: string;
  readonly accountId: string;
  /** E.164, such as `+13035550142`. */
  readonly to: string;
  /**
   * Curly quotes, dashes and the like are folded when it is queued (see `foldForText`), so that it stays
   * short.
   */
  readonly body: string;
  /** What it concerns, such as a lead. */
  readonly aboutId: string;
  /** A follow-up when left out. */
  readonly kind?: TextKind;
  /** Not before this moment; at once when left out. */
  readonly sendAt?: Temporal.Instant;
}

/** A stored text, as it is handed around while it is being sent. */
export interface TextMessage {
  readonly accountId: string;
  readonly id: string;
  /** As it was when this was read. */
  readonly state: TextState;
  readonly kind: TextKind;
  readonly to: string;
  readonly body: string;
  readonly aboutId: string;
  /** How many the carrier counts. */
  readonly segments: number;
  readonly createdAt: Temporal.Instant;
  readonly attempts: number;
  readonly nextAttemptAt: Temporal.Instant;
  readonly firstAttemptAt: Temporal.Instant | null;
}

/**
 * How sending a text ended, as stored. Told at most once, so it is a hint to act early; the row is the
 * record.
 */
export interface TextOutcome {
  readonly message: TextMessage;
  readonly state: "sent" | "failed" | "unknown" | "suppressed";
  readonly via?: TextVia | undefined;
  readonly reason: string | null;
}

/** What became of handing a text to Twilio. */
export type TextVerdict =
  /** Taken. The SID is missing only where the answer could not be read. */
  | { readonly is: "sent"; readonly sid: string | undefined }
  /** It was not ours to send any more when it should have left. Nothing left. */
  | { readonly is: "lost" }
  /**
   * Not taken, and worth another try. `away`: nobody is there at all. `trouble`: it is the account that needs
   * somebody.
   */
  | {
      readonly is: "retry";
      readonly failure: string;
      readonly away: boolean;
      readonly trouble?: TwilioTrouble | undefined;
    }
  | { readonly is: "refused"; readonly failure: string; readonly reason: TextReason }
  /** The request left and no answer came: it may have been taken. */
  | { readonly is: "unknown"; readonly failure: string };

const E164 = /^\+[1-9]\d{6,14}$/;

/** Whether a text is a telephone number in E.164: a plus, the country code and the number, nothing else. */
export function isE164(number: string): boolean {
  return E164.test(number);
}
