import { and, asc, eq, lt } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { installation } from "#platform/config/installation.server.ts";
import { database, now, type Person, withSystem } from "#platform/db/scope.server.ts";
import {
  askForPasskey,
  askForSignature,
  checkSignature,
  claimOf,
  passkeyHost,
  type PasskeyQuestion,
  type PasskeySite,
  readNewPasskey,
} from "#platform/identity/passkeys.server.ts";
import { deviceOf } from "../session/devices.ts";
import { type Origin, recordEvent } from "../security/events.server.ts";
import { mailNotice } from "../security/security-notice.server.ts";
import { identityPasskeys } from "../tables.server.ts";

/** More than anyone has devices. */
const PASSKEYS_PER_PERSON = 20;
/** Characters of a passkey's name. */
export const PASSKEY_NAME_LENGTH = 60;

const pool = () => drizzle(database().app);
const ownPasskey = (userId: string, id: string) =>
  and(eq(identityPasskeys.userId, userId), eq(identityPasskeys.id, id));

function site(): PasskeySite {
  const { publicUrl, brand } = installation();
  return { publicUrl, name: brand };
}

/** The host this site's passkeys belong to. They can't be used under another host name. */
export const passkeysHost = (): string => passkeyHost(installation().publicUrl);

/** A person's passkeys, oldest first. */
export function listPasskeys(userId: string) {
  return pool()
    .select({
      id: identityPasskeys.id,
      name: identityPasskeys.name,
      transports: identityPasskeys.transports,
      backedUp: identityPasskeys.backedUp,
      createdAt: identityPasskeys.createdAt,
      lastUsedAt: identityPasskeys.lastUsedAt,
    })
    .from(identityPasskeys)
    .where(eq(identityPasskeys.userId, userId))
    .orderBy(asc(identityPasskeys.createdAt), asc(identityPasskeys.id));
}

/** Options for creating a passkey; undefined when the person has the maximum. */
export async function beginPasskey(person: Person): Promise<PasskeyQuestion | undefined> {
  const existing = await listPasskeys(person.id);
  return existing.length < PASSKEYS_PER_PERSON ? askForPasskey(site(), person, existing) : undefined;
}

/** Saves a new passkey. @returns its name; undefined when the response is invalid */
export async function addPasskey(
  person: Person,
  challenge: string,
  answer: unknown,
  origin: Origin,
): Promise<string | undefined> {
  const passkey = await readNewPasskey(site(), challenge, answer);
  if (!passkey) return undefined;
  const name = deviceOf(origin.userAgent) ?? "Passkey";
  return withSystem(async (ctx) => {
    const { rowCount } = await ctx.db
      .insert(identityPasskeys)
      .values({ ...passkey, userId: person.id, name, createdAt: ctx.now })
      // An existing id is a replayed response or another person's passkey.
      .onConflictDoNothing();
    if (!rowCount) return undefined;
    await recordEvent(person.id, "passkey-added", origin, { name }, ctx.db);
    await mailNotice(ctx, person, "passkey-added", origin, name);
    return name;
  });
}

/** Renames a person's passkey. @returns whether it is theirs */
export async function renamePasskey(userId: string, id: string, name: string): Promise<boolean> {
  const { rowCount } = await pool().update(identityPasskeys).set({ name }).where(ownPasskey(userId, id));
  return rowCount === 1;
}

/** Removes a person's passkey. @returns whether it was theirs */
export function removePasskey(person: Person, id: string, origin: Origin): Promise<boolean> {
  return withSystem(async (ctx) => {
    const [removed] = await ctx.db
      .delete(identityPasskeys)
      .where(ownPasskey(person.id, id))
      .returning({ name: identityPasskeys.name });
    if (!removed) return false;
    await recordEvent(person.id, "passkey-removed", origin, { name: removed.name }, ctx.db);
    await mailNotice(ctx, person, "passkey-removed", origin, removed.name);
    return true;
  });
}

/** Options for signing, with any passkey of this site or one of a person's own. */
export async function beginSignature(userId?: string): Promise<PasskeyQuestion> {
  return askForSignature(site(), userId ? await listPasskeys(userId) : []);
}

/**
 * Verifies a signature.
 * @param onlyOf the person who must have made it; without it, the response must name its person
 * @returns the person's id; undefined when unknown, another person's, for another challenge or host, or its
 * counter went back
 */
export async function verifySignature(
  challenge: string,
  answer: unknown,
  origin: Origin,
  onlyOf?: string,
): Promise<string | undefined> {
  const claim = claimOf(answer);
  if (!claim) return undefined;
  const [stored] = await pool().select().from(identityPasskeys).where(eq(identityPasskeys.id, claim.id));
  if (!stored || stored.userId !== (claim.personId ?? onlyOf) || (onlyOf && stored.userId !== onlyOf))
    return undefined;
  const verdict = await checkSignature(site(), challenge, answer, stored);
  if (verdict.kind === "wrong") return undefined;
  // Of two concurrent signatures with one counter, the update accepts one. Authenticators that don't count
  // stay at 0.
  if (verdict.kind === "right") {
    const { counter, backedUp } = verdict;
    const increases = counter === 0 ? eq(identityPasskeys.counter, 0) : lt(identityPasskeys.counter, counter);
    const { rowCount } = await pool()
      .update(identityPasskeys)
      .set({ counter, backedUp, lastUsedAt: now() })
      .where(and(ownPasskey(stored.userId, stored.id), increases));
    if (rowCount === 1) return stored.userId;
  }
  await recordEvent(stored.userId, "sign-in-refused", origin, {
    by: "passkey",
    name: stored.name,
    why: "its counter went back",
  });
  return undefined;
}
