import { formatLongDate } from "#trade/fieldwork/public.ts";
import { type ActionFunctionArgs, type LoaderFunctionArgs, useActionData, useLoaderData } from "react-router";
import { inAccount, toolsOf } from "#ground/businesses/public.server.ts";
import { jobChoices } from "#trade/jobs/public.server.ts";
import { readAfter } from "#ground/worklist/public.server.ts";
import { EmptyList, FilterForm, filterQuery, hasFilters, OfficePage } from "#ground/worklist/public.tsx";
import { refuseForm } from "#platform/http/answers.server.ts";
import { readForm } from "#platform/http/request/form.server.ts";
import { LinkButton } from "#ui/button.tsx";
import { type Choice, fieldId, Select } from "#ui/field.tsx";
import { Page, PageHeader } from "#ui/layout.tsx";
import { StatusLine } from "#ui/messages.tsx";
import { type Filters, filtersOf } from "./filters.ts";
import { reviewDay } from "./approve.server.ts";
import { loadOfficeData, mayReview, officeDays, officeFound, officeMonth } from "./office.server.ts";
import { OfficeDays } from "./days.tsx";
import { OfficeFound } from "./found.tsx";
import { OfficeMonth } from "./month.tsx";
import { OfficeViews } from "./views.tsx";
import { TYPE_LABELS, TYPES } from "../rules.ts";

const ALL_DAYS = { href: "/account/logs", label: "Show all days" } as const;

export const meta = () => [{ title: "Logs" }];

/** Days, a month, or search results. Null if the business has no access yet. */
export function loader(args: LoaderFunctionArgs) {
  return inAccount(args, "work.read", async (ctx) => {
    if (!(await toolsOf(ctx)).some(({ word }) => word === "logs")) return null;
    const { searchParams } = new URL(args.request.url);
    const filters = filtersOf(searchParams);
    const known = await loadOfficeData(ctx);
    const isMonth = searchParams.get("view") === "month";
    const after = readAfter(searchParams);
    const shown = isMonth
      ? { is: "month" as const, month: await officeMonth(known, filters, searchParams.get("month")) }
      : filters.words
        ? { is: "found" as const, ...(await officeFound(known, filters)) }
        : { is: "days" as const, ...(await officeDays(known, filters, after)) };
    return {
      filters,
      isFirst: !after,
      judges: mayReview(ctx),
      jobs: jobChoices(known.jobs),
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
  const hasJobs = jobs.length > 0;
  const weather = `/account/logs/weather${filters.job ? `?job=${filters.job}` : ""}`;
  return (
    <OfficePage
      title="Logs"
      about={
        <>
          Every day on every job: who worked, what got done, delays, and weather.
          {judges && hasJobs ? (
            <>
              {" "}
              <a className="text-link" href={`${weather}#${fieldId("remindAt")}`}>
                Remind people who haven’t logged
              </a>
            </>
          ) : null}
        </>
      }
      csv={hasJobs ? `/account/logs/logs.csv${filterQuery(filters)}` : null}
      views={
        <OfficeViews
          now={isMonth ? "month" : "days"}
          to={{
            days: `/account/logs${filterQuery(filters)}`,
            month: `/account/logs${filterQuery({ ...filters, words: "" }, { view: "month" })}`,
            weather,
          }}
        />
      }
      message={
        done || refused?.message ? (
          <StatusLine kind={done ? "done" : "error"}>{done ?? refused?.message}</StatusLine>
        ) : null
      }
    >
      {shown.is === "month" ? (
        <OfficeMonth month={shown.month} filters={filters} jobs={jobs} />
      ) : (
        <>
          {hasJobs ? <OfficeFilters filters={filters} jobs={jobs} /> : null}
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
          ) : (
            <NoDays isFiltered={hasFilters(filters)} hasJobs={hasJobs} />
          )}
        </>
      )}
    </OfficePage>
  );
}

function OfficeFilters({ filters, jobs }: { filters: Filters; jobs: readonly Choice[] }) {
  return (
    <FilterForm
      path="/account/logs"
      filters={filters}
      jobs={jobs}
      label="Search all logs"
      hint="Text, people, trades, tags, weather: “rain”, “framing”, “Ramirez”."
      summary="Job, days, and kind"
      all={ALL_DAYS.label}
    >
      <Select
        name="type"
        label="Entry type"
        unmarked
        defaultValue={filters.type ?? ""}
        options={TYPES.map((one) => ({ value: one, label: TYPE_LABELS[one] }))}
        placeholder="All types"
      />
    </FilterForm>
  );
}

function NoDays({ isFiltered, hasJobs }: { isFiltered: boolean; hasJobs: boolean }) {
  return (
    <EmptyList
      nothingFits={
        isFiltered
          ? {
              title: "No matches",
              advice: "Try a different job, dates, or entry type.",
              all: ALL_DAYS,
            }
          : null
      }
      hasJobs={hasJobs}
      first={{ title: "No logs yet", label: "Open a job and log today" }}
    >
      Crews log on their phones, with or without a signal: a photo, a few words, who worked. Logs from every
      job show up here when there’s a signal, ready to read, approve, and search.
    </EmptyList>
  );
}

function Waitlist() {
  return (
    <Page>
      <PageHeader title="Logs">
        Daily logs for all your jobs by day, with photos, crew, and weather, all searchable.
      </PageHeader>
      <p className="mb-8 max-w-measure">
        The field tools are in early access, and your business doesn’t have access yet. Join the waitlist and
        we’ll email you when it’s your turn.
      </p>
      <LinkButton href="/buildlog#waitlist">Join the BuildLog waitlist</LinkButton>
    </Page>
  );
}
