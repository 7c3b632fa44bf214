import { type LoaderFunctionArgs, NavLink, Outlet } from "react-router";
import { SiteFrame } from "#faces/site/public.tsx";
import { inOperator } from "./in-operator.server.ts";

export const meta = () => [{ title: "Operator" }, { name: "robots", content: "noindex" }];

const PAGES = [
  ["/operator", "Overview"],
  ["/operator/messages", "Messages"],
  ["/operator/waitlist", "Waitlist"],
  ["/operator/tools", "Tools"],
  ["/operator/accounts", "Accounts"],
  ["/operator/people", "People"],
  ["/operator/sending", "Sending"],
  ["/operator/tasks", "Tasks"],
  ["/operator/asked-for", "Asked for"],
  ["/operator/views", "Page views"],
  ["/operator/history", "History"],
] as const;

/** Other people don't even see the frame. */
export function loader(args: LoaderFunctionArgs) {
  return inOperator(args, async () => null);
}

/** The frame of the console, with its menu. */
export default function OperatorLayout() {
  return (
    <SiteFrame viewer="member">
      <nav className="page subnav-row" aria-label="Operator">
        <ul className="-mx-2.5 flex flex-wrap gap-x-2 pt-6">
          {PAGES.map(([path, name]) => (
            <li key={path}>
              <NavLink className="bar-link" to={path} end={path === "/operator"}>
                {name}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <Outlet />
    </SiteFrame>
  );
}
