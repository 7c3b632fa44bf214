import { type LoaderFunctionArgs, Outlet, useLoaderData } from "react-router";
import { accountBar } from "#ground/businesses/public.server.ts";
import { findPerson } from "#ground/identity/public.server.ts";
import { operates } from "#platform/config/installation.server.ts";
import { AccountKeys } from "./account-shortcuts.tsx";
import { SiteFrame } from "./frame.tsx";
import { Places } from "./account-menu.tsx";

/** The bar's data about the user. A person who is refused an account page still gets the bar. */
export async function loader(args: LoaderFunctionArgs) {
  // The bar first: if its data fails, the answer has the right status, and the user is known by then.
  const bar = await accountBar(args);
  const person = await findPerson(args.request);
  return { ...bar, operates: person !== null && operates(person) };
}

/** Pages behind sign-in, with the site's bar and footer for a member and the tools of their business. */
export default function AccountLayout() {
  const bar = useLoaderData<typeof loader>();
  return (
    <SiteFrame viewer="member" account={bar} places={bar.works ? <Places /> : undefined}>
      <Outlet />
      {bar.works ? <AccountKeys /> : null}
    </SiteFrame>
  );
}
