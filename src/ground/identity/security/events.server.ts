import { desc, eq, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import type { RouterContextProvider } from "react-router";
import type { Db } from "#platform/db/database.server.ts";
import { newId } from "#platform/db/ids.ts";
import { database, now } from "#platform/db/scope.server.ts";
import { clientAddressContext } from "#platform/http/contexts.ts";
import { createLimiter } from "#platform/http/limits/limits.server.ts";
import { identityEvents } from "../tables.server.ts";

/** What is written down about a person's account, in the words they read. */
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

/** Where something came from. */
export interface Origin {
  readonly address: string;
  readonly userAgent: string;
}

/** Where a request came from. */
export function originOf(request: Request, context: Readonly<RouterContextProvider>): Origin {
  return {
    address: context.get(clientAddressContext),
    userAgent: (request.headers.get("user-agent") ?? "").slice(0, 300),
  };
}

/**
 * Writes down what happened to a person's account; they can read it, nobody else.
 * @param details shown to them: never a secret
 * @param db the caller's transaction, where the event is part of one
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

const refusalsNoted = createLimiter({ name: "refused sign-in noted", limit: 1, windowSeconds: 60 });

/**
 * Writes down for whoever has this address that a sign-in was refused, once a minute at most. Nobody waits
 * for it: the time that an answer takes must not tell whether there is an account.
 */
export function recordRefusal(email: string, { address, userAgent }: Origin): void {
  const at = now();
  if (!refusalsNoted.check(email, at).ok) return;
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
