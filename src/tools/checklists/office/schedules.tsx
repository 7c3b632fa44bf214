import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { inAccount } from "#ground/businesses/public.server.ts";
import { OfficePage } from "#ground/worklist/public.tsx";
import { LinkButton } from "#ui/button.tsx";
import { Table } from "#ui/table.tsx";
import { schedulesPage } from "./schedules-page.server.ts";

export const meta = () => [{ title: "Scheduled checklists" }];

export const loader = (args: LoaderFunctionArgs) =>
  inAccount(args, "work.read", (ctx) => {
    const { searchParams } = new URL(args.request.url);
    return schedulesPage(ctx, { isNarrowed: searchParams.has("overdue"), isAll: searchParams.has("all") });
  });

/** Scheduled checklists of all jobs, the overdue ones first. */
export default function SchedulesOffice() {
  const { rows, found, count, overdue, isNarrowed } = useLoaderData<typeof loader>();
  return (
    <OfficePage
      title="Scheduled checklists"
      about="Lists that are due again and again. Add and change them on the job, under Checklists."
      csv={null}
      views={
        <p className="mb-4 flex flex-wrap gap-x-6">
          <a className="text-link py-2.5" href="/account/checklists">
            All checklists
          </a>
          {isNarrowed ? (
            <a className="text-link py-2.5" href="/account/checklists/schedules">
              All {count} schedules
            </a>
          ) : overdue > 0 ? (
            <a className="text-link py-2.5" href="/account/checklists/schedules?overdue=yes">
              Only the {overdue} overdue
            </a>
          ) : null}
          {count > 0 ? (
            <a className="text-link py-2.5" href="/account/checklists/stickers.pdf">
              Print stickers
            </a>
          ) : null}
        </p>
      }
    >
      {rows.length > 0 ? (
        <>
          <Table
            caption="Scheduled checklists"
            rows={rows}
            rowKey={({ id }) => id}
            columns={[
              {
                label: "List",
                cell: ({ name, href }) => (
                  <a className="text-link" href={href}>
                    {name}
                  </a>
                ),
              },
              {
                label: "Job",
                cell: ({ job, jobId }) => <a href={`/account/job/${jobId}/checklists/schedules`}>{job}</a>,
              },
              { label: "How often", cell: ({ rhythm }) => rhythm },
              { label: "Who", cell: ({ who }) => who },
              { label: "Next", cell: ({ next }) => next },
              {
                label: "Overdue",
                cell: ({ missed }) => (missed.length > 0 ? <b>{missed.join(", ")}</b> : null),
              },
            ]}
          />
          {rows.length < found ? (
            <p className="mt-6">
              <LinkButton
                kind="plain"
                href={`/account/checklists/schedules?${isNarrowed ? "overdue=yes&" : ""}all=yes`}
              >
                Show all {found.toLocaleString("en-US")}
              </LinkButton>
            </p>
          ) : null}
        </>
      ) : (
        <p className="max-w-measure">
          {count > 0
            ? "No list is overdue."
            : "Nothing is scheduled yet. Open a job, then Checklists, then Schedules."}
        </p>
      )}
    </OfficePage>
  );
}
