import { and, eq } from "drizzle-orm";
import { getBusiness, lockIfActive } from "#ground/businesses/public.server.ts";
import { append, lockFirst } from "#ground/evidence/public.server.ts";
import { saveAgreement } from "#trade/leads/public.server.ts";
import { clientOf } from "#trade/reports/public.server.ts";
import { sequencesOfPlays, startSequence } from "#trade/sequences/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { maskAddress, type WhyRefused, YEARLY_WORDING, yearlyWording } from "./rules.ts";
import { closeoutsReminders } from "./tables.server.ts";

/** The ready-made follow-up of `content/plays`, which waits eleven months by itself. */
export const YEARLY = "yearly";

/** Rolls the transaction back: nothing is saved, also no consent. */
export class YearlyRefused extends Error {
  override name = "YearlyRefused";
  readonly why: WhyRefused;
  constructor(why: WhyRefused) {
    super(why);
    this.why = why;
  }
}

export type Reminder = typeof closeoutsReminders.$inferSelect;

/** Null before the client asked. */
export async function findReminder(ctx: AccountContext, jobId: string): Promise<Reminder | null> {
  const [row] = await ctx.db
    .select()
    .from(closeoutsReminders)
    .where(and(eq(closeoutsReminders.accountId, ctx.account.id), eq(closeoutsReminders.jobId, jobId)));
  return row ?? null;
}

/**
 * What a client is offered at the end of their package.
 * @returns null if it can't be: the follow-up is off, or the business has no email address of the client
 */
export async function yearlyOffer(ctx: AccountContext, jobId: string, isOffered: boolean) {
  const reminder = await findReminder(ctx, jobId);
  if (reminder) return { isAsked: true, to: "", wording: "" };
  if (!isOffered) return null;
  const client = await clientOf(ctx, jobId);
  const sequence = (await sequencesOfPlays(ctx)).get(YEARLY);
  if (!client || !sequence) return null;
  const { name } = await getBusiness(ctx);
  return { isAsked: false, to: maskAddress(client.address), wording: yearlyWording(name ?? "") };
}

/**
 * Starts the yearly follow-up at the client's request, with their consent. Asking again changes nothing.
 * @throws YearlyRefused if it can't be started now
 */
export async function askForYearly(
  ctx: AccountContext,
  {
    jobId,
    recipientId,
    isOffered,
  }: { readonly jobId: string; readonly recipientId: string; readonly isOffered: boolean },
): Promise<void> {
  if (!(await lockIfActive(ctx))) throw new YearlyRefused("off");
  await lockFirst(ctx);
  if (await findReminder(ctx, jobId)) return;
  const client = await clientOf(ctx, jobId);
  const sequence = (await sequencesOfPlays(ctx)).get(YEARLY);
  if (!isOffered || !client || !sequence) throw new YearlyRefused("off");
  const { name } = await getBusiness(ctx);
  const leadId = await saveAgreement(
    ctx,
    { leadId: client.leadId, name: client.name, email: client.address },
    { wording: yearlyWording(name ?? ""), wordingVersion: YEARLY_WORDING, source: "/s/closeout" },
  );
  const { suppressed, unconfirmed } = await startSequence(ctx, sequence.id, [leadId]);
  if (suppressed.length > 0) throw new YearlyRefused("unsubscribed");
  if (unconfirmed.length > 0) throw new YearlyRefused("unconfirmed");
  await ctx.db
    .insert(closeoutsReminders)
    .values({ accountId: ctx.account.id, jobId, recipientId, at: ctx.now })
    .onConflictDoNothing();
  await append(ctx, {
    job: jobId,
    kind: "closeouts.asked",
    author: null,
    payload: {},
    about: [leadId],
  });
}
