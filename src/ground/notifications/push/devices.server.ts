import { createHash } from "node:crypto";
import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { z } from "zod";
import { liveSessions } from "#ground/identity/public.server.ts";
import { seal, unseal } from "#platform/config/sealing.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { derivedId } from "#platform/ids/derived-id.ts";
import type { Subscription } from "#platform/push/subscription.ts";
import { notificationsDevices } from "../tables.server.ts";

export type Device = typeof notificationsDevices.$inferSelect;

/** More than anyone has. The oldest give way. */
const MOST_DEVICES = 10;

const subscriptionSchema = z.object({ endpoint: z.string(), p256dh: z.string(), auth: z.string() });

const purposeOf = (accountId: string, endpointHash: string) => `push device ${accountId} ${endpointHash}`;
const hashOf = (endpoint: string) => createHash("sha256").update(endpoint).digest("base64url");

const ofAccount = ({ account }: AccountContext) => eq(notificationsDevices.accountId, account.id);
const deviceRow = (ctx: AccountContext, id: string) => and(ofAccount(ctx), eq(notificationsDevices.id, id));
const devicesOf = (ctx: AccountContext, userId: string) =>
  and(ofAccount(ctx), eq(notificationsDevices.userId, userId));

/** Saves a browser for the acting person; saving it again changes nothing but its session and keys. */
export async function saveDevice(
  ctx: AccountContext,
  userId: string,
  subscription: Subscription,
  browser: { readonly sessionId: string; readonly name: string },
): Promise<void> {
  const accountId = ctx.account.id;
  const endpointHash = hashOf(subscription.endpoint);
  const row = {
    userId,
    ...browser,
    sealed: seal(purposeOf(accountId, endpointHash), JSON.stringify(subscription)),
    failingSince: null,
    retryAt: null,
  };
  await ctx.db
    .insert(notificationsDevices)
    .values({
      ...row,
      accountId,
      id: derivedId("notifications.device", accountId, endpointHash),
      endpointHash,
      createdAt: ctx.now,
    })
    // Whoever uses this browser now is the one who hears.
    .onConflictDoUpdate({
      target: [notificationsDevices.accountId, notificationsDevices.endpointHash],
      set: row,
    });
  const all = await ctx.db
    .select({ id: notificationsDevices.id })
    .from(notificationsDevices)
    .where(devicesOf(ctx, userId))
    .orderBy(asc(notificationsDevices.createdAt), asc(notificationsDevices.id));
  const oldest = all.slice(0, Math.max(0, all.length - MOST_DEVICES)).map(({ id }) => id);
  if (oldest.length > 0)
    await ctx.db
      .delete(notificationsDevices)
      .where(and(ofAccount(ctx), inArray(notificationsDevices.id, oldest)));
}

/** The browsers that show a person notifications: those in which they are still logged in. */
export async function listDevices(ctx: AccountContext, userId: string): Promise<Device[]> {
  const devices = await ctx.db
    .select()
    .from(notificationsDevices)
    .where(devicesOf(ctx, userId))
    .orderBy(asc(notificationsDevices.createdAt), asc(notificationsDevices.id));
  if (devices.length === 0) return [];
  const live = await liveSessions(ctx.db, userId, ctx.now);
  return devices.filter(({ sessionId }) => live.has(sessionId));
}

/** Everyone with a browser that was saved. */
export async function peopleWithDevices(ctx: AccountContext): Promise<ReadonlySet<string>> {
  const rows = await ctx.db
    .selectDistinct({ userId: notificationsDevices.userId })
    .from(notificationsDevices)
    .where(ofAccount(ctx));
  return new Set(rows.map(({ userId }) => userId));
}

/** Removes a browser of the person; removing another's does nothing. @param by its id or its address */
export async function removeDevice(
  ctx: AccountContext,
  userId: string,
  by: { readonly id: string } | { readonly endpoint: string },
): Promise<void> {
  const which =
    "id" in by
      ? eq(notificationsDevices.id, by.id)
      : eq(notificationsDevices.endpointHash, hashOf(by.endpoint));
  await ctx.db.delete(notificationsDevices).where(and(devicesOf(ctx, userId), which));
}

/** A saved browser, if its person is still logged in there, with its address and keys. */
export async function findDevice(
  ctx: AccountContext,
  id: string,
): Promise<(Device & { readonly subscription: Subscription }) | undefined> {
  const [device] = await ctx.db.select().from(notificationsDevices).where(deviceRow(ctx, id));
  if (!device) return undefined;
  const live = await liveSessions(ctx.db, device.userId, ctx.now);
  const opened = unseal(purposeOf(ctx.account.id, device.endpointHash), device.sealed);
  if (!live.has(device.sessionId) || opened === undefined) {
    await forgetDevice(ctx, id);
    return undefined;
  }
  return { ...device, subscription: subscriptionSchema.parse(JSON.parse(opened)) };
}

export async function forgetDevice(ctx: AccountContext, id: string): Promise<void> {
  await ctx.db.delete(notificationsDevices).where(deviceRow(ctx, id));
}

/** Records whether messages arrive there. @param retryAt null once they do again */
export async function recordDelivery(
  ctx: AccountContext,
  id: string,
  retryAt: Temporal.Instant | null,
): Promise<void> {
  await ctx.db
    .update(notificationsDevices)
    .set({
      retryAt,
      failingSince: retryAt && sql`coalesce(${notificationsDevices.failingSince}, ${ctx.now.toString()})`,
    })
    .where(deviceRow(ctx, id));
}
