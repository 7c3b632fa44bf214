import { type Calendar, nextOpen } from "#platform/time/hours.ts";
import type { DueStep } from "../sending/due-steps.server.ts";
import { dueAfter, openFor, type Step, waitsForDays } from "./planner.ts";
import { OVERDUE } from "./overdue.ts";
import { isPromised, isSent } from "../rules.ts";

/** When what waits for something to happen is looked at again. */
export const LOOK_AGAIN: Temporal.DurationLike = { seconds: 15 };

/** When a due step may be done. */
export interface Timing {
  /** Not before this; at the latest now where it may be done. */
  readonly from: Temporal.Instant;
  /** It is a message that was held up: with others of its kind it is spread over the open hours. */
  readonly isHeldUp: boolean;
}

const later = (one: Temporal.Instant, other: Temporal.Instant | null) =>
  other && Temporal.Instant.compare(other, one) > 0 ? other : one;

/**
 * The first moment, not before `at`, at which a step of somebody's may be done. People of a file get their
 * first mail in working hours.
 */
const openTo = (step: Step, row: Pick<DueStep, "asked">, at: Temporal.Instant, calendar: Calendar) =>
  step.kind === "gift" && !row.asked ? nextOpen(at, calendar)! : openFor(step, at, calendar);

/**
 * Whether a step was known when the day began, so that the owner is told of it that morning: it waits for
 * days, or its time was chosen for people of a file, and they were inside before.
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
 * The earliest that a due step may go: on time it goes at once. One that a downtime held up waits for the
 * next open hours, and one whose forerunner went out late, or has not yet, keeps its distance from that:
 * nobody gets two at once because we were away.
 */
export function timingOf(
  step: Step,
  row: Pick<DueStep, "dueAt" | "before" | "asked">,
  at: Temporal.Instant,
  calendar: Calendar,
): Timing {
  const { dueAt, before } = row;
  // What is no message has nothing to wait at a mail server for, but what comes after it has: it waits in its
  // place.
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
  // Hours late nobody expects it any more, so that what may go at any hour keeps to the open ones as well.
  return { from: nextOpen(at, calendar)!, isHeldUp: true };
}
