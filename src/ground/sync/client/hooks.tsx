import { createContext, type ReactNode, useContext, useSyncExternalStore } from "react";
import { useLive } from "#platform/local/use-live.ts";
import type { OpenStore } from "./open-store.ts";
import type { ShownRecord } from "../store/shown-record.ts";
import { type SyncState, syncState } from "./state.ts";
import type { Store } from "../store/store.ts";

const Opened = createContext<OpenStore | null>(null);

export function StoreProvider({ open, children }: { open: OpenStore; children: ReactNode }) {
  return <Opened value={open}>{children}</Opened>;
}

export function useOpenStore(): OpenStore {
  const open = useContext(Opened);
  if (!open) throw new Error("No store is open above this screen.");
  return open;
}

export function useStore(): Store {
  return useOpenStore().store;
}

/**
 * A record as this device shows it, updated live; undefined until loaded, null if this device doesn't have
 * it.
 */
export function useRecord(kind: string, id: string): ShownRecord | null | undefined {
  const store = useStore();
  return useLive(async () => (await store.record(kind, id)) ?? null, [store, kind, id]);
}

/**
 * Records of one kind, in one job or (null) everywhere: either the ones not removed or only the removed ones.
 * Undefined until loaded.
 */
export function useRecords(kind: string, job: string | null, isRemoved = false): ShownRecord[] | undefined {
  const store = useStore();
  return useLive(() => store.recordsOf(kind, job, isRemoved), [store, kind, job, isRemoved]);
}

/** Sync state of everything made on this device; undefined until loaded. */
export function useSyncState(): SyncState | undefined {
  const store = useStore();
  const isFull = useSyncExternalStore(store.watchSpace, () => store.isFull);
  return useLive(() => syncState(store), [store, isFull]);
}
