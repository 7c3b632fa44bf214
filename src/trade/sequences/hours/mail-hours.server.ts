import { sql } from "drizzle-orm";
import { getBusiness } from "#ground/businesses/public.server.ts";
import { pauseEndsAt, type ContactState } from "#trade/leads/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import type { MayMail } from "#platform/mail/sending/mailer.ts";
import type { MailMessage } from "#platform/mail/message.ts";
import { isOpen } from "#platform/time/hours.ts";
import { calendarOf } from "#platform/time/working-hours.ts";
import { measureToday, senderOf } from "../plan/pacing.server.ts";
import { type Step, waitsForDays } from "../plan/planner.ts";
import { isPromised, isTooLate, NOT_SENT } from "../rules.ts";
import { OVERDUE } from "../plan/overdue.ts";

interface StepOfMail extends Record<string, unknown> {
  readonly planned: Step;
  /** As the database writes it. */
  readonly due_at: string;
  readonly asked: boolean;
  readonly stopped: string | null;
  readonly held: boolean;
}

/** Ends that leave somebody what they were promised: they merely answered, or it ended with them. */
const GIFT_STAYS: readonly string[] = [NOT_SENT.replied, NOT_SENT.booked, NOT_SENT.won, NOT_SENT.lost];

/**
 * Whether a mail that waited may leave at this moment, by its sequence, what its reader asked for, and the
 * hours of the business. What missed its moment, in closed hours or while nobody worked, gets one among all
 * that was held up, so that it does not leave together.
 */
export async function hoursOfMail(
  ctx: AccountContext,
  message: MailMessage,
  lead: ContactState,
): Promise<MayMail> {
  const { rows } = await ctx.db.execute<StepOfMail>(sql`
    select q.steps -> s.step as planned, s.due_at::text, e.asked, (e.held_at is not null or q.paused_at is not null) as held,
           case when e.stopped_at is not null then e.stop_reason end as stopped
      from sequences_enrolments e
      join sequences_steps s on s.account_id = e.account_id and s.enrolment_id = e.id and s.message_id = ${message.id}
      join sequences q on q.account_id = e.account_id and q.id = e.sequence_id
     where e.account_id = ${ctx.account.id} and e.lead_id = ${lead.id}`);
  const [row] = rows;
  // Not of a sequence: somebody sent it by hand.
  if (!row) return { ok: true };
  const { planned, stopped } = row;
  if (isPromised(planned, row))
    return stopped === null || GIFT_STAYS.includes(stopped) ? { ok: true } : { suppressed: stopped };
  if (stopped !== null) return { suppressed: stopped };
  // It was on its way at that moment: see resumeLeadFollowUp, which plans it again.
  if (row.held) return { suppressed: NOT_SENT.held };
  const due = Temporal.Instant.from(row.due_at.replace(" ", "T"));
  if (isTooLate(planned, due, ctx.now)) return { suppressed: NOT_SENT.late };
  const business = await getBusiness(ctx);
  const calendar = calendarOf(business);
  const paused = pauseEndsAt(lead, ctx.now, calendar.zones[0].zone);
  const isAfter = (one: Temporal.Instant) => Temporal.Instant.compare(ctx.now, one.add(OVERDUE)) > 0;
  // Hours late nobody expects it any more, so that what may go at any hour keeps to the open ones as well.
  const keepsHours =
    planned.kind === "gift" || isAfter(due) || ("delay" in planned && waitsForDays(planned.delay));
  const isMissed = isAfter(message.nextAttemptAt);
  if (!paused && !isMissed && (!keepsHours || isOpen(ctx.now, calendar))) return { ok: true };
  const measure = await measureToday(ctx, senderOf(message.fromAddress), calendar);
  const notBefore = measure.nextSlot(paused ?? ctx.now);
  await measure.store();
  return Temporal.Instant.compare(notBefore, ctx.now) > 0 ? { notBefore } : { ok: true };
}
