import { type PointerEvent, useRef } from "react";
import { Thumbnail } from "#trade/fieldwork/public.tsx";
import type { Saved } from "./use-capture.ts";

/** Upwards by this many CSS pixels is a swipe. */
const SWIPE = 40;

/** The photo taken last: a tap opens its caption, a swipe up opens it to be spoken. */
export function LastShot({
  last,
  isOpen,
  open,
}: {
  last: Saved;
  isOpen: boolean;
  open: (isSpoken: boolean) => void;
}) {
  const from = useRef<number | null>(null);
  const isSwiped = useRef(false);
  const end = ({ clientY }: PointerEvent) => {
    isSwiped.current = from.current !== null && from.current - clientY > SWIPE;
    from.current = null;
    if (isSwiped.current) open(true);
  };
  return (
    <button
      type="button"
      className="photo"
      onPointerDown={(event) => {
        from.current = event.clientY;
        isSwiped.current = false;
        // The swipe ends above the button.
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerUp={end}
      onPointerCancel={() => (from.current = null)}
      onClick={() => {
        // The click that ends a swipe isn't a tap.
        if (!isSwiped.current) open(false);
        isSwiped.current = false;
      }}
      aria-expanded={isOpen}
    >
      <span className="sr-only">Caption of the last photo</span>
      <Thumbnail shot={{ ...last, at: 0 }} />
    </button>
  );
}
