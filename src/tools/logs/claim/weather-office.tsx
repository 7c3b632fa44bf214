import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useNavigation,
} from "react-router";
import { inAccount, toolsOf } from "#ground/businesses/public.server.ts";
import {
  describePlanVersion,
  formatLimit,
  formatRule,
  PLAN_LABELS,
  limitFields,
  planFields,
  planOfJob,
  requestWeather,
  savePlan,
  savePlanVersion,
} from "#trade/weather/public.server.ts";
import { refuseForm } from "#platform/http/answers.server.ts";
import { readForm } from "#platform/http/request/form.server.ts";
import { LinkButton, SubmitButton } from "#ui/button.tsx";
import { Select } from "#ui/field.tsx";
import { DataList, Page, PageHeader, Section } from "#ui/layout.tsx";
import { EmptyState, StatusLine } from "#ui/messages.tsx";
import { Table } from "#ui/table.tsx";
import { AppError } from "#platform/errors/app-error.ts";
import { loadOfficeData, mayReview } from "../office/office.server.ts";
import { OfficeViews } from "../office/views.tsx";
import { ClaimMonthDays } from "./claim-month.tsx";
import { PlanForm } from "./plan-form.tsx";
import { lastLoggedJob, weatherOffice } from "./weather-office.server.ts";

export const meta = () => [{ title: "Weather and delays" }];

export function loader(args: LoaderFunctionArgs) {
  return inAccount(args, "work.read", async (ctx) => {
    if (!(await toolsOf(ctx)).some(({ word }) => word === "logs")) throw redirect("/account/logs");
    const { searchParams } = new URL(args.request.url);
    const known = await loadOfficeData(ctx);
    const job = known.jobs.get(searchParams.get("job") ?? "") ?? (await lastLoggedJob(known));
    if (!job) return null;
    const { plan, isDecided, saw, conflicts } = await planOfJob(ctx, job.jobId);
    return {
      job: job.jobId,
      jobs: [...known.jobs.values()].map(({ jobId, name }) => ({ value: jobId, label: name })),
      shown: await weatherOffice(known, job, searchParams.get("month")),
      plan: {
        isDecided,
        saw,
        conflicts: conflicts.map(({ field, versions }) => ({
          field,
          label: PLAN_LABELS[field],
          versions: versions.map(({ by, plan: version, author, at }) => ({
            by,
            words: describePlanVersion(field, version, known.units),
            who:
              author === null
                ? "nobody"
                : author === ctx.user?.id
                  ? "you"
                  : (known.names.get(author) ?? "a former coworker"),
            when: at
              .toZonedDateTimeISO(job.zone ?? known.zone)
              .toLocaleString("en-US", { dateStyle: "medium", timeStyle: "short" }),
          })),
        })),
        values: planFields(plan, known.units),
        fields: limitFields(known.units),
        rule: formatRule(plan.threshold),
        limits: formatLimit(plan.threshold, known.units),
        remindAt: plan.remindAt,
      },
      decides: mayReview(ctx),
      said: searchParams.get("said"),
    };
  });
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  const { do: intent = "", job: id = "", month = "" } = form;
  const backWith = (notice: string) =>
    redirect(`/account/logs/weather?${new URLSearchParams({ job: id, month, said: notice })}`);
  return inAccount(args, intent === "fetch" ? "work.write" : "business.change", async (ctx) => {
    try {
      const known = await loadOfficeData(ctx);
      const job = known.jobs.get(id);
      if (!job) throw new AppError("not_found", "That job doesn’t exist.");
      if (intent === "fetch") {
        const { unknown, hasPlace } = await weatherOffice(known, job, month);
        if (!hasPlace)
          throw new AppError("invalid", "Set the job’s location first. Weather is looked up by location.");
        const days = unknown.map(({ iso }) => iso);
        await requestWeather(ctx, id, days);
        return backWith("asked");
      }
      if (intent === "keep-version") {
        await savePlanVersion(
          ctx,
          { job: id, zone: job.zone ?? known.zone },
          form["field"] ?? "",
          form["by"] ?? "",
        );
        return backWith("kept");
      }
      await savePlan(ctx, { job: id, zone: job.zone ?? known.zone, units: known.units }, form);
      return backWith("saved");
    } catch (error) {
      return refuseForm(error, { ...form });
    }
  });
}

const NOTICES: Readonly<Record<string, string>> = {
  saved: "Saved. All days are counted this way now, including earlier ones.",
  kept: "Saved. The other version stays in the job’s history.",
  asked: "Requested. Readings show up in a minute if a source has them.",
};

export default function WeatherOffice() {
  const loaded = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const sending = useNavigation().state === "submitting";
  // A request for weather has no typed values to show again.
  const typed = refused?.values["do"] === "plan" ? refused.values : undefined;
  const to = (job: string) => ({
    days: `/account/logs${job ? `?job=${job}` : ""}`,
    month: `/account/logs?view=month${job ? `&job=${job}` : ""}`,
    weather: `/account/logs/weather${job ? `?job=${job}` : ""}`,
  });
  if (!loaded)
    return (
      <Page>
        <PageHeader title="Weather and delays" />
        <OfficeViews now="weather" to={to("")} />
        <EmptyState title="No jobs yet" action={<LinkButton href="/account/jobs/new">Add a job</LinkButton>}>
          Weather is recorded automatically for each logged day. Compare it here with what was expected.
        </EmptyState>
      </Page>
    );
  const { job, jobs, shown, plan, decides, said } = loaded;
  const { months, sums } = shown;
  return (
    <Page className="pb-12">
      <PageHeader
        title="Weather and delays"
        action={<LinkButton href={shown.pack}>Make the claim pack</LinkButton>}
      >
        {plan.rule}
      </PageHeader>
      <OfficeViews now="weather" to={to(job)} />
      <StatusLine kind={refused?.message ? "error" : "done"}>
        {refused?.message ?? NOTICES[said ?? ""]}
      </StatusLine>
      <Form action="/account/logs/weather" className="office-month-job">
        <Select name="job" label="Job" unmarked defaultValue={job} key={job} options={jobs} />
        <SubmitButton kind="plain">Show</SubmitButton>
      </Form>
      <Section title="Actual vs. expected" id="months">
        <Table
          caption="Days lost to weather by month"
          rows={months}
          rowKey={({ month }) => month}
          columns={[
            {
              label: "Month",
              cell: ({ month, title }) => (
                <a
                  className="text-link"
                  href={`/account/logs/weather?job=${job}&month=${month}#days`}
                  aria-current={month === shown.month ? "true" : undefined}
                >
                  {title}
                </a>
              ),
            },
            { label: "Expected", figures: true, cell: ({ anticipated }) => anticipated },
            { label: "Past a limit", figures: true, cell: ({ adverse }) => adverse },
            { label: "Lost", figures: true, cell: ({ lost }) => lost },
            { label: "Beyond", figures: true, cell: ({ beyond }) => beyond },
          ]}
        />
        <p className="mt-4 max-w-measure">
          <b>{sums.beyond === 1 ? "1 day" : `${sums.beyond} days`}</b> lost beyond expected.{" "}
          {plan.isDecided ? "" : "Expected days aren’t set yet, so we count 0."}
        </p>
      </Section>
      <ClaimMonthDays job={job} shown={shown} sending={sending} />
      {decides ? (
        <PlanForm
          key={`${job} ${plan.saw}`}
          job={job}
          month={shown.month}
          plan={plan}
          values={typed ?? plan.values}
          errors={refused?.errors}
          sending={sending}
        />
      ) : (
        <Section title="Weather limits and expected days" id="plan">
          <DataList
            items={[
              ["Limits", plan.limits.join(". ") || "None"],
              ["Reminder", plan.remindAt === null ? "No reminder" : "By email, to people who haven’t logged"],
            ]}
          />
          <p className="mt-4 max-w-measure text-sm text-pencil">Owners and managers set this.</p>
        </Section>
      )}
    </Page>
  );
}
