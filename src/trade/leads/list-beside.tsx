import { type LoaderFunctionArgs, Outlet, useLoaderData, useParams } from "react-router";
import { inAccount, zoneOf } from "#ground/businesses/public.server.ts";
import { listQueryOf, withList } from "#platform/http/list-place.ts";
import { dayOf } from "#platform/time/format.ts";
import { ListBeside } from "#ui/list-beside.tsx";
import { findLeads, readLeadFilter } from "./list.server.ts";
import { datedStatusMark } from "./status-mark.server.ts";

/** The list that a lead was opened from, to go on to the next one. */
export function loader(args: LoaderFunctionArgs) {
  return inAccount(args, "work.read", async (ctx) => {
    const url = new URL(args.request.url);
    const listed = listQueryOf(url);
    const [zone, { leads }] = await Promise.all([
      zoneOf(ctx),
      findLeads(ctx, readLeadFilter(new URL(`?${listed}`, url))),
    ]);
    return {
      href: `/account/leads${listed ? `?${listed}` : ""}`,
      rows: leads.map((lead) => ({
        id: lead.id,
        href: withList(`/account/leads/${lead.id}`, listed),
        title: lead.name,
        when: dayOf(lead.createdAt, zone),
        mark: datedStatusMark(lead, ctx.now, zone),
      })),
    };
  });
}

export default function LeadsBeside() {
  const { href, rows } = useLoaderData<typeof loader>();
  return (
    <ListBeside title="Leads" href={href} rows={rows} here={useParams()["leadId"]} empty="No matches">
      <Outlet />
    </ListBeside>
  );
}
