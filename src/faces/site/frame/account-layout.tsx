import { type LoaderFunctionArgs, Outlet, useLoaderData } from "react-router";
import { accountBar } from "#ground/businesses/public.server.ts";
import { findPerson } from "#ground/identity/public.server.ts";
import { operates } from "#platform/config/installation.server.ts";
import { AccountKeys } from "./account-shortcuts.tsx";
import { SiteFrame } from "./frame.tsx";
import { Places } from "./account-menu.tsx";

/** What the bar says of where one is. A person whom an account page refuses still gets the bar. */
export async function loader(args: LoaderFunctionArgs) {
  // The bar first: what it could not ask is answered with the right status, and who it is is known by then.
  const bar = await accountBar(args);
  const person = await findPerson(args.request);
  return { ...bar, operates: person !== null && operates(person) };
}

/**
 * Pages behind sign-in. The bar and footer of the site, drawn for a member, with the tools their business
 * has.
 */
export default function AccountLayout() {
  const bar = useLoaderData<typeof loader>();
  return (
    <SiteFrame viewer="member" account={bar} places={bar.works ? <Places /> : undefined}>
      <Outlet />
      {bar.works ? <AccountKeys /> : null}
    </SiteFrame>
  );
}
