import { type ActionFunctionArgs, type LoaderFunctionArgs, useActionData, useLoaderData } from "react-router";
import { inAccount, toolsOf } from "#ground/businesses/public.server.ts";
import { refuseForm } from "#platform/http/answers.server.ts";
import { readForm } from "#platform/http/request/form.server.ts";
import { LinkButton } from "#ui/button.tsx";
import { fieldId } from "#ui/field.tsx";
import { Page, PageHeader } from "#ui/layout.tsx";
import { EmptyState, StatusLine } from "#ui/messages.tsx";
import { hasFilters, filterQuery, filtersOf } from "./filters.ts";
import { reviewDay } from "./approve.server.ts";
import {
  formatLongDate,
  loadOfficeData,
  mayReview,
  officeDays,
  officeFound,
  officeMonth,
} from "./office.server.ts";
import { OfficeDays } from "./days.tsx";
import { OfficeFilters } from "./filter-form.tsx";
import { OfficeFound } from "./found.tsx";
import { OfficeMonth } from "./month.tsx";
import { OfficeViews } from "./views.tsx";

export const meta = () => [{ title: "Logs" }];

/** Days, a month, or search results. Null if the business has no access yet. */
export function loader(args: LoaderFunctionArgs) {
  return inAccount(args, "work.read", async (ctx) => {
    if (!(await toolsOf(ctx)).some(({ word }) => word === "logs")) return null;
    const { searchParams } = new URL(args.request.url);
    const filters = filtersOf(searchParams);
    const known = await loadOfficeData(ctx);
    const isMonth = searchParams.get("view") === "month";
    const after = /^(\d{4}-\d\d-\d\d)_([0-9a-f-]{36})$/.exec(searchParams.get("after") ?? "");
    const shown = isMonth
      ? { is: "month" as const, month: await officeMonth(known, filters, searchParams.get("month")) }
      : filters.words
        ? { is: "found" as const, ...(await officeFound(known, filters)) }
        : {
            is: "days" as const,
            ...(await officeDays(known, filters, after ? { date: after[1]!, id: after[2]! } : null)),
          };
    return {
      filters,
      isFirst: !after,
      judges: mayReview(ctx),
      jobs: [...known.jobs.values()].map(({ jobId, name }) => ({ value: jobId, label: name })),
      shown,
    };
  });
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  return inAccount(args, "business.change", async (ctx) => {
    const { day: id = "", verdict = "", why = "" } = form;
    try {
      const day = await reviewDay(ctx, id, verdict === "approve" ? "approved" : "rejected", why);
      return {
        done: `${formatLongDate(day.date!)} was ${day.state === "approved" ? "approved" : "sent back"}.`,
        id,
      };
    } catch (error) {
      return refuseForm(error, { id, why });
    }
  });
}

export default function Office() {
  const loaded = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  if (!loaded) return <Waitlist />;
  const { filters, jobs, shown, judges, isFirst } = loaded;
  const done = result && "done" in result ? result.done : undefined;
  const refused = result && "values" in result ? result : undefined;
  const isMonth = shown.is === "month";
  return (
    <Page className="pb-12">
      <PageHeader
        title="Logs"
        action={
          jobs.length > 0 ? (
            <LinkButton kind="plain" href={`/account/logs/logs.csv${filterQuery(filters)}`} download>
              Download CSV
            </LinkButton>
          ) : undefined
        }
      >
        Every day on every job: who worked, what was done, what stood still, and what the weather was.
        {judges && jobs.length > 0 ? (
          <>
            {" "}
            <a
              className="text-link"
              href={`/account/logs/weather${filters.job ? `?job=${filters.job}` : ""}#${fieldId("remindAt")}`}
            >
              Remind those who have not logged
            </a>
          </>
        ) : null}
      </PageHeader>
      <OfficeViews
        now={isMonth ? "month" : "days"}
        to={{
          days: `/account/logs${filterQuery(filters)}`,
          month: `/account/logs${filterQuery({ ...filters, words: "" }, { view: "month" })}`,
          weather: `/account/logs/weather${filters.job ? `?job=${filters.job}` : ""}`,
        }}
      />
      {done || refused?.message ? (
        <StatusLine kind={done ? "done" : "error"}>{done ?? refused?.message}</StatusLine>
      ) : null}
      {shown.is === "month" ? (
        <OfficeMonth month={shown.month} filters={filters} jobs={jobs} />
      ) : (
        <>
          {jobs.length > 0 ? <OfficeFilters filters={filters} jobs={jobs} /> : null}
          {shown.is === "found" ? (
            <OfficeFound found={shown} filters={filters} />
          ) : shown.days.length > 0 ? (
            <OfficeDays
              days={shown.days}
              next={shown.next}
              filters={filters}
              judges={judges}
              isFirst={isFirst}
              refused={refused}
            />
          ) : hasFilters(filters) ? (
            <EmptyState
              title="No day fits"
              action={<LinkButton href="/account/logs">Show all days</LinkButton>}
            >
              Choose another job, other days, or another kind of entry.
            </EmptyState>
          ) : (
            <EmptyState
              title={jobs.length > 0 ? "Nobody has logged a day yet" : "There is no job yet"}
              action={
                <LinkButton href={jobs.length > 0 ? "/account/jobs" : "/account/jobs/new"}>
                  {jobs.length > 0 ? "Open a job and log today" : "Add a job"}
                </LinkButton>
              }
            >
              A log is written on site, on a phone, with or without a signal: a photo, a few words, who
              worked. It is here as soon as there is a signal, from every job, so that you can read, approve,
              and find it.
            </EmptyState>
          )}
        </>
      )}
    </Page>
  );
}

function Waitlist() {
  return (
    <Page>
      <PageHeader title="Logs">
        Daily logs of all your jobs by day, with photos, crew and weather, and a search over every word.
      </PageHeader>
      <p className="mb-8 max-w-measure">
        This page belongs to the field tools, which open by invitation. Your business has not been invited
        yet. Join the waitlist, and we will write to you when it is your turn.
      </p>
      <LinkButton href="/buildlog#waitlist">Join the BuildLog waitlist</LinkButton>
    </Page>
  );
}
