import type { Newer } from "../device/protocol.ts";
import { ask } from "./request.ts";
import type { Round } from "./send.ts";
import type { Cursor, LocalRecord } from "../store/local-tables.ts";
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
    const cursor = (await store.tables.cursors.get(scope)) ?? { scope, upTo: 0 };
    const query = new URLSearchParams({
      since: String(cursor.upTo),
      ...(scope ? { job: scope, happened: String(cursor.happened ?? 0) } : {}),
    });
    const answer = await ask(store, `/account/sync/records?${query}`, signal);
    if (answer.is === "bad") return "later";
    if (answer.is !== "ours") return answer.is;
    const newer = answer.body as unknown as Newer;
    const { records, upTo, more, happened } = newer;
    if (!Array.isArray(records) || typeof upTo !== "number") return "unreached";
    if (await beginAgain(store, cursor, newer)) continue;
    await savePage(store, cursor, newer);
    const isOver =
      (!more || upTo <= cursor.upTo) && (!happened?.more || happened.upTo <= (cursor.happened ?? 0));
    if (!isOver) continue;
    if (cursor.isAgain) await deleteUnseen(store, scope);
    return "done";
  }
}

/** Whether the cursor is still the one that a page was asked for with. */
const isSame = (one: Cursor | undefined, other: Cursor): boolean =>
  (one?.upTo ?? 0) === other.upTo &&
  (one?.happened ?? 0) === (other.happened ?? 0) &&
  one?.sees === other.sees;

/**
 * Starts over when the person may have more or fewer records than before. Nothing is deleted until all came
 * again, because the signal may be gone at any moment.
 * @returns whether the page is to be asked for again
 */
async function beginAgain({ tables }: Store, cursor: Cursor, { sees }: Newer): Promise<boolean> {
  // A server older than this field doesn't say it.
  if (sees === undefined || sees === cursor.sees) return false;
  const { scope, upTo, happened = 0 } = cursor;
  // Nothing was fetched yet, so nothing has to come again.
  if (upTo === 0 && happened === 0) return false;
  await tables.transaction("rw", [tables.cursors], async () => {
    const now = await tables.cursors.get(scope);
    if (now && isSame(now, cursor)) await tables.cursors.put({ scope, upTo: 0, sees, isAgain: true });
  });
  return true;
}

/** Saves records and the cursor in one transaction, so neither gets ahead of the other. */
async function savePage(
  { tables }: Store,
  cursor: Cursor,
  { records: news, upTo, happened, sees }: Newer,
): Promise<void> {
  const { records, cursors } = tables;
  const { scope } = cursor;
  await tables.transaction("rw", [records, cursors], async () => {
    const before = await cursors.get(scope);
    // The job was unfollowed in the meantime, or another tab got here first.
    if (scope && !before) return;
    if (!isSame(before, cursor)) return;
    const known = await records.bulkGet(news.map(({ kind, id }): [string, string] => [kind, id]));
    const seen = (one: LocalRecord): LocalRecord => ({ ...one, ...(sees ? { sees } : {}) });
    const newest = news.map((one, at) => (one.revision >= (known[at]?.revision ?? 0) ? one : known[at]!));
    await records.bulkPut(newest.map(seen));
    // Only the server writes these, so the latest response wins.
    if (happened?.records.length) await records.bulkPut(happened.records.map(seen));
    const nextHappened = happened?.upTo ?? cursor.happened ?? 0;
    if (!before || upTo !== cursor.upTo || nextHappened !== (cursor.happened ?? 0) || sees !== before.sees)
      await cursors.put({
        ...(before?.isAgain ? { isAgain: true } : {}),
        ...{ scope, upTo, ...(nextHappened > 0 ? { happened: nextHappened } : {}) },
        ...(sees ? { sees } : {}),
      });
  });
}

/** Deletes what didn't come again. Unsent changes stay in the outbox, whatever becomes of their records. */
async function deleteUnseen({ tables }: Store, scope: string): Promise<void> {
  const { records, cursors } = tables;
  await tables.transaction("rw", [records, cursors], async () => {
    const now = await cursors.get(scope);
    if (!now?.isAgain) return;
    const ofScope = scope
      ? records.where({ job: scope })
      : records.filter(({ job, id }) => job === null || job === id);
    const gone = (await ofScope.toArray()).filter(({ sees }) => sees !== now.sees);
    await records.bulkDelete(gone.map(({ kind, id }): [string, string] => [kind, id]));
    const { isAgain: _, ...rest } = now;
    await cursors.put(rest);
  });
}
