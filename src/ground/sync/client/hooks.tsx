import { createContext, type ReactNode, useContext, useSyncExternalStore } from "react";
import { useLive } from "#platform/local/use-live.ts";
import type { OpenStore } from "./open-store.ts";
import type { ShownRecord } from "../store/shown-record.ts";
import { type SyncState, syncState } from "./state.ts";
import type { Store } from "../store/store.ts";

const Opened = createContext<OpenStore | null>(null);

/** Gives the screens below it a store. */
export function StoreProvider({ open, children }: { open: OpenStore; children: ReactNode }) {
  return <Opened value={open}>{children}</Opened>;
}

/** The open store, with what sends it. */
export function useOpenStore(): OpenStore {
  const open = useContext(Opened);
  if (!open) throw new Error("No store is open above this screen.");
  return open;
}

/** The store, to write into. */
export function useStore(): Store {
  return useOpenStore().store;
}

/**
 * A record as this device shows it, whoever changes it; undefined until it was looked up, null where this
 * device knows none.
 */
export function useRecord(kind: string, id: string): ShownRecord | null | undefined {
  const store = useStore();
  return useLive(async () => (await store.record(kind, id)) ?? null, [store, kind, id]);
}

/**
 * The records of a kind, of one job or (null) all of them, without those taken away, or those alone;
 * undefined until they were looked up.
 */
export function useRecords(kind: string, job: string | null, isRemoved = false): ShownRecord[] | undefined {
  const store = useStore();
  return useLive(() => store.recordsOf(kind, job, isRemoved), [store, kind, job, isRemoved]);
}

/** Where everything is that was made here; undefined until it was looked up. */
export function useSyncState(): SyncState | undefined {
  const store = useStore();
  const isFull = useSyncExternalStore(store.watchSpace, () => store.isFull);
  return useLive(() => syncState(store), [store, isFull]);
}
