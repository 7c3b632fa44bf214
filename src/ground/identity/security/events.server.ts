import { desc, eq, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import type { RouterContextProvider } from "react-router";
import type { Db } from "#platform/db/database.server.ts";
import { newId } from "#platform/db/ids.ts";
import { database, now } from "#platform/db/scope.server.ts";
import { clientAddressContext } from "#platform/http/contexts.ts";
import { createLimiter } from "#platform/http/limits/limits.server.ts";
import { identityEvents } from "../tables.server.ts";

/** Kinds of account activity, in the words the person reads. */
export const EVENTS = {
  "signed-in": "Logged in",
  "sign-in-refused": "A login was refused",
  "second-factor-refused": "A wrong second factor was given",
  "device-added": "A device was used for the first time",
  "signed-out": "Logged out",
  "session-ended": "A session was ended",
  "sessions-ended": "All other sessions were ended",
  "password-changed": "The password was changed",
  "password-reset": "The password was reset by mail",
  "email-change-asked": "A change of address was asked for",
  "email-change-dropped": "The change of address was called off",
  "email-changed": "The address was changed",
  "email-verified": "The address was verified by a mailed link",
  "totp-added": "An authenticator app was added",
  "totp-removed": "The authenticator app was removed",
  "recovery-codes-made": "New recovery codes were made",
  "recovery-code-used": "A recovery code was used",
  "passkey-added": "A passkey was added",
  "passkey-removed": "A passkey was removed",
  "provider-linked": "A login provider was connected",
  "provider-unlinked": "A login provider was disconnected",
  "business-joined": "Joined a business",
  "business-left": "Left a business",
  "business-removed": "Was removed from a business",
  "export-asked": "A copy of the data was asked for",
} as const;
export type EventKind = keyof typeof EVENTS;

export interface Origin {
  readonly address: string;
  readonly userAgent: string;
}

/** The client address and user agent of a request. */
export function originOf(request: Request, context: Readonly<RouterContextProvider>): Origin {
  return {
    address: context.get(clientAddressContext),
    userAgent: (request.headers.get("user-agent") ?? "").slice(0, 300),
  };
}

/**
 * Records an event of a person's account, which only they can read.
 * @param details shown to them; never a secret
 * @param db the caller's transaction, if any
 */
export async function recordEvent(
  userId: string,
  kind: EventKind,
  origin: Origin | null,
  details: Readonly<Record<string, string>> = {},
  db: Db = drizzle(database().app),
): Promise<void> {
  const { address = null, userAgent = null } = origin ?? {};
  await db
    .insert(identityEvents)
    .values({ id: newId(), userId, at: now(), kind, address, userAgent, details });
}

const refusalsPerMinute = createLimiter({ name: "refused sign-in noted", limit: 1, windowSeconds: 60 });

/**
 * Records a refused sign-in for the account with this address, at most once a minute. It isn't awaited, so
 * that response time doesn't reveal whether the account exists.
 */
export function recordRefusal(email: string, { address, userAgent }: Origin): void {
  const at = now();
  if (!refusalsPerMinute.check(email, at).ok) return;
  drizzle(database().app)
    .execute(
      sql`insert into identity_events (id, user_id, at, kind, address, user_agent, details)
          select ${newId()}, id, ${at.toString()}::timestamptz, 'sign-in-refused', ${address}, ${userAgent}, '{}'
            from identity_users where email = ${email}`,
    )
    .catch(() => {});
}

/** The newest events of a person. */
export function listEvents(userId: string, limit: number) {
  return drizzle(database().app)
    .select()
    .from(identityEvents)
    .where(eq(identityEvents.userId, userId))
    .orderBy(desc(identityEvents.at), desc(identityEvents.id))
    .limit(limit);
}
