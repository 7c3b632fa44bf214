import type { ReactNode } from "react";
import { Icon } from "#ui/icons.tsx";

/** A menu of the bar: a popover on a desk, open in the menu's sheet on a phone. Works without script. */
export function Submenu({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <>
      <button type="button" className="menu-toggle" popoverTarget={id}>
        {title}
        <Icon name="chevron" />
      </button>
      <div className="submenu" id={id} popover="auto">
        <p className="submenu-title label">{title}</p>
        <ul className="submenu-list page">{children}</ul>
      </div>
    </>
  );
}

export function SubmenuLink({
  to,
  name,
  hint,
  className,
}: {
  to: string;
  name: string;
  hint?: string;
  className?: string;
}) {
  return (
    <li className={className}>
      <a className="submenu-link" href={to}>
        <b>{name}</b>
        {hint ? <span>{hint}</span> : null}
      </a>
    </li>
  );
}
