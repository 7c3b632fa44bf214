import { Outlet } from "react-router";
import { SiteFrame } from "./frame.tsx";

/** Public pages. Rendered once for both kinds of viewer. */
export default function SiteLayout() {
  return (
    <SiteFrame viewer="both">
      <Outlet />
    </SiteFrame>
  );
}
