import { createHash } from "node:crypto";
import { and, eq, inArray } from "drizzle-orm";
import { z } from "zod";
import { getBusiness } from "#ground/businesses/public.server.ts";
import { type AccountContext, now, withAccount } from "#platform/db/scope.server.ts";
import type { PostOptions } from "#platform/outside/post.server.ts";
import { type PushVerdict, sendPush } from "#platform/push/push.server.ts";
import { enqueue, type Task } from "#platform/queue/queue.server.ts";
import { type Device, findDevice, forgetDevice, recordDelivery } from "./devices.server.ts";
import { summaryOf } from "../mail.ts";
import { shortText, shortTitle } from "../notification.ts";
import { channelsFor, type Happened, recipientsOf } from "../recipients.server.ts";
import { notificationKind } from "../kinds.server.ts";
import { notificationsEvents } from "../tables.server.ts";
import type { Shown } from "./shown.ts";

/** Later, it is old news. */
const LIVES = { hours: 24 } as const;
/** A browser that accepted nothing for so long is gone. */
const GIVE_UP = { hours: 72 } as const;
const FIRST_WAIT_SECONDS = 5;
const LONGEST_WAIT_SECONDS = 3600;

interface Push {
  readonly accountId: string;
  readonly deviceId: string;
  readonly eventIds: readonly string[];
}

/** Shows one notification on one device. It is sent again after a failure or a crash, and shown once. */
export const pushTask: Task<Push> = {
  name: "notifications.push",
  payload: z.object({ accountId: z.uuid(), deviceId: z.uuid(), eventIds: z.array(z.uuid()) }),
  atOnce: 8,
  run: (push) => pushToDevice(push),
};

/** @param resolve replaces name lookup in tests */
async function pushToDevice(push: Push, resolve?: PostOptions["resolve"]): Promise<void> {
  const found = await withAccount(push.accountId, (ctx) => prepare(ctx, push));
  if (!found) return;
  const { device, events, shown } = found;
  const topic = createHash("sha256").update(shown.tag).digest("base64url").slice(0, 32);
  const until = events.at(-1)!.at.add(LIVES);
  const ttl = Math.max(0, Math.floor(now().until(until).total("seconds")));
  const verdict = await sendPush(
    device.subscription,
    { payload: JSON.stringify(shown), topic, ttl },
    resolve,
  );
  await withAccount(push.accountId, (ctx) => settle(ctx, push, device, verdict));
}

async function prepare(ctx: AccountContext, push: Push) {
  const device = await findDevice(ctx, push.deviceId);
  if (!device) return undefined;
  if (device.retryAt && Temporal.Instant.compare(ctx.now, device.retryAt) < 0) {
    await enqueue(ctx.db, pushTask, push, { startAfter: device.retryAt });
    return undefined;
  }
  const events = await stillWanted(ctx, push, device.userId);
  if (events.length === 0) return undefined;
  const { name } = await getBusiness(ctx);
  return { device, events, shown: shownOf(events, name ?? "your business") };
}

/** Those not erased, not too old, and still of use to a person who is still there. */
async function stillWanted(ctx: AccountContext, push: Push, userId: string): Promise<Happened[]> {
  const person = (await recipientsOf(ctx)).find((one) => one.userId === userId);
  if (!person) return [];
  const events = await ctx.db
    .select()
    .from(notificationsEvents)
    .where(
      and(
        eq(notificationsEvents.accountId, ctx.account.id),
        inArray(notificationsEvents.id, [...push.eventIds]),
      ),
    )
    .orderBy(notificationsEvents.at, notificationsEvents.id);
  return events.filter((event) => {
    const kind = notificationKind(event.kind);
    const isNew = Temporal.Instant.compare(ctx.now, event.at.add(LIVES)) < 0;
    return kind && isNew && channelsFor(person, kind, event).includes("push");
  });
}

/** What the device shows, and where a tap leads. */
function shownOf(events: readonly Happened[], business: string): Shown {
  const [first, ...others] = events;
  if (others.length === 0) {
    const { id, kind, text } = first!;
    const { title, text: words, onPhone, path, about } = text;
    const body = shortText(onPhone || words);
    return { id, tag: `${kind} ${about}`, title: shortTitle(title), body, path };
  }
  const { title, lines } = summaryOf(
    events.map(({ text }) => text),
    business,
  );
  return {
    id: events.at(-1)!.id,
    tag: "summary",
    title: shortTitle(title),
    body: lines.map(shortTitle).join("\n"),
    path: "/account/dashboard",
  };
}

async function settle(
  ctx: AccountContext,
  push: Push,
  { id, failingSince }: Device,
  verdict: PushVerdict,
): Promise<void> {
  if (verdict.is === "gone") return forgetDevice(ctx, id);
  if (verdict.is !== "later") return recordDelivery(ctx, id, null);
  const failing = failingSince ?? ctx.now;
  if (Temporal.Instant.compare(failing.add(GIVE_UP), ctx.now) < 0) return forgetDevice(ctx, id);
  // As long again as it has been failing: 5 seconds, then twice as long each time.
  const waited = failing.until(ctx.now).total("seconds");
  const asked = verdict.afterSeconds ?? 0;
  const wait = Math.min(LONGEST_WAIT_SECONDS, Math.max(FIRST_WAIT_SECONDS, waited, asked));
  const retryAt = ctx.now.add({ seconds: Math.ceil(wait) });
  await recordDelivery(ctx, id, retryAt);
  await enqueue(ctx.db, pushTask, push, { startAfter: retryAt });
}
