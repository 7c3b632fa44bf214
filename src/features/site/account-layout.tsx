import { Outlet } from "react-router";
import { SiteFrame } from "./frame.tsx";

/** Pages behind sign-in. The bar and footer of the site, drawn for a member. */
export default function AccountLayout() {
  return (
    <SiteFrame viewer="member">
      <Outlet />
    </SiteFrame>
  );
}
