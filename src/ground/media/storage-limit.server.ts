import { eq, sql } from "drizzle-orm";
import { mayMailOthers } from "#ground/businesses/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { type AccountContext, withAccount } from "#platform/db/scope.server.ts";
import { formatBytes } from "#platform/measures/bytes.ts";
import { DEFAULT_STORAGE } from "./rules.ts";
import { mediaOriginals } from "./tables.server.ts";

/** What else counts toward an account's storage, such as files that people saved elsewhere. */
type MeasureFiles = (ctx: AccountContext) => Promise<{ readonly count: number; readonly bytes: number }>;

const others = new Map<string, MeasureFiles>();

/** Registers what another room stores. @param what its table */
export function defineStorageUse(what: string, measure: MeasureFiles): void {
  others.set(what, measure);
}

/** An account's storage use and limit. */
export interface Room {
  /** Photos and videos. */
  readonly count: number;
  /** Other files. */
  readonly files: number;
  /** Size of originals and other files in bytes; derivatives don't count. */
  readonly used: number;
  /** In bytes. */
  readonly most: number;
  /** Whether an owner has verified their address; the limit is lower until then. */
  readonly isVerified: boolean;
}

/** Measures an account's storage. @param ctx of the account, or of a user who may read its work */
export async function measureStorage(ctx: AccountContext): Promise<Room> {
  const [row] = await ctx.db
    .select({
      count: sql<number>`count(*)::int`,
      used: sql<string>`coalesce(sum(${mediaOriginals.bytes}), 0)::text`,
    })
    .from(mediaOriginals)
    .where(eq(mediaOriginals.accountId, ctx.account.id));
  const isVerified = await mayMailOthers(ctx);
  let [files, used] = [0, Number(row!.used)];
  for (const measure of others.values()) {
    const other = await measure(ctx);
    files += other.count;
    used += other.bytes;
  }
  return { count: row!.count, files, used, most: storageLimitFor(isVerified), isVerified };
}

/** Like `measureStorage`, as the product itself, so that it works for any sender's role. */
export const roomOf = (accountId: string): Promise<Room> => withAccount(accountId, measureStorage);

/** Storage limit of an account, in bytes. */
export function storageLimitFor(isVerified: boolean): number {
  const { most, unverified } = installation().mediaRoom ?? DEFAULT_STORAGE;
  return isVerified ? most : Math.min(most, unverified);
}

/** The message when storage is full. */
export function storageFullMessage({ most, isVerified }: Room, isGuest: boolean): string {
  const stays = "Your photos and videos stay on this device and go out when there’s room.";
  if (isGuest)
    return `The business you work for is out of room for photos and videos. Let them know. ${stays}`;
  return isVerified
    ? `Your business has used its ${formatBytes(most)} for photos and videos. An owner can contact us for more room. ${stays}`
    : `Until an owner verifies their email address, your business can store ${formatBytes(most)} of photos and videos. If you’re an owner, verify yours. If not, let an owner know. ${stays}`;
}
