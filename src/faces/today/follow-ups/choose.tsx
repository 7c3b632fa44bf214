import { type LoaderFunctionArgs, redirect, useLoaderData } from "react-router";
import { inAccount } from "#ground/businesses/public.server.ts";
import { listPages } from "#trade/leads/public.server.ts";
import { LinkButton } from "#ui/button.tsx";
import { Page, PageHeader } from "#ui/layout.tsx";
import { EmptyState } from "#ui/messages.tsx";

export const meta = () => [{ title: "Which page?" }];

/** Chooses a page; skipped when there is only one. `with` names a lead drip to preview there. */
export function loader(args: LoaderFunctionArgs) {
  return inAccount(args, "work.read", async (ctx) => {
    const chosen = new URL(args.request.url).searchParams.get("with");
    const query = chosen === null ? "" : `?with=${encodeURIComponent(chosen)}`;
    const pages = (await listPages(ctx)).filter(({ closedAt }) => closedAt === null);
    const [first] = pages;
    if (first && pages.length === 1) throw redirect(`/account/follow-up/${first.id}${query}`, 303);
    return {
      pages: pages.map(({ id, offer }) => ({
        address: `/account/follow-up/${id}${query}`,
        title: offer.title,
      })),
    };
  });
}

export default function FollowUps() {
  const { pages } = useLoaderData<typeof loader>();
  return (
    <Page className="pb-12">
      <PageHeader title="Send it from a page">
        Each personal page sends its own emails to the people who ask there.
      </PageHeader>
      {pages.length > 0 ? (
        <>
          <h2 className="text-xl">Which page?</h2>
          <ul className="mt-2">
            {pages.map(({ address, title }) => (
              <li key={address}>
                <a className="text-link inline-block py-2.5" href={address}>
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <EmptyState
          title="No personal page yet"
          action={<LinkButton href="/account/magnets">Your lead magnets</LinkButton>}
        >
          Follow-up starts when someone asks for one of your guides. Create a personal link for a lead magnet
          first, then choose what it sends here.
        </EmptyState>
      )}
    </Page>
  );
}
