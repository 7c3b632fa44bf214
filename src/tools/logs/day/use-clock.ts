import { useEffect, useRef, useState } from "react";

/** Days begin on a quarter of an hour everywhere. */
const QUARTER = 15 * 60_000;
const quarter = (): number => Math.floor(Date.now() / QUARTER) * QUARTER;

/** When a screen was opened, and what time it is now; milliseconds since 1970, by the quarter of an hour. */
export interface Clock {
  readonly openedAt: number;
  readonly now: number;
  /** As if the screen were opened now. */
  readonly reopen: () => void;
}

/**
 * A clock for a screen that may be left open overnight.
 * @param visit another one for each time that it is opened
 */
export function useClock(visit: string): Clock {
  const now = useNow();
  const [opened, setOpened] = useState({ visit, at: now });
  if (opened.visit !== visit) setOpened({ visit, at: now });
  return {
    openedAt: opened.visit === visit ? opened.at : now,
    now,
    reopen: () => setOpened({ visit, at: now }),
  };
}

/** So long after somebody came back to a screen it is still what they come back to, in milliseconds. */
const BACK_MS = 60_000;

/**
 * Opens the screen anew for who comes back to it on another day, as a phone shows in the morning what it
 * showed in the evening. Whoever is writing stays on the day that they write of, and so does who never looked
 * away: they are told.
 * @param isStale whether the screen shows a day that is over as today's @param isWriting asked when it is
 */
export function useReturn(isStale: boolean, isWriting: () => boolean, { reopen }: Clock): void {
  const [cameBackAt, setCameBackAt] = useState(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const look = () => {
      if (!document.hidden) setCameBackAt(Date.now());
    };
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, []);
  // Asked once for each time that they come back: what is saved a moment later leads nobody away.
  const asked = useRef(cameBackAt);
  useEffect(() => {
    if (!isStale || Date.now() - cameBackAt >= BACK_MS || asked.current === cameBackAt) return;
    asked.current = cameBackAt;
    if (!isWriting()) reopen();
  });
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
