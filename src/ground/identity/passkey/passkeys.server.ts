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

/** More than anybody has devices. */
const PASSKEYS_PER_PERSON = 20;
/** The longest name a person may give a passkey. */
export const PASSKEY_NAME_LENGTH = 60;

const pool = () => drizzle(database().app);
const mine = (userId: string, id: string) =>
  and(eq(identityPasskeys.userId, userId), eq(identityPasskeys.id, id));

function site(): PasskeySite {
  const { publicUrl, brand } = installation();
  return { publicUrl, name: brand };
}

/** The host that passkeys of this place belong to; on a page of another name they can't be used. */
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

/**
 * What a browser is asked so that it makes a passkey for a person, or undefined when they have as many as we
 * keep.
 */
export async function beginPasskey(person: Person): Promise<PasskeyQuestion | undefined> {
  const existing = await listPasskeys(person.id);
  return existing.length < PASSKEYS_PER_PERSON ? askForPasskey(site(), person, existing) : undefined;
}

/**
 * Keeps the passkey that a browser made on our question.
 * @returns its name, or undefined when the answer is none that we can keep
 */
export async function addPasskey(
  person: Person,
  challenge: string,
  answer: unknown,
  origin: Origin,
): Promise<string | undefined> {
  const made = await readNewPasskey(site(), challenge, answer);
  if (!made) return undefined;
  const name = deviceOf(origin.userAgent) ?? "Passkey";
  return withSystem(async (ctx) => {
    const { rowCount } = await ctx.db
      .insert(identityPasskeys)
      .values({ ...made, userId: person.id, name, createdAt: ctx.now })
      // An id that is taken is a copied answer, or somebody else's passkey: either way not this person's.
      .onConflictDoNothing();
    if (!rowCount) return undefined;
    await recordEvent(person.id, "passkey-added", origin, { name }, ctx.db);
    await mailNotice(ctx, person, "passkey-added", origin, name);
    return name;
  });
}

/** Gives a person's passkey another name. @returns whether it is theirs */
export async function renamePasskey(userId: string, id: string, name: string): Promise<boolean> {
  const { rowCount } = await pool().update(identityPasskeys).set({ name }).where(mine(userId, id));
  return rowCount === 1;
}

/** Takes a person's passkey away. @returns whether it was theirs */
export function removePasskey(person: Person, id: string, origin: Origin): Promise<boolean> {
  return withSystem(async (ctx) => {
    const [removed] = await ctx.db
      .delete(identityPasskeys)
      .where(mine(person.id, id))
      .returning({ name: identityPasskeys.name });
    if (!removed) return false;
    await recordEvent(person.id, "passkey-removed", origin, { name: removed.name }, ctx.db);
    await mailNotice(ctx, person, "passkey-removed", origin, removed.name);
    return true;
  });
}

/**
 * What a browser is asked so that it signs: with any passkey it has for this place, or with one of a person's
 * own.
 */
export async function beginSignature(userId?: string): Promise<PasskeyQuestion> {
  return askForSignature(site(), userId ? await listPasskeys(userId) : []);
}

/**
 * Checks a signature on our question.
 * @param onlyOf the person who must have made it; without it the answer itself has to say whose it is
 * @returns who signed, or undefined: unknown, somebody else's, made for another question or place, or its
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
  // Two at once with one counter: the database lets one of them through. Authenticators that never count stay
  // at nought.
  if (verdict.kind === "right") {
    const { counter, backedUp } = verdict;
    const forward = counter === 0 ? eq(identityPasskeys.counter, 0) : lt(identityPasskeys.counter, counter);
    const { rowCount } = await pool()
      .update(identityPasskeys)
      .set({ counter, backedUp, lastUsedAt: now() })
      .where(and(mine(stored.userId, stored.id), forward));
    if (rowCount === 1) return stored.userId;
  }
  await recordEvent(stored.userId, "sign-in-refused", origin, {
    by: "passkey",
    name: stored.name,
    why: "its counter went back",
  });
  return undefined;
}
