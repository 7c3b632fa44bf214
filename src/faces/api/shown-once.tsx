import type { ReactNode } from "react";
import { CopyButton } from "#ui/button.tsx";
import { Panel } from "#ui/layout.tsx";

/** A key or secret that was just made and is never shown again. */
export function ShownOnce({
  title,
  value,
  copy,
  children,
}: {
  title: string;
  value: string;
  /** Label of the button that copies it. */
  copy: string;
  children: ReactNode;
}) {
  return (
    <Panel tone="level" className="mb-8">
      <h2 className="text-xl" tabIndex={-1} autoFocus>
        {title}
      </h2>
      <p className="mt-2 max-w-measure">{children}</p>
      <p className="mt-4 wrap-anywhere">
        <code id="shown-once">{value}</code>
      </p>
      <p className="mt-4">
        <CopyButton target="shown-once">{copy}</CopyButton>
      </p>
    </Panel>
  );
}
