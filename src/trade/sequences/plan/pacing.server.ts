import { and, eq, sql } from "drizzle-orm";
import { ownSender, zoneOf } from "#ground/businesses/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { type Calendar, nextOpen } from "#platform/time/hours.ts";
import { dailyLimit, describeFirstDays, catchUpInterval, type Pace, PACES } from "./pacing.ts";
import { sequencesSenders } from "../tables.server.ts";

/** Whose daily limit applies. */
export interface Sender {
  /** For texts a word that can't be an address. */
  readonly address: string;
  readonly pace: Pace;
}

export const TEXTS: Sender = { address: "texts", pace: PACES.texts };

/** The sender whose limit an address counts toward; the installation's if undefined. */
export function senderOf(address: string | undefined): Sender {
  const shared = installation().sender.mailbox.address;
  return address === undefined || address === shared
    ? { address: shared, pace: PACES.house }
    : { address, pace: PACES.own };
}

export interface Allowance {
  readonly limit: number;
  /** Whether the limit still grows each day. */
  readonly isNew: boolean;
  room(): number;
  take(): void;
  /** Reserves the next free slot for a delayed message. */
  nextSlot(from: Temporal.Instant): Temporal.Instant;
  store(): Promise<void>;
}

/**
 * Locks a sender's row until the transaction ends, so workers count one after another. If the clock goes
 * back, the count isn't reset: what was counted under a wrong date applies until that date is over.
 */
export async function lockAllowance(
  ctx: AccountContext,
  { address, pace }: Sender,
  calendar: Calendar,
): Promise<Allowance> {
  const today = ctx.now.toZonedDateTimeISO(calendar.zones[0].zone).toPlainDate();
  const day = today.toString();
  const thisSender = and(
    eq(sequencesSenders.accountId, ctx.account.id),
    eq(sequencesSenders.address, address),
  );
  const [row] = await ctx.db
    .insert(sequencesSenders)
    .values({ accountId: ctx.account.id, address, firstDay: day, day, sent: 0 })
    .onConflictDoUpdate({
      target: [sequencesSenders.accountId, sequencesSenders.address],
      set: {
        day: sql`greatest(${sequencesSenders.day}, excluded.day)`,
        sent: sql`case when ${sequencesSenders.day} >= excluded.day then ${sequencesSenders.sent} else 0 end`,
      },
    })
    .returning({
      firstDay: sequencesSenders.firstDay,
      sent: sequencesSenders.sent,
      madeUpUntil: sequencesSenders.madeUpUntil,
    });
  const { firstDay, sent } = row!;
  let { madeUpUntil } = row!;
  const limit = dailyLimit(Temporal.PlainDate.from(firstDay).until(today).days, pace);
  const interval = catchUpInterval(limit);
  let counted = 0;
  return {
    limit,
    isNew: limit < pace.most,
    room: () => Math.max(0, limit - sent - counted),
    take: () => void counted++,
    nextSlot(from) {
      const free = madeUpUntil && Temporal.Instant.compare(madeUpUntil, from) > 0 ? madeUpUntil : from;
      // Sending hours of a business open every week in every zone.
      const slot = nextOpen(free, calendar)!;
      madeUpUntil = slot.add(interval);
      return slot;
    },
    async store() {
      await ctx.db
        .update(sequencesSenders)
        .set({ sent: sql`${sequencesSenders.sent} + ${counted}`, madeUpUntil })
        .where(thisSender);
    },
  };
}

/** Counts emails that go whatever the limit, because someone is waiting for them. */
export async function countSent(
  ctx: AccountContext,
  { address }: Sender,
  calendar: Calendar,
  mails: number,
): Promise<void> {
  const day = ctx.now.toZonedDateTimeISO(calendar.zones[0].zone).toPlainDate().toString();
  await ctx.db
    .insert(sequencesSenders)
    .values({ accountId: ctx.account.id, address, firstDay: day, day, sent: mails })
    .onConflictDoUpdate({
      target: [sequencesSenders.accountId, sequencesSenders.address],
      set: {
        day: sql`greatest(${sequencesSenders.day}, excluded.day)`,
        sent: sql`case when ${sequencesSenders.day} >= excluded.day then ${sequencesSenders.sent} else 0 end + excluded.sent`,
      },
    });
}

/** A notice about the sender's first days for a plan; null once they are over. */
export async function firstDaysNotice(ctx: AccountContext): Promise<string | null> {
  const { address, pace } = senderOf((await ownSender(ctx))?.address);
  const [row] = await ctx.db
    .select({ firstDay: sequencesSenders.firstDay })
    .from(sequencesSenders)
    .where(and(eq(sequencesSenders.accountId, ctx.account.id), eq(sequencesSenders.address, address)));
  const today = ctx.now.toZonedDateTimeISO(await zoneOf(ctx)).toPlainDate();
  return describeFirstDays(row ? Temporal.PlainDate.from(row.firstDay).until(today).days : 0, pace);
}
