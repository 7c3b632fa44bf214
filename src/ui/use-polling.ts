import { useEffect, useRef } from "react";
import { useRevalidator } from "react-router";

/** The first times, then later: most documents are ready within half a second. */
const [SOON_MS, POLL_MS, SOON_TIMES] = [300, 1500, 4];

/** Reloads a page that waits for something made in the background, while it is visible. */
export function usePolling(isWaiting: boolean): void {
  const { revalidate, state } = useRevalidator();
  const times = useRef(0);
  useEffect(() => {
    if (!isWaiting || state !== "idle") return;
    const timer = setTimeout(
      () => {
        times.current++;
        if (!document.hidden) void revalidate();
      },
      times.current < SOON_TIMES ? SOON_MS : POLL_MS,
    );
    return () => clearTimeout(timer);
  }, [isWaiting, state, revalidate]);
}
