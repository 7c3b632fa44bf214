import { type LoaderFunctionArgs, Outlet, useLoaderData, useParams } from "react-router";
import { inAccount } from "#ground/businesses/public.server.ts";
import { listQueryOf, withList } from "#platform/http/list-place.ts";
import { ListBeside } from "#ui/list-beside.tsx";
import { loadWriters } from "./writers.server.ts";

/** The list that a conversation was opened from, to go on to the next one. */
export function loader(args: LoaderFunctionArgs) {
  return inAccount(args, "work.read", async (ctx) => {
    const listed = listQueryOf(new URL(args.request.url));
    const { people } = await loadWriters(ctx, new URLSearchParams(listed));
    return {
      href: `/account/inbox${listed ? `?${listed}` : ""}`,
      rows: people.map(({ id, name, words, when, mark }) => ({
        id,
        href: withList(`/account/inbox/${id}`, listed),
        title: name,
        about: words,
        when,
        mark,
      })),
    };
  });
}

export default function InboxBeside() {
  const { href, rows } = useLoaderData<typeof loader>();
  return (
    <ListBeside
      title="Inbox"
      href={href}
      rows={rows}
      here={useParams()["leadId"]}
      empty="No one is waiting for a reply."
    >
      <Outlet />
    </ListBeside>
  );
}
