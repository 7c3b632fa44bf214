import { createHash, randomBytes } from "node:crypto";
import { and, count, desc, eq, isNull } from "drizzle-orm";
import { may, recordAudit, roleOf } from "#ground/businesses/public.server.ts";
import { type AccountContext, isId } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import type { KeyInUse, Scope } from "#platform/api/endpoint.ts";
import { apiKeys } from "./tables.server.ts";

const PREFIX = "pl_";
const RANDOM_BYTES = 20;
const MOST_KEYS = 20;

/** A key as its owner sees it, without the token. */
export interface Key {
  readonly id: string;
  readonly name: string;
  readonly hint: string;
  readonly scopes: readonly Scope[];
  readonly createdAt: Temporal.Instant;
  /** A UTC date. */
  readonly lastUsed: string | null;
  /** False once its maker has left or may no longer make keys. */
  readonly works: boolean;
}

/**
 * A new token: the account's id first, so that it is looked up in that account's scope, then 160 random
 * bits. Its last four characters can be shown later.
 */
function newKeyToken(accountId: string): string {
  return (
    PREFIX +
    Buffer.concat([Buffer.from(accountId.replaceAll("-", ""), "hex"), randomBytes(RANDOM_BYTES)]).toString(
      "base64url",
    )
  );
}

/** The account that a token names, or undefined when it can't be one of ours. Not yet a proof. */
export function accountOfKey(token: string): string | undefined {
  if (!/^pl_[A-Za-z0-9_-]{48}$/.test(token)) return undefined;
  const hex = Buffer.from(token.slice(PREFIX.length), "base64url").subarray(0, 16).toString("hex");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

const hashOf = (token: string) => createHash("sha256").update(token).digest("hex");

/**
 * Makes a key.
 * @param given.id made with the form, so that a double submit makes one key
 * @returns its token, which can't be read again
 * @throws AppError conflict when it already exists, or there are too many
 */
export async function makeKey(
  ctx: AccountContext,
  given: { id: string; name: string; scopes: readonly Scope[] },
): Promise<string> {
  const [{ keys } = { keys: 0 }] = await ctx.db.select({ keys: count() }).from(apiKeys).where(inUse(ctx));
  if (keys >= MOST_KEYS)
    throw new AppError(
      "conflict",
      `You already have ${MOST_KEYS} keys, the most allowed. Revoke one you don’t use anymore.`,
    );
  const token = newKeyToken(ctx.account.id);
  const made = await ctx.db
    .insert(apiKeys)
    .values({
      ...given,
      accountId: ctx.account.id,
      tokenHash: hashOf(token),
      hint: token.slice(-4),
      madeBy: ctx.user!.id,
      createdAt: ctx.now,
    })
    .onConflictDoNothing()
    .returning({ id: apiKeys.id });
  if (!made.length)
    throw new AppError(
      "conflict",
      "This key was already created and won’t be shown again. If you didn’t save it, revoke it and make another.",
    );
  await recordAudit(ctx, "api.key-made", { name: given.name, scopes: given.scopes.join(", ") });
  return token;
}

const inUse = (ctx: AccountContext) => and(eq(apiKeys.accountId, ctx.account.id), isNull(apiKeys.revokedAt));

/** The keys that are not revoked, newest first. */
export async function listKeys(ctx: AccountContext): Promise<Key[]> {
  const rows = await ctx.db
    .select()
    .from(apiKeys)
    .where(inUse(ctx))
    .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id));
  const makers = new Map<string | null, boolean>();
  for (const { madeBy } of rows)
    if (!makers.has(madeBy)) makers.set(madeBy, (await roleOfMaker(ctx, madeBy)) !== undefined);
  return rows.map(({ id, name, hint, scopes, createdAt, lastUsed, madeBy }) => ({
    id,
    name,
    hint,
    scopes,
    createdAt,
    lastUsed,
    works: makers.get(madeBy)!,
  }));
}

/** A member's current role if it may make keys; otherwise undefined, also for people who have left. */
async function roleOfMaker(ctx: AccountContext, userId: string | null) {
  const role = userId === null ? undefined : await roleOf(ctx, userId);
  return role && may(role, "api.change") ? role : undefined;
}

/** Revokes a key: its next request is refused. Revoking it again changes nothing. */
export async function revokeKey(ctx: AccountContext, keyId: string): Promise<void> {
  if (!isId(keyId)) throw new AppError("not_found", "That key doesn’t exist.");
  const [key] = await ctx.db
    .update(apiKeys)
    .set({ revokedAt: ctx.now })
    .where(and(inUse(ctx), eq(apiKeys.id, keyId)))
    .returning({ name: apiKeys.name });
  if (key) return recordAudit(ctx, "api.key-revoked", { name: key.name });
  const [known] = await ctx.db
    .select({ id: apiKeys.id })
    .from(apiKeys)
    .where(and(eq(apiKeys.accountId, ctx.account.id), eq(apiKeys.id, keyId)));
  if (!known) throw new AppError("not_found", "That key doesn’t exist.");
}

/**
 * Finds a token's key within its account's scope; undefined when there is none or it was revoked. Records
 * that it was used today.
 */
export async function keyOfToken(ctx: AccountContext, token: string): Promise<KeyInUse | undefined> {
  const [key] = await ctx.db
    .select({
      id: apiKeys.id,
      name: apiKeys.name,
      scopes: apiKeys.scopes,
      madeBy: apiKeys.madeBy,
      lastUsed: apiKeys.lastUsed,
    })
    .from(apiKeys)
    .where(and(inUse(ctx), eq(apiKeys.tokenHash, hashOf(token))));
  if (!key) return undefined;
  const today = ctx.now.toZonedDateTimeISO("UTC").toPlainDate().toString();
  if (key.lastUsed !== today)
    await ctx.db
      .update(apiKeys)
      .set({ lastUsed: today })
      .where(and(eq(apiKeys.accountId, ctx.account.id), eq(apiKeys.id, key.id)));
  return { id: key.id, name: key.name, scopes: key.scopes, role: await roleOfMaker(ctx, key.madeBy) };
}

/** A key's current scopes; undefined when it was revoked or its maker may no longer have keys. */
export async function scopesOfKey(ctx: AccountContext, keyId: string): Promise<readonly Scope[] | undefined> {
  const [key] = await ctx.db
    .select({ scopes: apiKeys.scopes, madeBy: apiKeys.madeBy })
    .from(apiKeys)
    .where(and(inUse(ctx), eq(apiKeys.id, keyId)));
  return key && (await roleOfMaker(ctx, key.madeBy)) ? key.scopes : undefined;
}
