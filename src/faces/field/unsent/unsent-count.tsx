import { useEffect } from "react";
import { useStore, useSyncState } from "#ground/sync/public.tsx";
import { unsentKey } from "#ui/scripts/field-worker.ts";

/**
 * Publishes how much is unsent to the account's other pages, which open no store: sign-out asks first (see
 * ui/field-worker.ts).
 */
export function UnsentCount() {
  const { account, user } = useStore().who;
  const state = useSyncState();
  const unsent = state && state.waiting + state.refused;
  useEffect(() => {
    const key = unsentKey(account, user);
    if (unsent) localStorage.setItem(key, String(unsent));
    else if (unsent === 0) localStorage.removeItem(key);
  }, [unsent, account, user]);
  return null;
}
