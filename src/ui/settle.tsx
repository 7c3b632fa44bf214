import { type ReactNode, useEffect, useState } from "react";

/**
 * So long what replaced a button takes no tap: the second of two was meant for what stood there before. In
 * milliseconds.
 */
const SETTLING_MS = 1_000;

/**
 * Buttons of something that changes its state: after each change they take no tap for a second.
 * @param state what they are of now, in a word
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
