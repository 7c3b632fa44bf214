import type { ReactNode } from "react";
import { type State, StateShape, stateLabels } from "./state-mark.tsx";

/** The plumb line: what happened, what is next, and why something wasn't sent. Newest last. */
export function Timeline({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ol className="timeline" aria-label={label}>
      {children}
    </ol>
  );
}

/** One step on the line. `when` is shown, `dateTime` is its machine-readable form. */
export function TimelineStep({
  state,
  stateLabel,
  when,
  dateTime,
  title,
  children,
}: {
  state: State;
  stateLabel?: ReactNode;
  when?: ReactNode;
  dateTime?: string;
  title: ReactNode;
  children?: ReactNode;
}) {
  return (
    <li className="timeline-step" data-state={state}>
      <span className="timeline-mark">
        <StateShape state={state} />
      </span>
      <p className="timeline-when">
        <span className="timeline-state">{stateLabel ?? stateLabels[state]}</span>
        {when === undefined ? null : dateTime ? (
          <time dateTime={dateTime}>{when}</time>
        ) : (
          <span data-figures="">{when}</span>
        )}
      </p>
      <p className="timeline-title">{title}</p>
      {children ? <div className="timeline-body">{children}</div> : null}
    </li>
  );
}
