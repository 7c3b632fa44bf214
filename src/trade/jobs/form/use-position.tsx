import { useState } from "react";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icons.tsx";
import type { Position } from "../rules.ts";

const MESSAGES = {
  asking: "Finding your location…",
  denied:
    "This browser can’t use your location. Enter the address instead, or allow it in the browser’s settings.",
  failed: "We couldn’t find your location. Enter the address instead.",
} as const;

export function UsePosition({
  position,
  onChange,
}: {
  position: Position | null;
  onChange: (position: Position | null) => void;
}) {
  const [state, setState] = useState<keyof typeof MESSAGES | "idle">("idle");
  const ask = () => {
    setState("asking");
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude, accuracy } }) => {
        setState("idle");
        const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6;
        onChange({
          lat: round(latitude),
          lon: round(longitude),
          accuracy: Math.round(accuracy),
          by: "phone",
        });
      },
      ({ code }) => setState(code === GeolocationPositionError.PERMISSION_DENIED ? "denied" : "failed"),
      { enableHighAccuracy: true, timeout: 20_000, maximumAge: 30_000 },
    );
  };
  return (
    <div className="position">
      {position ? (
        <p>
          <Icon name="check" /> Location saved:{" "}
          <span data-figures="">{`${position.lat.toFixed(5)}, ${position.lon.toFixed(5)}`}</span>
          {position.accuracy === null ? "" : `, within ${position.accuracy} m`}
        </p>
      ) : null}
      <div className="flex flex-wrap gap-2">
        <Button
          type="button"
          kind="plain"
          size="small"
          onClick={ask}
          aria-disabled={state === "asking" || undefined}
        >
          {position ? "Update my location" : "Use my location"}
        </Button>
        {position ? (
          <Button type="button" kind="quiet" size="small" onClick={() => onChange(null)}>
            Remove location
          </Button>
        ) : null}
      </div>
      <p role="status" className="field-hint">
        {state === "idle" ? null : MESSAGES[state]}
      </p>
    </div>
  );
}
