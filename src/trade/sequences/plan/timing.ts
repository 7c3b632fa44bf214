import { type Calendar, nextOpen } from "#platform/time/hours.ts";
import type { DueStep } from "../sending/due-steps.server.ts";
import { dueAfter, openFor, type Step, waitsForDays } from "./planner.ts";
import { OVERDUE } from "./overdue.ts";
import { isPromised, isSent } from "../rules.ts";

/** How soon to check again on a step that waits for something else. */
export const LOOK_AGAIN: Temporal.DurationLike = { seconds: 15 };

/** When a due step may be done. */
export interface Timing {
  /** At the latest now if it may be done now. */
  readonly from: Temporal.Instant;
  /** A delayed message, to be spread over the open hours with others of its kind. */
  readonly isHeldUp: boolean;
}

const later = (one: Temporal.Instant, other: Temporal.Instant | null) =>
  other && Temporal.Instant.compare(other, one) > 0 ? other : one;

/**
 * The first time at or after `at` when a lead's step may be done. People from a file get their first email in
 * working hours.
 */
const openTo = (step: Step, row: Pick<DueStep, "asked">, at: Temporal.Instant, calendar: Calendar) =>
  step.kind === "gift" && !row.asked ? nextOpen(at, calendar)! : openFor(step, at, calendar);

/**
 * Whether a step was already planned when the day began, so that the owner's heads-up email lists it: it
 * waits for days, or for the time chosen for people from a file.
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
 * The earliest time a due step may go: now, if it is on time. A step that a downtime delayed waits for the
 * next open hours. If the step before it went out late or is still being sent, it keeps its distance from
 * that, so that our downtime doesn't send a lead two messages at once.
 */
export function timingOf(
  step: Step,
  row: Pick<DueStep, "dueAt" | "before" | "asked">,
  at: Temporal.Instant,
  calendar: Calendar,
): Timing {
  const { dueAt, before } = row;
  // This step needs no mail server, but those after it would overtake the message before it.
  if (before?.isUnderWay && !isSent(step))
    return { from: later(at.add(LOOK_AGAIN), before.triedAt), isHeldUp: false };
  const left = before?.isUnderWay ? at : before?.at;
  const apart = left ? dueAfter(step, left, calendar) : dueAt;
  const planned = Temporal.Instant.compare(apart, dueAt.add(OVERDUE)) > 0 ? apart : dueAt;
  if (Temporal.Instant.compare(planned, at) > 0) return { from: planned, isHeldUp: false };
  if (isPromised(step, row)) return { from: at, isHeldUp: false };
  const isOnTime =
    Temporal.Instant.compare(at, planned.add(OVERDUE)) <= 0 &&
    [planned, at].every((moment) => openTo(step, row, moment, calendar).equals(moment));
  if (isOnTime) return { from: at, isHeldUp: false };
  if (!isSent(step)) return { from: openFor(step, at, calendar), isHeldUp: false };
  // Hours late no one expects it anymore, so it goes in the open hours even if its plan allows any hour.
  return { from: nextOpen(at, calendar)!, isHeldUp: true };
}
