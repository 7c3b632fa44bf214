import type { Json } from "../rules.ts";
import { NotSaved } from "../store/not-saved.ts";
import type { Store } from "../store/store.ts";
import { ask } from "./request.ts";

// What a person says without their name. It waits apart from everything that knows who they are, and is gone
// from this device once the server has it (docs/decisions/0073).

/** A record to send without a name. */
export interface Unsigned {
  readonly kind: string;
  /** Random, and not one of this device's ids, which grow with its clock. */
  readonly record: string;
  readonly job: string;
  readonly sets: Readonly<Record<string, Json>>;
}

const keyOf = (account: string): string => `plumbline unsigned ${account}`;

/** What still waits in this browser, oldest first. */
export function waitingUnsigned(account: string): readonly Unsigned[] {
  try {
    const all: unknown = JSON.parse(localStorage.getItem(keyOf(account)) ?? "[]");
    return Array.isArray(all) ? (all as Unsigned[]) : [];
  } catch {
    return [];
  }
}

function save(account: string, all: readonly Unsigned[]): void {
  if (all.length === 0) localStorage.removeItem(keyOf(account));
  else localStorage.setItem(keyOf(account), JSON.stringify(all));
}

/** Saves a record to be sent without a name. @throws {NotSaved} */
export function saveUnsigned(
  { who: { account } }: Store,
  { kind, job, sets }: Omit<Unsigned, "record">,
): void {
  try {
    save(account, [...waitingUnsigned(account), { kind, record: crypto.randomUUID(), job, sets }]);
  } catch (cause) {
    throw new NotSaved("full", cause);
  }
}

/** Sends what waits. The server takes one that came twice only once. */
export async function sendUnsigned(store: Store, signal: AbortSignal): Promise<void> {
  const { account } = store.who;
  for (const one of waitingUnsigned(account)) {
    const answer = await ask(store, "/account/sync/unsigned", signal, one);
    // Whatever isn't taken stays and is tried again: nobody could be asked about it.
    if (answer.is !== "ours") continue;
    save(
      account,
      waitingUnsigned(account).filter(({ record }) => record !== one.record),
    );
  }
}
