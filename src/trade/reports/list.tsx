import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { inAccount } from "#ground/businesses/public.server.ts";
import { mailedTo } from "#ground/papers/public.server.ts";
import { dayOf, moment } from "#platform/time/format.ts";
import { LinkButton } from "#ui/button.tsx";
import { Page, PageHeader, Section } from "#ui/layout.tsx";
import { EmptyState } from "#ui/messages.tsx";
import { StateMark } from "#ui/state-mark.tsx";
import { getJob, listReports } from "./data.server.ts";
import { formatCount, EVERYTHING, formatTurn } from "./rules.ts";
import { jobNames, lastRuns, listSchedules } from "./schedule/schedules.server.ts";
import { labelOf, titleOf } from "./paper/registry.server.ts";

export const meta = () => [{ title: "Reports" }];

export function loader(args: LoaderFunctionArgs) {
  return inAccount(args, "work.read", async (ctx) => {
    const jobParam = new URL(args.request.url).searchParams.get("job");
    const job = jobParam ? await getJob(ctx, jobParam) : null;
    const reports = await listReports(ctx, job?.jobId);
    const sent = Map.groupBy(
      await mailedTo(
        ctx,
        reports.map(({ id }) => id),
      ),
      ({ paperId }) => paperId,
    );
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
      reports: reports.map(
        ({ id, jobName, shape, fromDay, toDay, state, entries, photos, createdAt, zone, scheduleId }) => ({
          id,
          jobName,
          period: titleOf(shape, fromDay, toDay),
          state,
          holds:
            entries === null
              ? null
              : [
                  formatCount(entries, "entry", "entries"),
                  ...(photos ? [formatCount(photos, "photo", "photos")] : []),
                ].join(", "),
          made: dayOf(createdAt, zone),
          bySchedule: scheduleId !== null,
          sent: (sent.get(id) ?? []).length,
        }),
      ),
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

const STATES = {
  waiting: ["now", "In progress"],
  ready: ["done", "Created"],
  failed: ["stopped", "Failed"],
} as const;

export default function Reports() {
  const { job, reports, schedules } = useLoaderData<typeof loader>();
  const query = job ? `?job=${job.id}` : "";
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
        <ul aria-label="Reports">
          {reports.map(({ id, jobName, period, state, holds, made, bySchedule, sent }) => (
            <li
              key={id}
              className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-t border-rule py-4"
            >
              <div>
                <h2 className="text-xl wrap-anywhere">
                  <a href={`/account/reports/${id}`}>{job ? period : `${jobName}, ${period}`}</a>
                </h2>
                <p className="mt-1 text-sm text-pencil">
                  {holds ? `${holds}. ` : null}
                  {bySchedule ? "Scheduled for " : "Created "}
                  <time dateTime={made.iso}>{made.words}</time>.
                </p>
              </div>
              <div>
                {sent > 0 && state === "ready" ? (
                  <StateMark state="done">{sent === 1 ? "Sent once" : `Sent to ${sent}`}</StateMark>
                ) : (
                  <StateMark state={state === "ready" ? "unsent" : STATES[state][0]}>
                    {state === "ready" ? "Not sent" : STATES[state][1]}
                  </StateMark>
                )}
              </div>
            </li>
          ))}
        </ul>
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
