import { and, eq, isNotNull, isNull, lt, or } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { installation } from "#platform/config/installation.server.ts";
import { seal, unseal } from "#platform/config/sealing.server.ts";
import { database, now, type Person, withSystem } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import {
  newTotpSecret,
  qrPicture,
  type QrPicture,
  totpAddress,
  totpStep,
} from "#platform/identity/totp.server.ts";
import { deleteChallenges } from "../login/challenges.server.ts";
import { type Origin, recordEvent } from "../security/events.server.ts";
import { deleteRecoveryCodes, replaceRecoveryCodes } from "./recovery-codes.server.ts";
import { mailNotice } from "../security/security-notice.server.ts";
import { identityTotp } from "../tables.server.ts";

/**
 * How long a secret that was shown and not confirmed is kept for the next look, so that a page opened twice
 * shows the same one.
 */
const SAME_SECRET_MINUTES = 15;

const pool = () => drizzle(database().app);
const purposeOf = (userId: string) => `totp ${userId}`;

/** Since when a person's sign-in takes a code; null when it does not. */
export async function totpSince(userId: string): Promise<Temporal.Instant | null> {
  const [found] = await pool()
    .select({ since: identityTotp.confirmedAt })
    .from(identityTotp)
    .where(eq(identityTotp.userId, userId));
  return found?.since ?? null;
}

/**
 * Begins setting up an authenticator app. A person who has one keeps it; asking twice within minutes shows
 * the same secret.
 */
export async function beginTotp(userId: string): Promise<void> {
  const at = now();
  const sealed = seal(purposeOf(userId), newTotpSecret());
  await pool()
    .insert(identityTotp)
    .values({ userId, sealed, createdAt: at })
    .onConflictDoUpdate({
      target: identityTotp.userId,
      set: { sealed, createdAt: at },
      setWhere: and(
        isNull(identityTotp.confirmedAt),
        lt(identityTotp.createdAt, at.subtract({ minutes: SAME_SECRET_MINUTES })),
      ),
    });
}

/** What a person's app has to be told while it is being set up, or undefined when nothing was begun. */
export async function findPendingTotp(
  person: Person,
): Promise<{ secret: string; address: string; picture: QrPicture } | undefined> {
  const [begun] = await pool()
    .select()
    .from(identityTotp)
    .where(and(eq(identityTotp.userId, person.id), isNull(identityTotp.confirmedAt)));
  if (!begun) return undefined;
  const secret = secretOf(begun);
  const address = totpAddress({ secret, issuer: installation().brand, account: person.email });
  return { secret, address, picture: qrPicture(address) };
}

/** How confirming a new app ended. `gone`: none was begun, or another window confirmed it. */
export type Confirmed =
  | { readonly kind: "on"; readonly codes: readonly string[] }
  | { readonly kind: "wrong" }
  | { readonly kind: "gone" };

/**
 * Takes the first code of a new app: from here on signing in takes one. The recovery codes are shown this
 * once.
 */
export function confirmTotp(person: Person, code: string, origin: Origin): Promise<Confirmed> {
  return withSystem(async (ctx) => {
    const { db, now: at } = ctx;
    const [begun] = await db
      .select()
      .from(identityTotp)
      .where(and(eq(identityTotp.userId, person.id), isNull(identityTotp.confirmedAt)))
      .for("update");
    if (!begun) return { kind: "gone" };
    const step = totpStep(secretOf(begun), code, at);
    if (step === undefined) return { kind: "wrong" };
    // The code that confirmed it is used up like any other.
    await db
      .update(identityTotp)
      .set({ confirmedAt: at, lastStep: step })
      .where(eq(identityTotp.userId, person.id));
    const codes = await replaceRecoveryCodes(ctx, person.id);
    await recordEvent(person.id, "totp-added", origin, {}, db);
    await mailNotice(ctx, person, "totp-added", origin);
    return { kind: "on", codes };
  });
}

/**
 * Whether a code is of a person's app, now or one step beside it, and was not used before. Using it uses it
 * up; of two at once one does.
 */
export async function consumeTotpCode(userId: string, code: string): Promise<boolean> {
  const [own] = await pool()
    .select()
    .from(identityTotp)
    .where(and(eq(identityTotp.userId, userId), isNotNull(identityTotp.confirmedAt)));
  const step = own && totpStep(secretOf(own), code, now());
  if (step === undefined) return false;
  const { rowCount } = await pool()
    .update(identityTotp)
    .set({ lastStep: step })
    .where(
      and(
        eq(identityTotp.userId, userId),
        // The same app as was read: another may have been set up in between.
        eq(identityTotp.sealed, own!.sealed),
        or(isNull(identityTotp.lastStep), lt(identityTotp.lastStep, step)),
      ),
    );
  return rowCount === 1;
}

/**
 * Takes a person's app away, with its recovery codes and every sign-in that waits for a code.
 * @returns whether there was one
 */
export function removeTotp(person: Person, origin: Origin): Promise<boolean> {
  return withSystem(async (ctx) => {
    const { rowCount } = await ctx.db
      .delete(identityTotp)
      .where(and(eq(identityTotp.userId, person.id), isNotNull(identityTotp.confirmedAt)));
    if (!rowCount) return false;
    await deleteRecoveryCodes(ctx.db, person.id);
    await deleteChallenges(person.id, "second-factor", ctx.db);
    await recordEvent(person.id, "totp-removed", origin, {}, ctx.db);
    await mailNotice(ctx, person, "totp-removed", origin);
    return true;
  });
}

/**
 * Makes ten new recovery codes; the old ones end.
 * @returns them, or undefined when the person's sign-in takes no code
 */
export function renewRecoveryCodes(person: Person, origin: Origin): Promise<string[] | undefined> {
  return withSystem(async (ctx) => {
    const [own] = await ctx.db
      .select({ userId: identityTotp.userId })
      .from(identityTotp)
      .where(and(eq(identityTotp.userId, person.id), isNotNull(identityTotp.confirmedAt)))
      .for("update");
    if (!own) return undefined;
    const codes = await replaceRecoveryCodes(ctx, person.id);
    await recordEvent(person.id, "recovery-codes-made", origin, {}, ctx.db);
    await mailNotice(ctx, person, "recovery-codes-made", origin);
    return codes;
  });
}

function secretOf({ userId, sealed }: { userId: string; sealed: string }): string {
  const secret = unseal(purposeOf(userId), sealed);
  if (secret === undefined)
    throw new AppError(
      "internal",
      "We can't read the secret of your authenticator app. Write to us on the contact page.",
      {
        cause: new Error("an authenticator secret does not open: SECRET is not the one it was sealed with"),
      },
    );
  return secret;
}
