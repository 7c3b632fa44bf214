import { useRef, useState } from "react";
import type { Place } from "../photos/photos.ts";

const WANTED = "photo-place";
/** A position of so long ago is where the phone was, in milliseconds. */
const FRESH_MS = 60_000;

type State = "off" | "on" | "denied";

const wanted = (): boolean => {
  try {
    return localStorage.getItem(WANTED) === "yes";
  } catch {
    return false;
  }
};

/**
 * Where photos are taken and words are written, if the person said that it may be kept. Nobody is asked
 * before they do, and nothing waits for it.
 */
export function usePlace(): {
  readonly state: State;
  readonly toggle: () => void;
  /** Asks the phone, and tells once it knows. Nothing where it may not be kept. */
  readonly ask: (tell: (place: Place) => void) => void;
} {
  const [state, setState] = useState<State>(() => (wanted() ? "on" : "off"));
  const known = useRef<{ place: Place; at: number }>(null);
  const look = (tell: (place: Place) => void) => {
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
        tell(place);
      },
      ({ code }) => code === GeolocationPositionError.PERMISSION_DENIED && setState("denied"),
      { enableHighAccuracy: true, timeout: 30_000, maximumAge: FRESH_MS },
    );
  };
  const toggle = () => {
    const next = state === "on" ? "off" : "on";
    try {
      localStorage.setItem(WANTED, next === "on" ? "yes" : "no");
    } catch {
      // Asked again the next time.
    }
    setState(next);
    // Permission is asked for by the tap that wants it, not in the middle of a photo.
    if (next === "on") look(() => undefined);
  };
  const ask = (tell: (place: Place) => void) => {
    // It may have been said on another part of the screen.
    if (!wanted()) return;
    if (known.current && Date.now() - known.current.at < FRESH_MS) tell(known.current.place);
    else look(tell);
  };
  return { state, toggle, ask };
}
