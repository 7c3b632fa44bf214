import type pg from "pg";
import { RouterContextProvider } from "react-router";
import { signedIn, Visitor } from "#ground/identity/testing/visits.ts";
import { action as commands } from "#ground/sync/device/commands.ts";
import type { Outcome, StoredRecord } from "#ground/sync/device/protocol.ts";
import { newLocalId } from "#ground/sync/store/ids.ts";
import { seen } from "#ground/sync/rules.ts";
import type { Person } from "#platform/db/scope.server.ts";
import type { Args } from "./screens.ts";

/** A signed-in person. */
export interface Somebody {
  readonly visitor: Visitor;
  readonly who: Person;
}

/** Signs somebody in. @param db with the owner's rights */
export async function somebody(db: pg.Client, email: string): Promise<Somebody> {
  const visitor = await signedIn(email);
  const { rows } = await db.query<{ id: string }>("select id from identity_users where email = $1", [email]);
  return { visitor, who: { id: rows[0]!.id, email, emailVerified: true } };
}

export const argsOf = (request: Request, params: Record<string, string> = {}) =>
  ({ request, params, context: new RouterContextProvider() }) as unknown as Args;

/**
 * Sends one change as a device.
 * @param job null for a record of the account
 * @param before what the device had seen; nothing by default
 */
export async function sendChange(
  visitor: Visitor,
  change: {
    readonly kind: string;
    readonly record: string;
    readonly job: string | null;
    readonly sets: object;
    readonly media?: readonly string[];
  },
  before?: StoredRecord,
): Promise<Outcome> {
  const command = {
    ...{ id: newLocalId(), media: [], ...change, skew: 0, zone: "UTC", capturedAt: Date.now() },
    replaces: before ? seen(before.fields, Object.keys(change.sets)) : {},
  };
  const body = JSON.stringify({ version: 1, device: newLocalId(), commands: [command] });
  const answer = await commands(argsOf(visitor.request("/account/sync/commands", { method: "POST", body })));
  return ((await answer.json()) as { outcomes: Outcome[] }).outcomes[0]!;
}
