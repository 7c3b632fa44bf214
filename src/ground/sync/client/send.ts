import type { Outcome } from "../device/protocol.ts";
import { ask } from "./request.ts";
import { newLocalId } from "../store/ids.ts";
import { markStored } from "./mark-stored.ts";
import { MOST_COMMANDS, MOST_REQUEST_BYTES, WIRE_VERSION } from "./limits.ts";
import type { Waiting } from "../store/local-tables.ts";
import type { Store } from "../store/store.ts";

/** Result of one sync round; `later` means the server was reached but something must be retried. */
export type Round = "done" | "later" | "unreached" | "signed-out";

/** After this many single-command failures in a round, assume the server is at fault. */
const MOST_BAD = 3;

/**
 * Sends the outbox. A command leaves it only when the server confirms it. If a whole request fails, it is
 * split in halves until the faulty command is alone; that one is set aside and the rest continue.
 */
export async function sendWaiting(store: Store, signal: AbortSignal): Promise<Round> {
  const device = await loadDeviceId(store);
  const aside = new Set<string>();
  let [most, bad] = [MOST_COMMANDS, 0];
  let round: Round = "done";
  while (!signal.aborted) {
    const batch = await nextCommands(store, aside, most);
    if (!batch.length) return round;
    const answer = await ask(store, "/account/sync/commands", signal, {
      version: WIRE_VERSION,
      device,
      commands: batch.map(({ command }) => command),
    });
    if (answer.is === "signed-out" || answer.is === "unreached") return answer.is;
    if (answer.is === "ours") {
      const left = await applyOutcomes(store, batch, answer.body);
      if (left.length) round = "later";
      for (const id of left) aside.add(id);
      most = Math.min(MOST_COMMANDS, most * 2);
      continue;
    }
    if (batch.length > 1) {
      most = Math.ceil(batch.length / 2);
      continue;
    }
    const [{ id }] = batch as [Waiting];
    aside.add(id);
    await store.tables.outbox.where({ id }).modify((one) => {
      one.tries++;
    });
    round = "later";
    if (++bad >= MOST_BAD) return round;
  }
  return "unreached";
}

/**
 * The next commands to send, with those that failed alone last. Their order doesn't matter, see `rules.ts`.
 */
async function nextCommands(store: Store, aside: ReadonlySet<string>, most: number): Promise<Waiting[]> {
  const waiting = await store.tables.outbox.where({ state: "waiting" }).sortBy("order");
  const next: Waiting[] = [];
  let bytes = 0;
  for (const one of waiting.toSorted((one, other) => one.tries - other.tries)) {
    if (aside.has(one.id) || store.isBeingCopied(one.id)) continue;
    bytes += JSON.stringify(one.command).length * 3;
    if (next.length >= most || (next.length && bytes > MOST_REQUEST_BYTES)) break;
    // A command that has failed alone is sent alone, so it can't fail others with it.
    if (one.tries && next.length) break;
    next.push(one);
    if (one.tries) break;
  }
  return next;
}

/** Applies the response command by command. @returns ids of commands to send again */
async function applyOutcomes(
  store: Store,
  batch: readonly Waiting[],
  body: Readonly<Record<string, unknown>>,
): Promise<string[]> {
  const outcomes = Array.isArray(body["outcomes"]) ? (body["outcomes"] as Partial<Outcome>[]) : [];
  const now = typeof body["now"] === "number" ? body["now"] : Date.now();
  const byId = new Map(outcomes.map((one) => [one?.id, one]));
  await markStored(
    store,
    batch.flatMap(({ id }) => (byId.get(id)?.is === "held" ? [id] : [])),
    now,
  );
  const left: string[] = [];
  for (const { id } of batch) {
    const one = byId.get(id);
    if (one?.is === "held") continue;
    if (one?.is === "refused") {
      const { code, why } = one as Extract<Outcome, { is: "refused" }>;
      await store.tables.outbox.where({ id }).modify({ state: "refused", refusal: { code: code, why: why } });
    } else left.push(id);
  }
  return left;
}

async function loadDeviceId({ tables }: Store): Promise<string> {
  return await tables.transaction("rw", tables.known, async () => {
    const before = await tables.loadSetting("device", "");
    if (before) return before;
    const made = newLocalId();
    await tables.saveSetting("device", made);
    return made;
  });
}
