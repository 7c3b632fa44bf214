import { type LoaderFunctionArgs, Outlet, useLoaderData, useParams } from "react-router";
import { inAccount } from "#ground/businesses/public.server.ts";
import { isId } from "#platform/db/scope.server.ts";
import { listQueryOf, withList } from "#platform/http/list-place.ts";
import { readSort } from "#platform/http/list-sort.ts";
import { ListBeside } from "#ui/list-beside.tsx";
import { NEWEST_FIRST, REPORT_SORTS } from "./list-query.ts";
import { reportRows } from "./list.server.ts";

/** The list that a report was opened from, to go on to the next one. */
export function loader(args: LoaderFunctionArgs) {
  return inAccount(args, "work.read", async (ctx) => {
    const listed = listQueryOf(new URL(args.request.url));
    const query = new URLSearchParams(listed);
    const job = query.get("job");
    const rows = await reportRows(ctx, {
      job: job && isId(job) ? job : undefined,
      sort: readSort(query, REPORT_SORTS, NEWEST_FIRST),
    });
    return {
      href: `/account/reports${listed ? `?${listed}` : ""}`,
      rows: rows.map(({ id, jobName, period, created, mark }) => ({
        id,
        href: withList(`/account/reports/${id}`, listed),
        title: jobName,
        about: period,
        when: created,
        mark,
      })),
    };
  });
}

export default function ReportsBeside() {
  const { href, rows } = useLoaderData<typeof loader>();
  return (
    <ListBeside
      title="Reports"
      href={href}
      rows={rows}
      here={useParams()["reportId"]}
      empty="No reports yet."
    >
      <Outlet />
    </ListBeside>
  );
}
