import { and, desc, eq, gt } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { database, now, type Person, withSystem } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import {
  beginChallenge,
  deleteChallenges,
  readChallenge,
  consumeChallenge,
} from "../login/challenges.server.ts";
import { deletePendingLinks, findByEmail, lockPerson, writeEmail } from "../queries.server.ts";
import { type Origin, recordEvent } from "../security/events.server.ts";
import { addressTakenMail, changeAskedMail, changeEmailMail, emailChangedMail } from "../mail/templates.ts";
import { mailPerson } from "../mail/mail-person.server.ts";
import { identityChallenges } from "../tables.server.ts";

const LIFETIME = { hours: 24 } as const;

/**
 * Begins a change of address: mails a link to the new address and a notice to the current one, and cancels an
 * earlier change. The response doesn't reveal whether the new address has an account; its owner is notified
 * instead.
 */
export async function requestEmailChange(person: Person, email: string, origin: Origin): Promise<void> {
  await withSystem(async (ctx) => {
    await lockPerson(ctx.db, person.id);
    await deleteChallenges(person.id, "change-email", ctx.db);
    const token = await beginChallenge(
      { kind: "change-email", userId: person.id, data: { email } },
      LIFETIME,
      ctx.db,
    );
    const owner = await findByEmail(ctx.db, email);
    await mailPerson(ctx, owner ?? { id: person.id, email }, ({ productName, link }) =>
      owner
        ? addressTakenMail({ productName, link: link("/login") })
        : changeEmailMail({ productName, link: link(`/verify/email?token=${token}`) }),
    );
    await mailPerson(ctx, person, ({ productName, link }) =>
      changeAskedMail({
        productName,
        newEmail: email,
        link: link("/account/settings/you"),
        resetLink: link("/forgot"),
      }),
    );
    await recordEvent(person.id, "email-change-asked", origin, { to: email }, ctx.db);
  });
}

/** A requested, unconfirmed address, and when the request expires. */
export async function pendingEmail(
  person: Person,
): Promise<{ readonly email: string; readonly until: Temporal.Instant } | undefined> {
  const { userId, kind, data, expiresAt, createdAt } = identityChallenges;
  const [found] = await drizzle(database().app)
    .select({ data, expiresAt })
    .from(identityChallenges)
    .where(and(eq(userId, person.id), eq(kind, "change-email"), gt(expiresAt, now())))
    .orderBy(desc(createdAt))
    .limit(1);
  return found && { email: found.data["email"] ?? "", until: found.expiresAt };
}

/** Cancels a requested change; its link stops working. */
export async function cancelEmailChange(person: Person, origin: Origin): Promise<void> {
  if (!(await pendingEmail(person))) return;
  await deleteChallenges(person.id, "change-email");
  await recordEvent(person.id, "email-change-dropped", origin);
}

/**
 * The person who requested the change; undefined when the link is wrong, used or expired. Doesn't use it up.
 */
export async function findEmailChange(
  token: string,
): Promise<{ readonly userId: string | null } | undefined> {
  return readChallenge("change-email", token);
}

/**
 * Completes a change of address for the signed-in person. Requires both the link and the session, because a
 * verified address grants access. Invalidates links mailed to the old address, including resets, and notifies
 * it.
 */
export async function confirmEmailChange(
  token: string,
  person: Person,
  origin: Origin,
): Promise<"changed" | "gone" | "taken"> {
  const applyChange = async () =>
    withSystem(async (ctx) => {
      const challenge = await consumeChallenge("change-email", token, ctx.db);
      const before = await lockPerson(ctx.db, person.id);
      // Throwing rolls back, so another person's link remains usable.
      if (!before || challenge?.userId !== person.id)
        throw new AppError("not_found", "That link doesn’t exist.");
      const email = challenge.data["email"] ?? "";
      if (!(await writeEmail(ctx.db, person.id, email, ctx.now)))
        throw new AppError("conflict", "That address already has an account.");
      await deletePendingLinks(ctx.db, person.id);
      await recordEvent(person.id, "email-changed", origin, { from: before.email, to: email }, ctx.db);
      await mailPerson(ctx, before, ({ productName, link }) =>
        emailChangedMail({ productName, newEmail: email, link: link("/contact") }),
      );
    });
  try {
    await applyChange();
    return "changed";
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return "gone";
    if ((error instanceof AppError && error.code === "conflict") || isDuplicate(error)) return "taken";
    throw error;
  }
}

// The unique index catches a registration with the same address at this moment.
function isDuplicate(error: unknown): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++)
    if ((at as { code?: unknown }).code === "23505") return true;
  return false;
}
