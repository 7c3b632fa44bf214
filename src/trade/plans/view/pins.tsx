import { memo } from "react";
import type { Cluster, PlanPin } from "../rules.ts";

/** Pins on a page; those too close to tell apart are one with their count. */
export const Pins = memo(function Pins({
  found,
  open,
  approach,
}: {
  found: readonly Cluster[];
  open: (pin: PlanPin) => void;
  /** Zooms in on a point of the window. */
  approach: (x: number, y: number) => void;
}) {
  return (
    <ul className="plan-pins" aria-label="Pins">
      {found.map(({ pins, x, y }) => {
        const [first, second] = pins;
        const at = { left: `${x * 100}%`, top: `${y * 100}%` };
        return (
          <li key={first.id} style={at}>
            {second ? (
              <button
                type="button"
                className="plan-cluster"
                onClick={({ clientX, clientY, currentTarget }) => {
                  const box = currentTarget.getBoundingClientRect();
                  // A click by key has no point.
                  approach(clientX || box.x + box.width / 2, clientY || box.y + box.height / 2);
                }}
              >
                <span className="sr-only">Zoom in on </span>
                {pins.length}
                <span className="sr-only"> pins</span>
              </button>
            ) : (
              <button type="button" className="plan-pin" data-state={first.state} onClick={() => open(first)}>
                {first.number?.replace(/^.*?0*(?=\d+$)/, "") ?? "•"}
                <span className="sr-only">
                  {[" ", first.number, first.title, first.stateWords].filter(Boolean).join(", ")}
                </span>
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
});
