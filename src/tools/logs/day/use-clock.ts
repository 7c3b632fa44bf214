import { useEffect, useRef, useState } from "react";

/** Time zone offsets are multiples of 15 minutes, so days begin on a quarter of an hour everywhere. */
const QUARTER_MS = 15 * 60_000;
const currentQuarter = (): number => Math.floor(Date.now() / QUARTER_MS) * QUARTER_MS;

/** When a screen was opened, and the current time; milliseconds since 1970, rounded down to 15 minutes. */
export interface Clock {
  readonly openedAt: number;
  readonly now: number;
  /** Sets `openedAt` to now. */
  readonly reopen: () => void;
}

/**
 * A clock for a screen that may be left open overnight.
 * @param visit a key that changes each time the screen is opened
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

/** How long after returning to the screen it may still be reopened, in milliseconds. */
const RETURN_MS = 60_000;

/**
 * Reopens the screen for someone who returns to it on another day, because a phone in the morning still shows
 * yesterday evening's screen. Someone who is writing, or who never left the screen, stays on the same day and
 * sees a notice instead.
 * @param isStale whether the screen shows a past day that was today when it opened
 * @param isWriting called when it is
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
  // Checked only once per return, so that saving a moment later doesn't switch to another day.
  const asked = useRef(cameBackAt);
  useEffect(() => {
    if (!isStale || Date.now() - cameBackAt >= RETURN_MS || asked.current === cameBackAt) return;
    asked.current = cameBackAt;
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
