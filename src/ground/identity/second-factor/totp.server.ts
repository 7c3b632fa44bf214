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

/** How long an unconfirmed secret is reused, so that a page opened twice shows the same one. */
const SAME_SECRET_MINUTES = 15;

const pool = () => drizzle(database().app);
const purposeOf = (userId: string) => `totp ${userId}`;

/** Since when a person's sign-in requires a code; null when it doesn't. */
export async function totpSince(userId: string): Promise<Temporal.Instant | null> {
  const [found] = await pool()
    .select({ since: identityTotp.confirmedAt })
    .from(identityTotp)
    .where(eq(identityTotp.userId, userId));
  return found?.since ?? null;
}

/**
 * Begins the setup of an authenticator app. Doesn't replace an existing app; a repeated request within 15
 * minutes gets the same secret.
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

/** The secret of an unfinished setup; undefined when there is none. */
export async function findPendingTotp(
  person: Person,
): Promise<{ secret: string; address: string; picture: QrPicture } | undefined> {
  const [pending] = await pool()
    .select()
    .from(identityTotp)
    .where(and(eq(identityTotp.userId, person.id), isNull(identityTotp.confirmedAt)));
  if (!pending) return undefined;
  const secret = secretOf(pending);
  const address = totpAddress({ secret, issuer: installation().brand, account: person.email });
  return { secret, address, picture: qrPicture(address) };
}

/** The result of confirming an app. `gone`: no setup is pending, or another window confirmed it. */
export type Confirmed =
  | { readonly kind: "on"; readonly codes: readonly string[] }
  | { readonly kind: "wrong" }
  | { readonly kind: "gone" };

/**
 * Checks the first code of a new app; from then on sign-in requires one. Returns the recovery codes, which
 * are shown once.
 */
export function confirmTotp(person: Person, code: string, origin: Origin): Promise<Confirmed> {
  return withSystem(async (ctx) => {
    const { db, now: at } = ctx;
    const [pending] = await db
      .select()
      .from(identityTotp)
      .where(and(eq(identityTotp.userId, person.id), isNull(identityTotp.confirmedAt)))
      .for("update");
    if (!pending) return { kind: "gone" };
    const step = totpStep(secretOf(pending), code, at);
    if (step === undefined) return { kind: "wrong" };
    // The confirming code is used up too.
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
 * Uses up a code of a person's app. Accepts the current time step and its neighbors.
 * @returns false when wrong or used; of two concurrent uses, one succeeds
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
        // Ensures it is still the same app; another may have been set up in between.
        eq(identityTotp.sealed, own!.sealed),
        or(isNull(identityTotp.lastStep), lt(identityTotp.lastStep, step)),
      ),
    );
  return rowCount === 1;
}

/**
 * Removes a person's app, its recovery codes, and sign-ins waiting for a code.
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

/** Replaces a person's recovery codes. @returns them; undefined when sign-in requires no code */
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
      "We can’t read your authenticator setup. Write to us on the contact page.",
      {
        cause: new Error("an authenticator secret does not open: SECRET is not the one it was sealed with"),
      },
    );
  return secret;
}
