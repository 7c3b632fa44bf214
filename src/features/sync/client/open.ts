import { Runner } from "./runner.ts";
import { Store, type Who } from "./store.ts";

const PATIENCE_MS = 30_000;

/** A store that is open, and kept in step with the server. */
export interface OpenStore {
  readonly store: Store;
  /** Sends and fetches now. */
  readonly syncNow: () => void;
  readonly close: () => void;
}

/**
 * Opens what a person in an account holds in this browser.
 *
 * @param patience longest wait for an answer, in milliseconds
 * @throws where the browser can't keep anything: an old one, or a page without TLS
 */
export function openStore(who: Who, patience: number = PATIENCE_MS): OpenStore {
  if (!("indexedDB" in globalThis) || !("subtle" in crypto) || !("locks" in navigator))
    throw new Error("This browser can’t keep work offline here. Use a current browser, and an address that begins with https.");
  const store = new Store(who, patience);
  const runner = new Runner(store);
  runner.start();
  return {
    store,
    syncNow: () => runner.nudge(),
    close: () => {
      runner.close();
      store.close();
    },
  };
}
