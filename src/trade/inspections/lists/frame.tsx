import type { ReactNode } from "react";
import { Link } from "react-router";
import type { ToolUser } from "#trade/jobs/public.tsx";
import { Icon } from "#ui/icons.tsx";
import { Page } from "#ui/layout.tsx";

/** Where the business edits its lists. */
export const LISTS = "/account/jobs/checklists/lists";

export const mayChange = ({ role }: Pick<ToolUser, "role">): boolean =>
  role === "owner" || role === "manager";

export const countItems = (items: number): string =>
  items === 1 ? "1 item" : `${items.toLocaleString("en-US")} items`;

/** The frame of the screens of the business's lists. */
export function ListsFrame({
  title,
  back: [to, name],
  line,
  children,
}: {
  title: string;
  back: readonly [to: string, name: string];
  /** What was just done, from `useAnnouncer`. */
  line: ReactNode;
  children: ReactNode;
}) {
  return (
    <Page className="field-page">
      <title>{title}</title>
      <Link className="field-back" to={to}>
        <Icon name="back" />
        {name}
      </Link>
      <header className="field-head">
        <h1>{title}</h1>
      </header>
      {line}
      {children}
    </Page>
  );
}
