import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { inAccount } from "#ground/businesses/public.server.ts";
import { withList } from "#platform/http/list-place.ts";
import { readSort, sortHeading } from "#platform/http/list-sort.ts";
import { dayOf, moment } from "#platform/time/format.ts";
import { LinkButton } from "#ui/button.tsx";
import { Page, PageHeader, Section } from "#ui/layout.tsx";
import { EmptyState } from "#ui/messages.tsx";
import { StateMark } from "#ui/state-mark.tsx";
import { Table } from "#ui/table.tsx";
import { getJob } from "./data.server.ts";
import { NEWEST_FIRST, REPORT_SORTS, reportListQuery, type ReportSort } from "./list-query.ts";
import { reportRows } from "./list.server.ts";
import { EVERYTHING, formatTurn } from "./rules.ts";
import { jobNames, lastRuns, listSchedules } from "./schedule/schedules.server.ts";
import { labelOf } from "./paper/registry.server.ts";

export const meta = () => [{ title: "Reports" }];

export function loader(args: LoaderFunctionArgs) {
  return inAccount(args, "work.read", async (ctx) => {
    const query = new URL(args.request.url).searchParams;
    const jobParam = query.get("job");
    const job = jobParam ? await getJob(ctx, jobParam) : null;
    const sort = readSort(query, REPORT_SORTS, NEWEST_FIRST);
    const rows = await reportRows(ctx, { job: job?.jobId, sort });
    const schedules = await listSchedules(ctx, job?.jobId);
    const runs = await lastRuns(
      ctx,
      schedules.map(({ id }) => id),
    );
    const names = await jobNames(
      ctx,
      schedules.map(({ jobId }) => jobId),
    );
    return {
      job: job && { id: job.jobId, name: job.name },
      reports: rows,
      sort,
      listed: reportListQuery({ job: job?.jobId, sort }),
      schedules: schedules.map((schedule) => {
        const run = runs.get(schedule.id);
        return {
          id: schedule.id,
          jobName: names.get(schedule.jobId) ?? "A deleted job",
          turn: `${formatTurn(schedule)}${schedule.shape === EVERYTHING ? "" : `, ${labelOf(schedule.shape).toLowerCase()}`}`,
          next: moment(schedule.nextAt, schedule.zone),
          isPaused: schedule.pausedAt !== null,
          last: run ? { ...dayOf(run.dueAt, schedule.zone), outcome: run.outcome } : null,
        };
      }),
    };
  });
}

export default function Reports() {
  const { job, sort, listed, reports, schedules } = useLoaderData<typeof loader>();
  const query = job ? `?job=${job.id}` : "";
  const to = (by: ReportSort) => `/account/reports?${reportListQuery({ job: job?.id, sort: by })}`;
  const make = <LinkButton href={`/account/reports/new${query}`}>New report</LinkButton>;
  return (
    <Page className="pb-12">
      <PageHeader
        title={job ? `Reports for ${job.name}` : "Reports"}
        action={reports.length ? make : undefined}
      >
        {job ? (
          <a className="text-link" href={`/account/job/${job.id}`}>
            Back to the job
          </a>
        ) : (
          "What happened on your jobs, as PDFs to save and send."
        )}
      </PageHeader>
      {reports.length ? (
        <Table
          caption="Reports"
          rows={reports}
          rowKey={({ id }) => id}
          columns={[
            {
              label: "Report",
              sort: sortHeading(sort, job ? "period" : "job", "ascending", to),
              cell: ({ id, jobName, period }) => (
                <a href={withList(`/account/reports/${id}`, listed)}>
                  {job ? period : `${jobName}, ${period}`}
                </a>
              ),
            },
            { label: "Contents", cell: ({ contents }) => contents ?? "Not known yet" },
            {
              label: "Created",
              sort: sortHeading(sort, "created", "descending", to),
              cell: ({ created, bySchedule }) => (
                <>
                  <time dateTime={created.iso}>{created.words}</time>
                  {bySchedule ? " by schedule" : null}
                </>
              ),
            },
            { label: "State", cell: ({ mark }) => <StateMark state={mark.state}>{mark.words}</StateMark> },
          ]}
        />
      ) : (
        <EmptyState title={job ? "No reports for this job yet" : "No reports yet"} action={make}>
          Choose a job and dates. A minute later you have a PDF on your letterhead: notes by day, photos with
          captions, and who wrote what and when. Email it, or share a link and see who looked.
        </EmptyState>
      )}
      <Section
        title="Scheduled"
        id="schedules"
        action={
          <LinkButton href={`/account/reports/schedules/new${query}`} kind="plain" size="small">
            Add a schedule
          </LinkButton>
        }
      >
        {schedules.length ? (
          <ul className="mt-4" aria-label="Schedules">
            {schedules.map(({ id, jobName, turn, next, isPaused, last }) => (
              <li
                key={id}
                className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-t border-rule py-4"
              >
                <div>
                  <h3 className="text-lg wrap-anywhere">
                    <a href={`/account/reports/schedules/${id}`}>{job ? turn : `${turn}: ${jobName}`}</a>
                  </h3>
                  <p className="mt-1 text-sm text-pencil">
                    {isPaused ? null : (
                      <>
                        Next <time dateTime={next.iso}>{next.words}</time>.{" "}
                      </>
                    )}
                    {last ? (
                      <>
                        {last.outcome === "nothing" ? "Nothing new as of " : "Last on "}
                        <time dateTime={last.iso}>{last.words}</time>
                        {last.outcome === "nothing" ? ", so no report was created." : "."}
                      </>
                    ) : null}
                  </p>
                </div>
                <StateMark state={isPaused ? "stopped" : "now"}>{isPaused ? "Paused" : "Running"}</StateMark>
              </li>
            ))}
          </ul>
        ) : (
          <p className="mt-4 max-w-measure">
            Reports can run every day, or every week on a day you choose, and go to your client by email. Days
            with nothing to report are skipped.
          </p>
        )}
      </Section>
    </Page>
  );
}
