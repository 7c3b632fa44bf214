import { eq, sql } from "drizzle-orm";
import { mayMailOthers } from "#ground/businesses/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { type AccountContext, withAccount } from "#platform/db/scope.server.ts";
import { formatSize, DEFAULT_STORAGE } from "./rules.ts";
import { mediaOriginals } from "./tables.server.ts";

/** How much an account has stored, and how much it may. */
export interface Room {
  /** Photos and videos. */
  readonly count: number;
  /** Of their originals, in bytes: what is drawn from them is not counted. */
  readonly used: number;
  /** In bytes. */
  readonly most: number;
  /** Whether an owner has verified their address. Until then, there is less room. */
  readonly isVerified: boolean;
}

/** What an account stores now. @param ctx of the account, or of somebody who may read its work */
export async function measureStorage(ctx: AccountContext): Promise<Room> {
  const [row] = await ctx.db
    .select({
      count: sql<number>`count(*)::int`,
      used: sql<string>`coalesce(sum(${mediaOriginals.bytes}), 0)::text`,
    })
    .from(mediaOriginals)
    .where(eq(mediaOriginals.accountId, ctx.account.id));
  const isVerified = await mayMailOthers(ctx);
  return { count: row!.count, used: Number(row!.used), most: storageLimitFor(isVerified), isVerified };
}

/** The same, as the product itself: whatever the role of the person who sends. */
export const roomOf = (accountId: string): Promise<Room> => withAccount(accountId, measureStorage);

/** What an account may store, in bytes. */
export function storageLimitFor(isVerified: boolean): number {
  const { most, unverified } = installation().mediaRoom ?? DEFAULT_STORAGE;
  return isVerified ? most : Math.min(most, unverified);
}

/** What is said when there is no room for one more. */
export function storageFullMessage({ most, isVerified }: Room, isGuest: boolean): string {
  const stays = "Your photos and videos stay on this device and go out when there’s room.";
  if (isGuest)
    return `The business you work for is out of room for photos and videos. Let them know. ${stays}`;
  return isVerified
    ? `Your business has used its ${formatSize(most)} for photos and videos. Contact us for more room. ${stays}`
    : `Until an owner verifies their email address, a business can store ${formatSize(most)} of photos and videos. Verify yours for more room. ${stays}`;
}
