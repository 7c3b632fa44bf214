import { Runner } from "./runner.ts";
import { saveMissingCopies, restore } from "../store/restore.ts";
import { sweepPieces } from "../store/pieces.ts";
import { Store, type Who } from "../store/store.ts";

const PATIENCE_MS = 30_000;

/** A store that is open, and kept in step with the server. */
export interface OpenStore {
  readonly store: Store;
  /** Resolves when what a damaged database lost is back from its second copy. */
  readonly restored: Promise<number>;
  /** Sends and fetches now. */
  readonly syncNow: () => void;
  readonly close: () => void;
  /**
   * Closes it, and removes it from this browser if the server holds all of it; for a sign-out.
   * @returns whether it was removed
   */
  readonly forget: () => Promise<boolean>;
}

/**
 * Opens what a person in an account holds in this browser.
 *
 * @param patience longest wait for an answer, in milliseconds
 * @throws where the browser can't keep anything: an old one, or a page without TLS
 */
export function openStore(who: Who, patience: number = PATIENCE_MS): OpenStore {
  if (!("indexedDB" in globalThis) || !("subtle" in crypto) || !("locks" in navigator))
    throw new Error(
      "This browser can’t keep work offline here. Use a current browser, and an address that begins with https.",
    );
  const store = new Store(who, patience);
  const runner = new Runner(store);
  // What was lost waits again before anything is sent or counted.
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
