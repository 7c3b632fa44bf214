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
  "sign-in-refused": "Login refused",
  "second-factor-refused": "Wrong login code",
  "device-added": "New device",
  "signed-out": "Logged out",
  "session-ended": "Logged out a device",
  "sessions-ended": "Logged out all other devices",
  "password-changed": "Password changed",
  "password-reset": "Password reset by email",
  "email-change-asked": "Email change requested",
  "email-change-dropped": "Email change canceled",
  "email-changed": "Email changed",
  "email-verified": "Email verified",
  "totp-added": "Authenticator app added",
  "totp-removed": "Authenticator app removed",
  "recovery-codes-made": "New recovery codes created",
  "recovery-code-used": "Recovery code used",
  "passkey-added": "Passkey added",
  "passkey-removed": "Passkey removed",
  "provider-linked": "Login provider connected",
  "provider-unlinked": "Login provider disconnected",
  "business-joined": "Joined a business",
  "business-left": "Left a business",
  "business-removed": "Removed from a business",
  "export-asked": "Copy of your data requested",
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
