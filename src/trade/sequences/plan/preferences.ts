import { SPACING } from "#trade/leads/public.server.ts";
import { type Calendar, dueAfter, openFor, type Step } from "./planner.ts";
import { isSent } from "../rules.ts";

export interface Ahead {
  readonly enrolmentId: string;
  readonly step: number;
  readonly planned: Step;
  readonly due: Temporal.Instant;
}

export interface Preference {
  readonly now: Temporal.Instant;
  readonly held: Temporal.Instant | null;
  /** Least calendar distance between emails; null if they asked for none. */
  readonly spacing: Temporal.DurationLike | null;
  readonly last: Temporal.Instant | null;
}

const later = (one: Temporal.Instant, other: Temporal.Instant | null) =>
  other && Temporal.Instant.compare(other, one) > 0 ? other : one;

/** The earliest next email to a lead who wants a distance between emails. */
export function earliestNextMail(
  last: Temporal.Instant | null,
  spacing: Temporal.DurationLike | null,
  calendar: Calendar,
): Temporal.Instant | null {
  return last && spacing ? last.toZonedDateTimeISO(calendar.zones[0].zone).add(spacing).toInstant() : null;
}

/**
 * When each step is due by the lead's preferences: none before the pause ends, each as far from the one
 * before it as planned, and emails of all sequences as far apart as they asked. The one that would go first
 * alone goes first.
 * @param ahead in order within each sequence
 */
export function planPreferred(
  ahead: readonly Ahead[],
  preference: Preference,
  calendar: Calendar,
): Temporal.Instant[] {
  const due: Temporal.Instant[] = [];
  const before = new Map<string, Temporal.Instant>();
  const waiting = new Map<string, number[]>();
  for (const [at, { enrolmentId }] of ahead.entries())
    waiting.set(enrolmentId, [...(waiting.get(enrolmentId) ?? []), at]);
  let { last } = preference;
  const nextOf = (at: number) => {
    const { enrolmentId, planned, due: original } = ahead[at]!;
    const sent = before.get(enrolmentId);
    const unspaced = later(later(original, sent ? dueAfter(planned, sent, calendar) : null), preference.held);
    // Calls and conditions follow their plan.
    const spaced = isSent(planned)
      ? later(unspaced, earliestNextMail(last, preference.spacing, calendar))
      : unspaced;
    return {
      unspaced,
      moment: spaced.equals(original) ? original : openFor(planned, later(spaced, preference.now), calendar),
    };
  };
  while (waiting.size) {
    const [first] = [...waiting.entries()]
      .map(([enrolmentId, [at = 0]]) => ({ enrolmentId, at, ...nextOf(at) }))
      .toSorted((a, b) => Temporal.Instant.compare(a.unspaced, b.unspaced) || a.at - b.at);
    const { enrolmentId, at, moment } = first!;
    due[at] = moment;
    before.set(enrolmentId, moment);
    if (isSent(ahead[at]!.planned)) last = moment;
    const rest = waiting.get(enrolmentId)!.slice(1);
    if (rest.length) waiting.set(enrolmentId, rest);
    else waiting.delete(enrolmentId);
  }
  return due;
}

/** The distance a lead wants between emails; null if none. */
export const spacingOf = (lead: {
  readonly mailSpacing: keyof typeof SPACING | null;
}): Temporal.DurationLike | null => (lead.mailSpacing ? SPACING[lead.mailSpacing] : null);
