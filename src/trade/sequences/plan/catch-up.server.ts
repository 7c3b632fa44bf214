import type { Mailbox } from "#platform/mail/message.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import type { Calendar } from "#platform/time/hours.ts";
import type { DueStep } from "../sending/due-steps.server.ts";
import { countSent, lockAllowance, senderOf, TEXTS } from "./pacing.server.ts";
import { CATCH_UP_NOTICE, describeDailyLimit } from "./pacing.ts";
import { isPromised } from "../rules.ts";

export interface Waiting {
  readonly do: "wait";
  readonly row: DueStep;
  readonly until: Temporal.Instant;
  /** For the owner; absent if the step's own hours explain it. */
  readonly why?: string;
}

/** Only steps that send or wait matter here. */
type Checked =
  | Waiting
  | { readonly do: "send" | "text" | "drop" | "end" | "skip" | "pause"; readonly row: DueStep };

/**
 * Applies the sender's daily limit and gives delayed messages slots in order, emails and texts separately.
 * Messages over the limit wait for the next open day. Gifts go anyway: someone is waiting for them.
 * @param delayed the delayed rows
 */
export async function spreadMessages<One extends Checked>(
  ctx: AccountContext,
  decisions: readonly One[],
  {
    delayed,
    from,
    calendar,
  }: {
    readonly delayed: ReadonlySet<DueStep>;
    readonly from: Mailbox | undefined;
    readonly calendar: Calendar;
  },
): Promise<readonly (One | Waiting)[]> {
  const concerned = decisions.filter(
    (one) => one.do === "send" || ((one.do === "text" || one.do === "wait") && delayed.has(one.row)),
  );
  if (!concerned.length) return decisions;
  const texts = concerned.filter(({ row }) => row.steps[row.step]?.kind === "text");
  const mails = concerned.filter((one) => !texts.includes(one));
  const sender = senderOf(from?.address);
  // Only gifts: they are counted but never delayed.
  if (!texts.length && mails.every(({ row }) => isGift(row))) {
    await countSent(ctx, sender, calendar, mails.length);
    return decisions;
  }
  const tomorrow = ctx.now
    .toZonedDateTimeISO(calendar.zones[0].zone)
    .add({ days: 1 })
    .startOfDay()
    .toInstant();
  // Always in this order, so that two workers can't deadlock.
  const mailAllowance = mails.length ? await lockAllowance(ctx, sender, calendar) : undefined;
  const textAllowance = texts.length ? await lockAllowance(ctx, TEXTS, calendar) : undefined;
  const slots = new Map<DueStep, Temporal.Instant>();
  const overLimit = new Set<DueStep>();
  for (const one of mails) {
    const { row } = one;
    const slot = delayed.has(row)
      ? mailAllowance!.nextSlot(one.do === "wait" ? one.until : ctx.now)
      : ctx.now;
    if (one.do === "wait" || Temporal.Instant.compare(slot, ctx.now) > 0) slots.set(row, slot);
    else if (isGift(row) || mailAllowance!.room() > 0) mailAllowance!.take();
    else {
      slots.set(row, mailAllowance!.nextSlot(tomorrow));
      overLimit.add(row);
    }
  }
  // Legal hours differ by lead; slots are counted from the earliest.
  const first = texts
    .map((one) => (one.do === "wait" ? one.until : ctx.now))
    .toSorted((a, b) => Temporal.Instant.compare(a, b))[0];
  for (const { row } of texts) slots.set(row, textAllowance!.nextSlot(first!));
  await mailAllowance?.store();
  await textAllowance?.store();
  return decisions.map((one) => {
    const moment = slots.get(one.row);
    if (!moment) return one;
    // Its own hours are the reason to show.
    if (one.do === "wait" && Temporal.Instant.compare(one.until, moment) >= 0) return one;
    return Temporal.Instant.compare(moment, ctx.now) > 0
      ? { do: "wait", row: one.row, until: moment, why: reasonFor(one.row) }
      : one;
  });

  function reasonFor(row: DueStep): string {
    return overLimit.has(row) ? describeDailyLimit(mailAllowance!) : CATCH_UP_NOTICE;
  }
}

const isGift = (row: DueStep) => isPromised(row.steps[row.step]!, row);
