import type { ReactNode } from "react";
import type { ButtonKind } from "./button.tsx";

/**
 * A button for what can't be undone: it asks once, apart from where it stands, and its own place takes that
 * back. Works without scripts.
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
  /** What the button says while it asks. */
  back?: ReactNode;
  /** What happens, and that it stays so. */
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
