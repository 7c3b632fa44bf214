import { useEffect, useRef, useState } from "react";

/** Zone offsets are multiples of 15 minutes, and days begin with them. */
const QUARTER_MS = 15 * 60_000;
const currentQuarter = (): number => Math.floor(Date.now() / QUARTER_MS) * QUARTER_MS;

/** Milliseconds since 1970, rounded down to 15 minutes. */
export interface Clock {
  readonly openedAt: number;
  readonly now: number;
  readonly reopen: () => void;
}

/** For a screen that may stay open overnight. @param visit changes each time the screen is opened */
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

/** How long after a return the screen may still be reopened. */
const RETURN_MS = 60_000;

/**
 * Reopens the screen for someone who returns on another day, because a phone in the morning still shows last
 * evening's screen. Someone who is writing, or never left, stays and sees a notice.
 * @param isStale whether the day shown was today and is over
 * @param isWriting asked when it is
 */
export function useReturn(isStale: boolean, isWriting: () => boolean, { reopen }: Clock): void {
  const [cameBackAt, setCameBackAt] = useState(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const update = () => {
      if (!document.hidden) setCameBackAt(Date.now());
    };
    document.addEventListener("visibilitychange", update);
    return () => document.removeEventListener("visibilitychange", update);
  }, []);
  // Once per return, so that saving a moment later doesn't switch days.
  const handled = useRef(cameBackAt);
  useEffect(() => {
    if (!isStale || Date.now() - cameBackAt >= RETURN_MS || handled.current === cameBackAt) return;
    handled.current = cameBackAt;
    if (!isWriting()) reopen();
  });
}

function useNow(): number {
  const [now, setNow] = useState(currentQuarter);
  useEffect(() => {
    const update = () => setNow(currentQuarter());
    const timer = setInterval(update, 30_000);
    // Timers don't run while the phone is locked.
    document.addEventListener("visibilitychange", update);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", update);
    };
  }, []);
  return now;
}
