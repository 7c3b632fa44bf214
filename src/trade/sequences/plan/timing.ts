import { type Calendar, nextOpen } from "#platform/time/hours.ts";
import type { DueStep } from "../sending/due-steps.server.ts";
import { dueAfter, openFor, type Step, waitsForDays } from "./planner.ts";
import { OVERDUE } from "./overdue.ts";
import { isPromised, isSent } from "../rules.ts";

/** How soon to check a step again that waits for something else. */
export const LOOK_AGAIN: Temporal.DurationLike = { seconds: 15 };

export interface Timing {
  /** At the latest now, if it may be done. */
  readonly from: Temporal.Instant;
  /** To be spread over the open hours with other delayed messages. */
  readonly isDelayed: boolean;
}

const later = (one: Temporal.Instant, other: Temporal.Instant | null) =>
  other && Temporal.Instant.compare(other, one) > 0 ? other : one;

/** People from a file get their first email in working hours. */
const openForLead = (step: Step, row: Pick<DueStep, "asked">, at: Temporal.Instant, calendar: Calendar) =>
  step.kind === "gift" && !row.asked ? nextOpen(at, calendar)! : openFor(step, at, calendar);

/**
 * Whether the owner's heads-up email lists a step: it waits for days, or for the time chosen for people from
 * a file, and the lead was enrolled before the day began.
 */
export const isAnnounced = (
  step: Step,
  row: Pick<DueStep, "asked" | "startedAt">,
  since: Temporal.Instant,
): boolean =>
  isSent(step) &&
  (step.kind === "gift" ? !row.asked : waitsForDays(step.delay)) &&
  Temporal.Instant.compare(row.startedAt, since) < 0;

/**
 * The earliest time a due step may go: now, if it is on time. A delayed step waits for the open hours. After
 * a step that went out late or is still being sent, it keeps its distance, so that our downtime doesn't send
 * anyone two messages at once.
 */
export function timingOf(
  step: Step,
  row: Pick<DueStep, "dueAt" | "before" | "asked">,
  at: Temporal.Instant,
  calendar: Calendar,
): Timing {
  const { dueAt, before } = row;
  // This step needs no mail server, but a later one would overtake the message.
  if (before?.isUnderWay && !isSent(step))
    return { from: later(at.add(LOOK_AGAIN), before.triedAt), isDelayed: false };
  const left = before?.isUnderWay ? at : before?.at;
  const apart = left ? dueAfter(step, left, calendar) : dueAt;
  const planned = Temporal.Instant.compare(apart, dueAt.add(OVERDUE)) > 0 ? apart : dueAt;
  if (Temporal.Instant.compare(planned, at) > 0) return { from: planned, isDelayed: false };
  if (isPromised(step, row)) return { from: at, isDelayed: false };
  const isOnTime =
    Temporal.Instant.compare(at, planned.add(OVERDUE)) <= 0 &&
    [planned, at].every((moment) => openForLead(step, row, moment, calendar).equals(moment));
  if (isOnTime) return { from: at, isDelayed: false };
  if (!isSent(step)) return { from: openFor(step, at, calendar), isDelayed: false };
  // Hours late no one expects it anymore, whatever its plan allows.
  return { from: nextOpen(at, calendar)!, isDelayed: true };
}
