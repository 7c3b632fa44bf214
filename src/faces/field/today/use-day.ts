import { useEffect } from "react";
import { lastDay, saveDay, useStore } from "#ground/sync/public.tsx";
import { useLive } from "#platform/local/use-live.ts";
import { fetchDay, type SavedDay, savedDayOf } from "./day.ts";

/**
 * What is due for this person and today's visits, as the server said when it was last reached: only the
 * server knows them. Undefined until read, null if it was never reached.
 */
export function useDay(): SavedDay | null | undefined {
  const store = useStore();
  useEffect(() => {
    let isGone = false;
    const ask = async () => {
      const day = navigator.onLine ? await fetchDay() : null;
      if (day && !isGone) await saveDay(store, { ...day, at: Date.now() });
    };
    const askAgain = () => void ask().catch(() => {});
    askAgain();
    addEventListener("online", askAgain);
    return () => {
      isGone = true;
      removeEventListener("online", askAgain);
    };
  }, [store]);
  return useLive(async () => savedDayOf(await lastDay(store)), [store]);
}
