import { useRef, useState } from "react";
import type { Place } from "./place.ts";

const SETTING = "photo-place";
/** How old a known position may be. */
const FRESH_MS = 60_000;

type State = "off" | "on" | "denied";

const isTurnedOn = (): boolean => {
  try {
    return localStorage.getItem(SETTING) === "yes";
  } catch {
    return false;
  }
};

/**
 * Adds the device's position to photos and notes. The permission prompt only appears when the person turns
 * this on, and nothing waits for the position.
 */
export function usePlace(): {
  readonly state: State;
  readonly toggle: () => void;
  /** Calls back once the position is known; never if it is off or denied. */
  readonly ask: (callback: (place: Place) => void) => void;
} {
  const [state, setState] = useState<State>(() => (isTurnedOn() ? "on" : "off"));
  const known = useRef<{ place: Place; at: number }>(null);
  const locate = (callback: (place: Place) => void) => {
    if (!("geolocation" in navigator)) return setState("denied");
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude, accuracy } }) => {
        const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6;
        const place = {
          lat: round(latitude),
          lon: round(longitude),
          accuracy: Math.min(100_000, Math.round(accuracy)),
        };
        known.current = { place, at: Date.now() };
        callback(place);
      },
      ({ code }) => code === GeolocationPositionError.PERMISSION_DENIED && setState("denied"),
      { enableHighAccuracy: true, timeout: 30_000, maximumAge: FRESH_MS },
    );
  };
  const toggle = () => {
    const next = state === "on" ? "off" : "on";
    try {
      localStorage.setItem(SETTING, next === "on" ? "yes" : "no");
    } catch {
      // Then it is off again on the next visit.
    }
    setState(next);
    // Ask for permission at this tap, not while taking a photo.
    if (next === "on") locate(() => undefined);
  };
  const ask = (callback: (place: Place) => void) => {
    // It may have been turned off elsewhere on the screen.
    if (!isTurnedOn()) return;
    if (known.current && Date.now() - known.current.at < FRESH_MS) callback(known.current.place);
    else locate(callback);
  };
  return { state, toggle, ask };
}
