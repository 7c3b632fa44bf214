import { useDrag } from "@use-gesture/react";
import type { CSSProperties, DOMAttributes } from "react";

/** CSS pixels to the right after which letting go counts. */
const SWIPED = 110;

/** Props of a row that follows the finger to the right. @param act once it was swiped far enough */
export function useSwipe(
  act: () => void,
  isOn: boolean,
): DOMAttributes<HTMLElement> & { readonly style: CSSProperties } {
  const bind = useDrag(
    ({ last, movement: [x], event, currentTarget }) => {
      const row = currentTarget as HTMLElement;
      const shift = Math.max(0, Math.min(x, SWIPED * 1.4));
      row.style.transform = last || shift === 0 ? "" : `translateX(${shift}px)`;
      row.toggleAttribute("data-swiped", !last && shift >= SWIPED);
      if (last && shift >= SWIPED) {
        event.preventDefault();
        act();
      }
    },
    { enabled: isOn, axis: "x", filterTaps: true, pointer: { touch: true } },
  );
  return { ...(bind() as DOMAttributes<HTMLElement>), style: { touchAction: "pan-y" } };
}
