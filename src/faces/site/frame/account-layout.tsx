import { type LoaderFunctionArgs, Outlet, useLoaderData } from "react-router";
import { accountBar, inAccount } from "#ground/businesses/public.server.ts";
import { findPerson } from "#ground/identity/public.server.ts";
import { countUnanswered } from "#trade/leads/public.server.ts";
import { operates } from "#platform/config/installation.server.ts";
import { AccountKeys } from "./account-shortcuts.tsx";
import { SiteFrame } from "./frame.tsx";

/** The bar's data about the user. A person who is refused an account page still gets the bar. */
export async function loader(args: LoaderFunctionArgs) {
  // The bar first: if its data fails, the answer has the right status, and the user is known by then.
  const bar = await accountBar(args);
  const person = await findPerson(args.request);
  // Without a count the bar still leads everywhere, also in a suspended business.
  const waiting =
    bar.works && bar.isMember ? await inAccount(args, "work.read", countUnanswered).catch(() => 0) : 0;
  return { ...bar, operates: person !== null && operates(person), waiting };
}

/** Pages behind sign-in, with one bar for the account's sections and the site's pages. */
export default function AccountLayout() {
  const bar = useLoaderData<typeof loader>();
  return (
    <SiteFrame viewer="member" account={bar} sections={bar.works}>
      <Outlet />
      {bar.works ? <AccountKeys /> : null}
    </SiteFrame>
  );
}
