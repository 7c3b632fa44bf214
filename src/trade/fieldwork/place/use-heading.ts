import { useCallback, useEffect, useRef } from "react";
import { headingOf, type Orientation } from "./heading.ts";

/** Older than this, the phone has been turned since. */
const FRESH_MS = 2_000;

/** In iOS, people are asked before a page gets the compass. */
interface Asks {
  requestPermission?(): Promise<"granted" | "denied">;
}

/**
 * Where the device's camera looks. Asks for the compass only while `isOn`.
 * @returns degrees from north, clockwise; null if it isn't known
 */
export function useHeading(isOn: boolean): {
  readonly allow: () => void;
  readonly current: () => number | null;
} {
  const known = useRef<{ readonly degrees: number; readonly at: number } | null>(null);
  const allow = useCallback(() => {
    const { DeviceOrientationEvent: event } = globalThis as { DeviceOrientationEvent?: Asks };
    // Only in a tap; denied, photos go without a direction.
    void event?.requestPermission?.().catch(() => undefined);
  }, []);
  useEffect(() => {
    if (!isOn) return;
    // Chrome’s other event is relative to how the phone was held first.
    const name =
      "ondeviceorientationabsolute" in globalThis ? "deviceorientationabsolute" : "deviceorientation";
    const hear = (event: Event) => {
      const orientation = event as Event & Orientation & { readonly absolute?: boolean };
      if (!orientation.absolute && orientation.webkitCompassHeading === undefined) return;
      const degrees = headingOf(orientation);
      known.current = degrees === null ? null : { degrees, at: Date.now() };
    };
    addEventListener(name, hear);
    return () => {
      removeEventListener(name, hear);
      known.current = null;
    };
  }, [isOn]);
  const current = useCallback(() => {
    const last = known.current;
    return last && Date.now() - last.at < FRESH_MS ? last.degrees : null;
  }, []);
  return { allow, current };
}
