import { sql } from "drizzle-orm";
import type { Business } from "#ground/businesses/public.server.ts";
import { type ContactState, mayText, type TextContact } from "#trade/leads/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { newId } from "#platform/db/ids.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { greetingName } from "#platform/names/greeting-name.ts";
import { queueTexts } from "#platform/sms/queue.server.ts";
import { type DueStep, markHanded, endUnsent } from "./due-steps.server.ts";
import { fillsFor, type StoredMatter } from "./matters.server.ts";
import type { TextStep } from "../plan/planner.ts";
import { NOT_SENT } from "../rules.ts";
import { openForText } from "../hours/text-hours.server.ts";
import type { LeadLinks } from "../message/lead-links.ts";
import { formatStepText } from "../message/text-parts.ts";
import { unaskedWording } from "../message/unasked-wording.ts";

export interface TextToSend {
  readonly do: "text";
  readonly row: DueStep;
  readonly step: TextStep;
  readonly lead: ContactState;
  /** E.164. */
  readonly phone: string;
}

/** Finds which leads with a due text may be texted, by lead. Runs no query without one. */
export function findTextable(
  ctx: AccountContext,
  due: readonly DueStep[],
): Promise<Map<string, TextContact>> {
  return mayText(ctx, [
    ...new Set(due.filter(({ steps, step }) => steps[step]?.kind === "text").map(({ leadId }) => leadId)),
  ]);
}

/**
 * Decides a due text.
 * @param from the earliest time by its plan; the law may make it later
 */
export function decideText(
  known: {
    readonly row: DueStep;
    readonly step: TextStep;
    readonly lead: ContactState;
    readonly business: Business;
    readonly standing: TextContact | undefined;
  },
  at: Temporal.Instant,
  from: Temporal.Instant,
):
  | TextToSend
  | { readonly do: "drop"; readonly row: DueStep; readonly reason: string }
  | { readonly do: "wait"; readonly row: DueStep; readonly until: Temporal.Instant } {
  const { row, step, lead, business, standing } = known;
  if (!standing?.phone || standing.refusal !== null)
    return { do: "drop", row, reason: standing?.refusal ?? NOT_SENT.stopped };
  const until = openForText(business, standing.phone, step, from);
  if (typeof until === "string") return { do: "drop", row, reason: until };
  if (Temporal.Instant.compare(until, at) > 0) return { do: "wait", row, until };
  return { do: "text", row, step, lead, phone: standing.phone };
}

/** Queues the texts of steps, in two statements for any number. */
export async function queueTextSteps(
  ctx: AccountContext,
  business: Business,
  sending: readonly TextToSend[],
  of: {
    readonly linksOf: (leadId: string) => LeadLinks;
    readonly matters: ReadonlyMap<DueStep, StoredMatter>;
  },
): Promise<void> {
  if (!sending.length) return;
  const known = await textedBefore(
    ctx,
    sending.map(({ phone }) => phone),
  );
  const businessName = business.name ?? installation().sender.mailbox.name;
  const fills = await Promise.all(
    sending.map(({ row, step, lead }) => fillsFor(ctx, of.matters.get(row), step, lead)),
  );
  const texts = sending.map(({ row, step, lead, phone }, at) => ({
    id: newId(),
    accountId: ctx.account.id,
    to: phone,
    body: formatStepText(
      row.asked ? step.body : unaskedWording({ subject: "", body: step.body }, null).body,
      {
        firstName: greetingName(lead.name),
        business: businessName,
        reviewLink: business.reviewLink,
        ...of.linksOf(lead.id),
        matter: fills[at],
      },
      !known.has(phone),
    ),
    aboutId: lead.id,
  }));
  try {
    await queueTexts(ctx.db, texts, { now: ctx.now });
  } catch (error) {
    // One invalid text must not block its batch. Nothing was stored: all are validated first.
    if (!(error instanceof AppError && error.code === "invalid")) throw error;
    if (sending.length === 1) return endUnsent(ctx, sending[0]!.row, NOT_SENT.unusable);
    for (const one of sending) await queueTextSteps(ctx, business, [one], of);
    return;
  }
  await markHanded(
    ctx,
    sending.map(({ row }, at) => ({ row, messageId: texts[at]!.id })),
  );
}

/** The numbers a business has texted. A waiting text doesn't count, because it may be canceled. */
export async function textedBefore(ctx: AccountContext, phones: readonly string[]): Promise<Set<string>> {
  const { rows } = await ctx.db.execute<{ phone: string }>(sql`
    select distinct recipient as phone from sms_messages
     where account_id = ${ctx.account.id} and recipient = any(${sql.param([...new Set(phones)])}::text[])
       and (state in ('committing', 'unknown') or state = 'sent' and via is distinct from 'outbox')`);
  return new Set(rows.map(({ phone }) => phone));
}

/** When each planned text may go to the lead's current number. Leaves out leads who may not be texted. */
export async function textsAhead<
  Row extends { readonly leadId: string; readonly step: TextStep; readonly dueAt: Temporal.Instant },
>(ctx: AccountContext, business: Business, rows: readonly Row[]): Promise<Row[]> {
  const standings = await mayText(ctx, [...new Set(rows.map(({ leadId }) => leadId))]);
  return rows.flatMap((row) => {
    const { phone, refusal } = standings.get(row.leadId) ?? { phone: null, refusal: null };
    if (!phone || refusal !== null) return [];
    const dueAt = openForText(
      business,
      phone,
      row.step,
      Temporal.Instant.compare(row.dueAt, ctx.now) > 0 ? row.dueAt : ctx.now,
    );
    return typeof dueAt === "string" ? [] : [{ ...row, dueAt }];
  });
}
