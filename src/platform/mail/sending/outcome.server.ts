import { type Backoff, nextAttempt } from "../../sending/backoff.ts";
import type { Change } from "../../sending/sending.server.ts";
import type { Delivered } from "../smtp/delivery.ts";
import type { MayMail } from "./mailer.ts";
import type { MailMessage, MailState, MailVia } from "../message.ts";

/** The change to an email's row, as `mail_mark` expects it. */
export interface MailChange extends Change {
  readonly state: Exclude<MailState, "claimed">;
  readonly via?: MailVia | undefined;
  readonly failure?: string | undefined;
  readonly permanent?: boolean | undefined;
  readonly reason?: string | undefined;
}

/** Age (ms) after which a message must be checked again: what was known at queueing may have changed. */
const FRESH_MS = 5_000;

/**
 * Whether to call `mayStillSend`: the message waited long, or was delayed so that its writer could undo it.
 */
export function needsRecheck({ kind, attempts, createdAt }: MailMessage, now: Temporal.Instant): boolean {
  return kind === "answer" || attempts > 1 || now.epochMilliseconds - createdAt.epochMilliseconds > FRESH_MS;
}

/** The change for a message that may not be sent now; undefined if it may. */
export function changeIfWithheld(answer: MayMail): MailChange | undefined {
  if ("suppressed" in answer) return { state: "suppressed", reason: answer.suppressed };
  return "notBefore" in answer
    ? { state: "queued", unused: true, nextAttemptAt: answer.notBefore }
    : undefined;
}

/**
 * The change to the row after an attempt.
 * @param random from 0 up to 1; spreads retries
 */
export function consequence(
  message: MailMessage,
  verdict: Exclude<Delivered["verdict"], { is: "lost" }>,
  {
    now,
    via,
    random,
    backoff,
  }: { now: Temporal.Instant; via: MailVia; random: number; backoff: Backoff | undefined },
): MailChange {
  if (verdict.is === "sent") return { state: "sent", via };
  const { failure } = verdict;
  if (verdict.is === "refused") return { state: "failed", failure, permanent: true, reason: verdict.reason };
  if (verdict.is === "unknown" && message.kind !== "transactional") return { state: "unknown", failure };
  const next = nextAttempt(now, message.firstAttemptAt ?? now, message.attempts, random, backoff);
  if (next) return { state: "queued", nextAttemptAt: next, failure };
  if (verdict.is === "unknown") return { state: "unknown", failure };
  return { state: "failed", failure, permanent: false, reason: "gave_up" };
}
