import { openFolder, removeFolder } from "#platform/local/folder.ts";

/** A closing page may hold a file of its store for a moment. */
const MOST_TRIES = 40;
const STORE = /^plumbline-[0-9a-f-]{36}-[0-9a-f-]{36}$/;

/**
 * Removes from this device what the server has: every store of every business and person in which nothing
 * is unsent. A store with unsent work stays whole until its author is back. Runs in the worker, which
 * outlives the page that signed out, so it uses IndexedDB directly instead of the screens' library.
 */
export async function clearSynced(): Promise<void> {
  const names = (await indexedDB.databases?.().catch(() => [])) ?? [];
  for (const { name = "" } of names)
    if (STORE.test(name) && (await isHeld(name).catch(() => false))) await forget(name);
}

/**
 * Whether the server has everything in a store: nothing unsent, refused or set aside, also in its second
 * copy, and no draft with photos. Drafts of text alone are removed at sign-out.
 */
async function isHeld(name: string): Promise<boolean> {
  const folder = await openFolder(name);
  if (folder && (await folder.names()).length > 0) return false;
  const database = await asked(indexedDB.open(name));
  try {
    const { objectStoreNames: tables } = database;
    if (!tables.contains("outbox") || !tables.contains("blobs")) return true;
    const at = database.transaction(["outbox", "blobs"]);
    const states = at.objectStore("blobs").index("state");
    const counts = [
      asked(at.objectStore("outbox").count()),
      ...["waiting", "refused", "away", "draft"].map((state) => asked(states.count(IDBKeyRange.only(state)))),
    ];
    return (await Promise.all(counts)).every((count) => count === 0);
  } finally {
    database.close();
  }
}

async function forget(name: string): Promise<void> {
  // Waits until the last page that has it open closes it.
  await asked(indexedDB.deleteDatabase(name));
  for (let tries = 0; tries < MOST_TRIES && !(await removeFolder(name)); tries++)
    await new Promise((resolve) => setTimeout(resolve, 250));
}

const asked = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () =>
      reject(request.error ?? new Error("the browser did not say why")),
    );
  });
