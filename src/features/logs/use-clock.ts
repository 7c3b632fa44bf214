import { useEffect, useState } from "react";

/** Days begin on a quarter of an hour everywhere. */
const QUARTER = 15 * 60_000;
const quarter = (): number => Math.floor(Date.now() / QUARTER) * QUARTER;

/** When a screen was opened, and what time it is now; milliseconds since 1970, by the quarter of an hour. */
export interface Clock {
  readonly openedAt: number;
  readonly now: number;
}

/** A clock for a screen that may be left open overnight. @param visit another one for each time that it is opened */
export function useClock(visit: string): Clock {
  const now = useNow();
  const [opened, setOpened] = useState({ visit, at: now });
  if (opened.visit !== visit) setOpened({ visit, at: now });
  return { openedAt: opened.visit === visit ? opened.at : now, now };
}

function useNow(): number {
  const [now, setNow] = useState(quarter);
  useEffect(() => {
    const look = () => setNow(quarter());
    const timer = setInterval(look, 30_000);
    // A phone's clockwork stands still in a pocket.
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, []);
  return now;
}
