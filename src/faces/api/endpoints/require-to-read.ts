import type { Call } from "#platform/api/endpoint.ts";
import { Problem } from "#platform/api/problem.ts";
import type { EventType } from "#platform/api/resource.ts";
import { mayReceive, scopeOfEvent } from "../scopes.server.ts";

/**
 * Everyone with the key sees what it can see, so it must be allowed to read this itself.
 * @throws Problem forbidden
 */
export function requireToRead(
  { key }: Pick<Call<unknown, unknown>, "key">,
  events: readonly EventType[],
): void {
  for (const event of events)
    if (!mayReceive(key.scopes, event)) {
      const scope = scopeOfEvent(event) ?? "";
      throw new Problem("forbidden", `To get ${event}, a key also needs ${scope}.`, {
        headers: { "WWW-Authenticate": `Bearer realm="api", error="insufficient_scope", scope="${scope}"` },
      });
    }
}
