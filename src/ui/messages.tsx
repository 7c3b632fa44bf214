import type { ReactNode } from "react";
import { fieldId } from "./field.tsx";

/**
 * Lists everything to fix before the form is accepted; takes the focus when the page comes back. Renders
 * nothing without errors.
 */
export function ErrorSummary({
  errors,
  title = "Fix these and try again",
}: {
  /** Messages by field name; `form` is for the whole form. */
  errors: Readonly<Record<string, string | undefined>> | undefined;
  title?: string;
}) {
  const entries = Object.entries(errors ?? {}).filter((entry): entry is [string, string] =>
    Boolean(entry[1]),
  );
  if (entries.length === 0) return null;
  return (
    <div className="error-summary" role="alert" tabIndex={-1} autoFocus>
      <h2>{title}</h2>
      <ul>
        {entries.map(([name, message]) => (
          <li key={name}>{name === "form" ? message : <a href={`#${fieldId(name)}`}>{message}</a>}</li>
        ))}
      </ul>
    </div>
  );
}

/**
 * The line under a form that says how it went. Always in the page, even when empty, so that a change is
 * announced. `takesFocus` on a page that reloads, so that it is seen and read out wherever the form is.
 */
export function StatusLine({
  kind = "info",
  id,
  takesFocus = false,
  children,
}: {
  kind?: "info" | "done" | "error";
  id?: string;
  takesFocus?: boolean;
  children?: ReactNode;
}) {
  return (
    <p
      className="status-line"
      id={id}
      role={kind === "error" ? "alert" : "status"}
      data-kind={kind}
      tabIndex={takesFocus ? -1 : undefined}
      autoFocus={takesFocus}
    >
      {children}
    </p>
  );
}

/** Says what to do, and what will be here later. */
export function EmptyState({
  title,
  children,
  action,
  example,
  exampleLabel = "What it will look like",
}: {
  title: ReactNode;
  children: ReactNode;
  action?: ReactNode;
  example?: ReactNode;
  exampleLabel?: string;
}) {
  return (
    <div className="empty">
      <h2 className="text-2xl">{title}</h2>
      <div className="mt-2 max-w-measure">{children}</div>
      {action ? <div className="mt-5">{action}</div> : null}
      {example ? (
        <figure>
          <figcaption className="label">{exampleLabel}</figcaption>
          {example}
        </figure>
      ) : null}
    </div>
  );
}
