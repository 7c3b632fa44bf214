import type { Newer } from "../device/protocol.ts";
import { ask } from "./request.ts";
import type { Round } from "./send.ts";
import type { Store } from "../store/store.ts";

/** The scope of account-level records and all jobs. A followed job's scope is its id. */
const ACCOUNT = "";

/** Fetches records changed since the last fetch, for the account and each followed job. */
export async function fetchNewer(store: Store, signal: AbortSignal): Promise<Round> {
  const followed = await store.tables.cursors.toCollection().primaryKeys();
  for (const scope of new Set([ACCOUNT, ...followed])) {
    const round = await fetchScope(store, scope, signal);
    // One job that can't be read doesn't block the others.
    if (round === "unreached" || round === "signed-out") return round;
  }
  return "done";
}

async function fetchScope(store: Store, scope: string, signal: AbortSignal): Promise<Round> {
  for (;;) {
    const { upTo: since = 0, happened: happenedTo = 0 } = (await store.tables.cursors.get(scope)) ?? {};
    const query = new URLSearchParams({
      since: String(since),
      ...(scope ? { job: scope, happened: String(happenedTo) } : {}),
    });
    const answer = await ask(store, `/account/sync/records?${query}`, signal);
    if (answer.is === "bad") return "later";
    if (answer.is !== "ours") return answer.is;
    const newer = answer.body as unknown as Newer;
    const { records, upTo, more, happened } = newer;
    if (!Array.isArray(records) || typeof upTo !== "number") return "unreached";
    await savePage(store, scope, { since, happenedTo }, newer);
    const isOver = (!more || upTo <= since) && (!happened?.more || happened.upTo <= happenedTo);
    if (isOver) return "done";
  }
}

/** Saves records and the cursor in one transaction, so neither gets ahead of the other. */
async function savePage(
  { tables }: Store,
  scope: string,
  { since, happenedTo }: { readonly since: number; readonly happenedTo: number },
  { records: news, upTo, happened }: Newer,
): Promise<void> {
  const { records, cursors } = tables;
  await tables.transaction("rw", [records, cursors], async () => {
    const before = await cursors.get(scope);
    // The job was unfollowed in the meantime, or another tab got here first.
    if (scope && !before) return;
    if ((before?.upTo ?? 0) !== since || (before?.happened ?? 0) !== happenedTo) return;
    const known = await records.bulkGet(news.map(({ kind, id }): [string, string] => [kind, id]));
    await records.bulkPut(news.filter((one, at) => one.revision >= (known[at]?.revision ?? 0)));
    // Only the server writes these, so the latest response wins.
    if (happened?.records.length) await records.bulkPut([...happened.records]);
    const nextHappened = happened?.upTo ?? happenedTo;
    if (!before || upTo !== since || nextHappened !== happenedTo)
      await cursors.put({ scope, upTo, ...(nextHappened > 0 ? { happened: nextHappened } : {}) });
  });
}
