import type { ReactNode } from "react";
import { Link } from "react-router";
import { Icon } from "#ui/icons.tsx";

/** The link to the parent page. */
export function Back({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link className="field-back" to={to}>
      <Icon name="back" />
      {children}
    </Link>
  );
}
