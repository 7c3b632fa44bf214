import { useEffect } from "react";
import { useSyncState } from "#features/sync/public.tsx";
import { UNSENT } from "#ui/field-worker.ts";

/** Tells the other pages of the account, which open no store, how much waits here: their way out asks first (see ui/field-worker.ts). */
export function UnsentCount() {
  const state = useSyncState();
  const unsent = state && state.waiting + state.refused;
  useEffect(() => {
    if (unsent) localStorage.setItem(UNSENT, String(unsent));
    else if (unsent === 0) localStorage.removeItem(UNSENT);
  }, [unsent]);
  return null;
}
