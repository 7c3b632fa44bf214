import { type RefObject, useEffect, useRef } from "react";

/** Where the price is on its page. */
export const PRICE = "price";

/** For the section with the price, to which `#price` leads. */
export function usePricePlace(): RefObject<HTMLElement | null> {
  const section = useRef<HTMLElement>(null);
  // The change is read from this device after the page is there, so the browser finds no place to go to.
  useEffect(() => {
    if (location.hash === `#${PRICE}`) section.current?.scrollIntoView();
  }, []);
  return section;
}
