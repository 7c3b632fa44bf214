import type { ReactNode } from "react";
import type { ButtonKind } from "./button.tsx";

/**
 * A button for something irreversible. The first press shows the confirmation away from the button, so
 * that a second press in the same place cancels. Works without scripts.
 * @param children the button that does it
 */
export function Confirm({
  label,
  back = "Cancel",
  question,
  kind = "plain",
  size,
  children,
}: {
  label: ReactNode;
  /** The button's label while it asks. */
  back?: ReactNode;
  /** What will happen, and that it can't be undone. */
  question: ReactNode;
  kind?: ButtonKind;
  size?: "small" | "large";
  children: ReactNode;
}) {
  return (
    <details className="confirm">
      <summary className="button" data-kind={kind === "chalk" ? undefined : kind} data-size={size}>
        <span className="confirm-label">{label}</span>
        <span className="confirm-cancel">{back}</span>
      </summary>
      <div className="confirm-ask panel" role="group">
        <p>{question}</p>
        {children}
      </div>
    </details>
  );
}
