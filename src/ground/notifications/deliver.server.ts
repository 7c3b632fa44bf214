import { and, eq, inArray, isNull, lte } from "drizzle-orm";
import { getBusiness, lockIfActive, queueProductMail } from "#ground/businesses/public.server.ts";
import { type AccountContext, withAccount } from "#platform/db/scope.server.ts";
import { enqueue } from "#platform/queue/queue.server.ts";
import { listDevices } from "./push/devices.server.ts";
import type { Channel } from "./kinds.ts";
import { notificationKind } from "./kinds.server.ts";
import { notificationMail, summaryMail } from "./mail.ts";
import { pushTask } from "./push/push.server.ts";
import { ringsAt } from "./settings/quiet-hours.ts";
import { channelsFor, type Happened, type Recipient, recipientsOf } from "./recipients.server.ts";
import { textNotification } from "./texts/texts.server.ts";
import { notificationsEvents, notificationsWaiting } from "./tables.server.ts";

const EVENTS_AT_ONCE = 100;
/** So many that came at once are sent one each; more are sent in one. */
const MOST_SINGLE = 3;

/**
 * Sends everything due in an account, once, with any number of processes: what happened becomes one row for
 * each person and channel, and a row is deleted in the transaction that queues its message.
 */
export function deliverDue(accountId: string): Promise<void> {
  return withAccount(accountId, async (ctx) => {
    const isActive = await lockIfActive(ctx);
    const happened = await claimEvents(ctx);
    const due = await claimDue(ctx);
    if (!isActive || (happened.length === 0 && due.length === 0)) return;
    const people = await recipientsOf(ctx);
    const now = spread(ctx, happened, people);
    if (now.later.length > 0)
      await ctx.db.insert(notificationsWaiting).values(now.later).onConflictDoNothing();
    const events = await eventsOf(ctx, happened, due);
    for (const person of people)
      for (const [channel, ofChannel] of Map.groupBy([...due, ...now.due], (one) =>
        one.userId === person.userId ? one.channel : null,
      ))
        if (channel !== null) await send(ctx, person, channel, wanted(person, channel, ofChannel, events));
  });
}

type Waiting = typeof notificationsWaiting.$inferSelect;

async function claimEvents(ctx: AccountContext): Promise<Happened[]> {
  const unspread = await ctx.db
    .select({ id: notificationsEvents.id })
    .from(notificationsEvents)
    .where(and(eq(notificationsEvents.accountId, ctx.account.id), isNull(notificationsEvents.spreadAt)))
    .orderBy(notificationsEvents.at, notificationsEvents.id)
    .limit(EVENTS_AT_ONCE)
    .for("update", { skipLocked: true });
  if (unspread.length === 0) return [];
  return ctx.db
    .update(notificationsEvents)
    .set({ spreadAt: ctx.now })
    .where(
      and(
        eq(notificationsEvents.accountId, ctx.account.id),
        inArray(
          notificationsEvents.id,
          unspread.map(({ id }) => id),
        ),
      ),
    )
    .returning();
}

/** A second process waits for the first, and then gets nothing. */
function claimDue(ctx: AccountContext): Promise<Waiting[]> {
  return ctx.db
    .delete(notificationsWaiting)
    .where(and(eq(notificationsWaiting.accountId, ctx.account.id), lte(notificationsWaiting.dueAt, ctx.now)))
    .returning();
}

/** Who hears of what happened, and how: now, or after their quiet hours. */
function spread(
  ctx: AccountContext,
  happened: readonly Happened[],
  people: readonly Recipient[],
): { readonly due: Waiting[]; readonly later: Waiting[] } {
  const rows = happened.flatMap((event) =>
    people.flatMap((person) => {
      const kind = notificationKind(event.kind);
      return (kind ? channelsFor(person, kind, event) : []).map((channel): Waiting => {
        const rings = channel !== "email" || person.holdsEmail;
        const dueAt = rings ? ringsAt(ctx.now, person.quiet) : ctx.now;
        const wasHeld = Temporal.Instant.compare(dueAt, ctx.now) > 0;
        const { accountId, id: eventId } = event;
        return { accountId, eventId, userId: person.userId, channel, dueAt, wasHeld };
      });
    }),
  );
  return { due: rows.filter(({ wasHeld }) => !wasHeld), later: rows.filter(({ wasHeld }) => wasHeld) };
}

async function eventsOf(
  ctx: AccountContext,
  happened: readonly Happened[],
  due: readonly Waiting[],
): Promise<ReadonlyMap<string, Happened>> {
  const ids = due.map(({ eventId }) => eventId);
  const older =
    ids.length > 0
      ? await ctx.db
          .select()
          .from(notificationsEvents)
          .where(and(eq(notificationsEvents.accountId, ctx.account.id), inArray(notificationsEvents.id, ids)))
      : [];
  return new Map([...older, ...happened].map((one) => [one.id, one]));
}

/** What a person still wants on a channel, and may hear: both may have changed since it happened. */
function wanted(
  person: Recipient,
  channel: Channel,
  rows: readonly Waiting[],
  events: ReadonlyMap<string, Happened>,
): { readonly events: readonly Happened[]; readonly wasHeld: boolean } {
  const found = rows.flatMap(({ eventId }) => {
    const event = events.get(eventId);
    const kind = event && notificationKind(event.kind);
    return kind && channelsFor(person, kind, event).includes(channel) ? [event] : [];
  });
  return {
    events: found.toSorted((one, other) => Temporal.Instant.compare(one.at, other.at)),
    wasHeld: rows.some((row) => row.wasHeld),
  };
}

async function send(
  ctx: AccountContext,
  person: Recipient,
  channel: Channel,
  { events, wasHeld }: { readonly events: readonly Happened[]; readonly wasHeld: boolean },
): Promise<void> {
  if (events.length === 0) return;
  const isOne = events.length > MOST_SINGLE || (wasHeld && events.length > 1);
  const bundles = isOne ? [events] : events.map((event) => [event]);
  for (const bundle of bundles)
    if (channel === "email") await sendEmail(ctx, person, bundle);
    else if (channel === "push") await sendPushes(ctx, person, bundle);
    else await textNotification(ctx, person, bundle);
}

async function sendEmail(ctx: AccountContext, { email }: Recipient, events: readonly Happened[]) {
  const business = (await getBusiness(ctx)).name ?? "your business";
  const [first, ...others] = events;
  await queueProductMail(
    ctx,
    email,
    others.length === 0
      ? notificationMail(first!.text, notificationKind(first!.kind)!.label)
      : summaryMail(
          events.map(({ text }) => text),
          business,
        ),
  );
}

/** Requests go out from tasks of their own: a push service may be slow, or away. */
async function sendPushes(ctx: AccountContext, { userId }: Recipient, events: readonly Happened[]) {
  for (const { id: deviceId } of await listDevices(ctx, userId))
    await enqueue(ctx.db, pushTask, {
      accountId: ctx.account.id,
      deviceId,
      eventIds: events.map(({ id }) => id),
    });
}
