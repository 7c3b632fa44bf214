import { type ReactNode, useEffect, useState } from "react";

/**
 * For this long, in milliseconds, a button that replaced another takes no tap: the second tap of two was
 * meant for the old one.
 */
const SETTLING_MS = 1_000;

/**
 * Wraps buttons of something that changes its state: after each change they take no tap for a second.
 * @param state name of the current state
 */
export function Settle({
  state,
  className,
  children,
}: {
  state: string;
  className?: string;
  children: ReactNode;
}) {
  const [settled, setSettled] = useState(state);
  useEffect(() => {
    if (settled === state) return;
    const timer = setTimeout(() => setSettled(state), SETTLING_MS);
    return () => clearTimeout(timer);
  }, [settled, state]);
  return (
    <div className={className} inert={settled !== state}>
      {children}
    </div>
  );
}
