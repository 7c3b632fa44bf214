import type { ReactNode } from "react";

/** How far something is. Shape and text carry the meaning; color only helps. */
export type State = "done" | "now" | "waiting" | "stopped" | "unsent";

export const stateLabels: Record<State, string> = {
  done: "Done",
  now: "Now",
  waiting: "Waiting",
  stopped: "Stopped",
  unsent: "Not sent",
};

/**
 * Filled circle with a check, ring with a dot, open ring, square with a bar, struck-through ring: five
 * outlines that differ in gray and in print.
 */
export function StateShape({ state }: { state: State }) {
  return (
    <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="2" aria-hidden="true">
      {state === "done" ? (
        <>
          <circle cx="12" cy="12" r="10" fill="currentColor" />
          <path className="stroke-paper" d="m7 12.5 3.5 3.500L17 8.5" strokeWidth="2.5" />
        </>
      ) : state === "now" ? (
        <>
          <circle cx="12" cy="12" r="10" strokeWidth="3" />
          <circle cx="12" cy="12" r="4" fill="currentColor" />
        </>
      ) : state === "waiting" ? (
        <circle cx="12" cy="12" r="7" />
      ) : state === "stopped" ? (
        <>
          <path d="M3 3h18v18H3z" fill="currentColor" />
          <path className="stroke-paper" d="M7 12h10" strokeWidth="3" />
        </>
      ) : (
        <>
          <circle cx="12" cy="12" r="7" />
          <path d="m7 17 10-10" />
        </>
      )}
    </svg>
  );
}

/** A state outside a timeline. */
export function StateMark({ state, children }: { state: State; children?: ReactNode }) {
  return (
    <span className="state" data-state={state}>
      <StateShape state={state} />
      {/* Text with a time or a link in it stays one run of text: the mark lays out its children in a row. */}
      {typeof children === "object" ? <span>{children}</span> : (children ?? stateLabels[state])}
    </span>
  );
}

/** A short label: a role, a source, a trade. @public */
export function Badge({ children }: { children: ReactNode }) {
  return <span className="badge">{children}</span>;
}
