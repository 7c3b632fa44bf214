import { type LoaderFunctionArgs, Outlet, useLoaderData, useParams } from "react-router";
import { inAccount } from "#ground/businesses/public.server.ts";
import { listQueryOf, withList } from "#platform/http/list-place.ts";
import { ListBeside } from "#ui/list-beside.tsx";
import { sequencesOverview } from "./editor/overview.server.ts";

/** The published follow-ups, to go on to the next one. */
export function loader(args: LoaderFunctionArgs) {
  return inAccount(args, "work.read", async (ctx) => {
    const listed = listQueryOf(new URL(args.request.url));
    const { families } = await sequencesOverview(ctx);
    return {
      href: `/account/follow-up${listed ? `?${listed}` : ""}`,
      rows: families.map(({ id, latest, people, standing, ids }) => ({
        id,
        href: withList(`/account/sequences/${id}`, listed),
        title: latest.name,
        about: people === 1 ? "1 person in it" : `${people.toLocaleString("en")} people in it`,
        mark: { state: standing.mark, words: standing.words },
        versions: ids,
      })),
    };
  });
}

export default function FollowUpsBeside() {
  const { href, rows } = useLoaderData<typeof loader>();
  const { sequenceId = "" } = useParams();
  return (
    <ListBeside
      title="Follow-up"
      href={href}
      rows={rows}
      here={rows.find(({ versions }) => versions.includes(sequenceId))?.id}
      empty="Nothing published yet."
    >
      <Outlet />
    </ListBeside>
  );
}
