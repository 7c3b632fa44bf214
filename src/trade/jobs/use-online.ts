import { useSyncExternalStore } from "react";

const subscribe = (tell: () => void) => {
  addEventListener("online", tell);
  addEventListener("offline", tell);
  return () => {
    removeEventListener("online", tell);
    removeEventListener("offline", tell);
  };
};

/**
 * Whether this device has a signal, as far as its browser knows: what needs the server is shown while it has.
 */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine);
