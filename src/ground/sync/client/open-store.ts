import { Runner } from "./runner.ts";
import { saveMissingCopies, restore } from "../store/restore.ts";
import { sweepPieces } from "../store/pieces.ts";
import { Store, type Who } from "../store/store.ts";

const PATIENCE_MS = 30_000;

export interface OpenStore {
  readonly store: Store;
  /** Resolves when data lost from a damaged database is restored from the second copy. */
  readonly restored: Promise<number>;
  readonly syncNow: () => void;
  readonly close: () => void;
  /**
   * Closes the store and, if the server has everything, deletes it from this browser; for sign-out.
   * @returns whether it was deleted
   */
  readonly forget: () => Promise<boolean>;
}

/**
 * Opens this browser's store for one person in one account.
 *
 * @param patience longest wait for a response, in milliseconds
 * @throws if the browser can't store data: an old browser, or a page without TLS
 */
export function openStore(who: Who, patience: number = PATIENCE_MS): OpenStore {
  if (!("indexedDB" in globalThis) || !("subtle" in crypto) || !("locks" in navigator))
    throw new Error(
      "This browser can’t keep work offline here. Use an up-to-date browser and an address that starts with https.",
    );
  const store = new Store(who, patience);
  const runner = new Runner(store);
  // Restore lost changes before anything is sent or counted.
  const restored = restore(store).catch(() => 0);
  void restored
    .then(() => sweepPieces(store.tables))
    .then(() => saveMissingCopies(store))
    .catch(() => undefined)
    .then(() => runner.start());
  const close = () => {
    runner.close();
    store.close();
  };
  const forget = async () => {
    if (!(await store.isEmpty())) return false;
    close();
    await store.tables.delete();
    await store.secondCopy.remove();
    return true;
  };
  return { store, restored, syncNow: () => runner.nudge(), close, forget };
}
