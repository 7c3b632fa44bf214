import { sql } from "drizzle-orm";
import { getBusiness } from "#ground/businesses/public.server.ts";
import { pauseEndsAt, type ContactState } from "#trade/leads/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import type { MayMail } from "#platform/mail/sending/mailer.ts";
import type { MailMessage } from "#platform/mail/message.ts";
import { isOpen } from "#platform/time/hours.ts";
import { calendarOf } from "#platform/time/working-hours.ts";
import { lockAllowance, senderOf } from "../plan/pacing.server.ts";
import { type Step, waitsForDays } from "../plan/planner.ts";
import { isPromised, isTooLate, NOT_SENT } from "../rules.ts";
import { OVERDUE } from "../plan/overdue.ts";

interface StepOfMail extends Record<string, unknown> {
  readonly planned: Step;
  /** PostgreSQL's text format. */
  readonly due_at: string;
  readonly asked: boolean;
  readonly stopped: string | null;
  readonly held: boolean;
}

/** Stop reasons after which a lead still gets what was promised. */
const GIFT_STILL_GOES: readonly string[] = [NOT_SENT.replied, NOT_SENT.booked, NOT_SENT.won, NOT_SENT.lost];

/**
 * Whether an email that had to wait may be sent now, by its sequence, the lead's preferences and the
 * business's hours. An email that missed its time, outside the hours or during a downtime, gets a slot among
 * all delayed ones, so they don't go all at once.
 */
export async function mayMailGoNow(
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
  // Not part of a sequence: a person sent it.
  if (!row) return { ok: true };
  const { planned, stopped } = row;
  if (isPromised(planned, row))
    return stopped === null || GIFT_STILL_GOES.includes(stopped) ? { ok: true } : { suppressed: stopped };
  if (stopped !== null) return { suppressed: stopped };
  // It was being sent when the pause came; resumeLeadFollowUp plans it again.
  if (row.held) return { suppressed: NOT_SENT.held };
  const due = Temporal.Instant.from(row.due_at.replace(" ", "T"));
  if (isTooLate(planned, due, ctx.now)) return { suppressed: NOT_SENT.late };
  const business = await getBusiness(ctx);
  const calendar = calendarOf(business);
  const paused = pauseEndsAt(lead, ctx.now, calendar.zones[0].zone);
  const isAfter = (one: Temporal.Instant) => Temporal.Instant.compare(ctx.now, one.add(OVERDUE)) > 0;
  // Hours late no one expects it anymore, so it goes in the open hours even if its plan allows any hour.
  const waitsForHours =
    planned.kind === "gift" || isAfter(due) || ("delay" in planned && waitsForDays(planned.delay));
  const isMissed = isAfter(message.nextAttemptAt);
  if (!paused && !isMissed && (!waitsForHours || isOpen(ctx.now, calendar))) return { ok: true };
  const allowance = await lockAllowance(ctx, senderOf(message.fromAddress), calendar);
  const notBefore = allowance.nextSlot(paused ?? ctx.now);
  await allowance.store();
  return Temporal.Instant.compare(notBefore, ctx.now) > 0 ? { notBefore } : { ok: true };
}
