import { and, eq, sql } from "drizzle-orm";
import { ownSender, zoneOf } from "#ground/businesses/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { type Calendar, nextOpen } from "#platform/time/hours.ts";
import { dailyLimit, describeFirstDays, catchUpInterval, type Pace, PACES } from "./pacing.ts";
import { sequencesSenders } from "../tables.server.ts";

/** Whose measure counts: an address that mail leaves from, or a business's texts. */
export interface Sender {
  /** Of mail; of texts a word that is no address. */
  readonly address: string;
  readonly pace: Pace;
}

/** The sender of texts. */
export const TEXTS: Sender = { address: "texts", pace: PACES.texts };

/** Who mail from an address is measured as; the installation's own where a business has none. */
export function senderOf(address: string | undefined): Sender {
  const house = installation().sender.mailbox.address;
  return address === undefined || address === house
    ? { address: house, pace: PACES.house }
    : { address, pace: PACES.own };
}

/** What may still leave from a sender today. */
export interface Measure {
  /** How many its day allows. */
  readonly limit: number;
  /** Whether it is in its first days, of which each allows more than the one before. */
  readonly isNew: boolean;
  /** How many more. */
  room(): number;
  /** Counts one that leaves now. */
  take(): void;
  /**
   * The next moment, not before `from`, that is free for what was held up: in order and apart. It is taken
   * then.
   */
  nextSlot(from: Temporal.Instant): Temporal.Instant;
  /** Stores what was taken. */
  store(): Promise<void>;
}

/**
 * Takes a sender's measure in hand until the transaction ends, so that workers count one after the other. A
 * day that has been is not begun again by a clock that goes back: what a wrong clock counted counts until the
 * day it stood at is over.
 */
export async function measureToday(
  ctx: AccountContext,
  { address, pace }: Sender,
  calendar: Calendar,
): Promise<Measure> {
  const today = ctx.now.toZonedDateTimeISO(calendar.zones[0].zone).toPlainDate();
  const day = today.toString();
  const mine = and(eq(sequencesSenders.accountId, ctx.account.id), eq(sequencesSenders.address, address));
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
  const every = catchUpInterval(limit);
  let taken = 0;
  return {
    limit,
    isNew: limit < pace.most,
    room: () => Math.max(0, limit - sent - taken),
    take: () => void taken++,
    nextSlot(from) {
      const free = madeUpUntil && Temporal.Instant.compare(madeUpUntil, from) > 0 ? madeUpUntil : from;
      // Sending hours that a business may choose open somewhere in every week of every zone.
      const slot = nextOpen(free, calendar)!;
      madeUpUntil = slot.add(every);
      return slot;
    },
    async store() {
      await ctx.db
        .update(sequencesSenders)
        .set({ sent: sql`${sequencesSenders.sent} + ${taken}`, madeUpUntil })
        .where(mine);
    },
  };
}

/** Counts mails that leave a sender today whatever its measure: somebody waits for them. */
export async function countToday(
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

/** What a plan says of the first days of whoever a business's mail leaves from; null when they are over. */
export async function firstDaysNotice(ctx: AccountContext): Promise<string | null> {
  const { address, pace } = senderOf((await ownSender(ctx))?.address);
  const [row] = await ctx.db
    .select({ firstDay: sequencesSenders.firstDay })
    .from(sequencesSenders)
    .where(and(eq(sequencesSenders.accountId, ctx.account.id), eq(sequencesSenders.address, address)));
  const today = ctx.now.toZonedDateTimeISO(await zoneOf(ctx)).toPlainDate();
  return describeFirstDays(row ? Temporal.PlainDate.from(row.firstDay).until(today).days : 0, pace);
}
