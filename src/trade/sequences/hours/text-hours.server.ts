import { sql } from "drizzle-orm";
import { type Business, getBusiness } from "#ground/businesses/public.server.ts";
import { pauseEndsAt, lastTextOf, contactStates } from "#trade/leads/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import type { TextMessage } from "#platform/sms/text.ts";
import type { MayText } from "#platform/sms/sending/texter.ts";
import { type Calendar, nextOpen } from "#platform/time/hours.ts";
import { WORKING_WEEK } from "#platform/time/working-hours.ts";
import { type Step, type TextStep, waitsForDays } from "../plan/planner.ts";
import { NOT_SENT } from "../rules.ts";
import { textCalendarOf, type TextRecipient, explainNeverTexted } from "./text-calendar.ts";

/** A text expected right away follows only the law, others also the owner's hours. */
function toRecipient(business: Business, phone: string | null, step: TextStep | null): TextRecipient {
  return {
    phone,
    businessZone: business.zone,
    businessAddress: business.postalAddress,
    sendWindow: step && waitsForDays(step.delay) ? (business.sendWindow ?? WORKING_WEEK) : null,
  };
}

/** When a text of a step may go to a number; null means a person who lives where the business is. */
export const textHoursOf = (business: Business, phone: string | null, step: TextStep): Calendar =>
  textCalendarOf(toRecipient(business, phone, step));

/** The first time at or after `from` when a text may go to a number; or why there is none, for the owner. */
export function openForText(
  business: Business,
  phone: string | null,
  step: TextStep | null,
  from: Temporal.Instant,
): Temporal.Instant | string {
  const recipient = toRecipient(business, phone, step);
  return nextOpen(from, textCalendarOf(recipient)) ?? explainNeverTexted(recipient, from)!;
}

interface StepOfText extends Record<string, unknown> {
  readonly planned: Step;
  readonly stopped: string | null;
  readonly held: boolean;
}

/**
 * Whether a queued text may be sent now, by its sequence, the lead's preferences, and the time wherever the
 * lead may be.
 */
export async function mayTextGoNow(
  ctx: AccountContext,
  { id, to, aboutId, kind }: TextMessage,
): Promise<MayText> {
  if (kind === "answer") {
    const at = await answerTextAllowedAt(ctx, { leadId: aboutId, phone: to }, ctx.now);
    if (typeof at === "string") return { suppressed: at };
    return Temporal.Instant.compare(at, ctx.now) > 0 ? { notBefore: at } : { ok: true };
  }
  const { rows } = await ctx.db.execute<StepOfText>(sql`
    select q.steps -> s.step as planned, case when e.stopped_at is not null then e.stop_reason end as stopped, (e.held_at is not null or q.paused_at is not null) as held
      from sequences_enrolments e
      join sequences_steps s on s.account_id = e.account_id and s.enrolment_id = e.id and s.message_id = ${id}
      join sequences q on q.account_id = e.account_id and q.id = e.sequence_id
     where e.account_id = ${ctx.account.id} and e.lead_id = ${aboutId}`);
  const [row] = rows;
  if (row?.stopped) return { suppressed: row.stopped };
  // It was being sent when the pause came; resumeLeadFollowUp plans it again.
  if (row?.held) return { suppressed: NOT_SENT.held };
  const [business, leads] = [await getBusiness(ctx), await contactStates(ctx, [aboutId])];
  const lead = leads.get(aboutId);
  const paused = lead && pauseEndsAt(lead, ctx.now, business.zone ?? "UTC");
  const open = openForText(
    business,
    to,
    row?.planned.kind === "text" ? row.planned : null,
    paused ?? ctx.now,
  );
  if (typeof open === "string") return { suppressed: open };
  return Temporal.Instant.compare(open, ctx.now) > 0 ? { notBefore: open } : { ok: true };
}

/**
 * A reply this soon after a person's text is part of one conversation: they are awake and expect it. Quiet
 * hours are for texts nobody asked for. A later reply observes them, although the law may not require it.
 */
const IN_CONVERSATION = Temporal.Duration.from({ minutes: 30 });

/** The first time at or after `from` when a reply may go by text; or why there is none, for the owner. */
export async function answerTextAllowedAt(
  ctx: AccountContext,
  { leadId, phone }: { readonly leadId: string; readonly phone: string },
  from: Temporal.Instant,
): Promise<Temporal.Instant | string> {
  const lastTextAt = await lastTextOf(ctx, leadId);
  if (lastTextAt && Temporal.Instant.compare(lastTextAt.add(IN_CONVERSATION), from) >= 0) return from;
  return openForText(await getBusiness(ctx), phone, null, from);
}
