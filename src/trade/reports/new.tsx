import { useRef } from "react";
import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useNavigate,
  useNavigation,
} from "react-router";
import { inAccount } from "#ground/businesses/public.server.ts";
import { findNamed, namesOf } from "#ground/identity/public.server.ts";
import { findJob, listJobs, zoneOfJob } from "#trade/jobs/public.server.ts";
import { newId } from "#platform/db/ids.ts";
import { isId } from "#platform/db/scope.server.ts";
import { refuseForm } from "#platform/http/answers.server.ts";
import { readForm } from "#platform/http/request/form.server.ts";
import { LinkButton, SubmitButton } from "#ui/button.tsx";
import { Checkbox, Field, Select } from "#ui/field.tsx";
import { Page, PageHeader } from "#ui/layout.tsx";
import { EmptyState, ErrorSummary, StatusLine } from "#ui/messages.tsx";
import { requestReport, choicesFor } from "./data.server.ts";
import { EVERYTHING, PHOTO_CHOICES } from "./rules.ts";
import { reportSchema } from "./schema.ts";
import { ContentFields } from "./content-form.tsx";

export const meta = () => [{ title: "New report" }];

const MOST_JOBS = 500;

export function loader(args: LoaderFunctionArgs) {
  return inAccount(args, "work.read", async (ctx) => {
    const { searchParams } = new URL(args.request.url);
    const jobParam = searchParams.get("job") ?? "";
    const listed = await listJobs(ctx, "", MOST_JOBS);
    // A link may name a job too old for the list.
    const older =
      listed.some(({ jobId }) => jobId === jobParam) || !isId(jobParam) ? null : await findJob(ctx, jobParam);
    const jobs = older ? [older, ...listed] : listed;
    const job = jobs.find(({ jobId }) => jobId === jobParam) ?? jobs[0];
    const today = ctx.now.toZonedDateTimeISO(await zoneOfJob(ctx, job)).toPlainDate();
    const param = (name: string, defaults: string) => searchParams.get(name) ?? defaults;
    const [me] = await findNamed(ctx.db, [ctx.user?.id ?? null]);
    const monday = today.subtract({ days: today.dayOfWeek - 1 });
    const range = (label: string, from: Temporal.PlainDate, to: Temporal.PlainDate) => ({
      label,
      from: from.toString(),
      to: to.toString(),
    });
    return {
      jobs: jobs.map(({ jobId, name, address }) => ({
        value: jobId,
        label: address ? `${name}, ${address}` : name,
      })),
      values: {
        job: job?.jobId ?? "",
        shape: param("shape", EVERYTHING),
        company: param("company", ""),
        from: param("from", today.toString()),
        to: param("to", today.toString()),
        photos: "4",
        places: "",
      },
      // A name guessed from the address.
      readName: me && !me.name ? ((await namesOf(ctx.db, [me.id])).get(me.id) ?? null) : null,
      choices: await choicesFor(ctx, job?.jobId ?? null),
      ranges: [
        range("Today", today, today),
        range("Yesterday", today.subtract({ days: 1 }), today.subtract({ days: 1 })),
        range("This week", monday, today),
        range("Last week", monday.subtract({ weeks: 1 }), monday.subtract({ days: 1 })),
      ],
      reportId: newId(),
    };
  });
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  return inAccount(args, "work.write", async (ctx) => {
    try {
      const id = await requestReport(ctx, form["report"] ?? "", form.check(reportSchema));
      return redirect(`/account/reports/${id}`, 303);
    } catch (error) {
      const {
        job = "",
        shape = EVERYTHING,
        company = "",
        from = "",
        to = "",
        photos = "4",
        places = "",
      } = form;
      return refuseForm(error, { job, shape, company, from, to, photos, places });
    }
  });
}

export default function MakeReport() {
  const { jobs, values: defaults, reportId, ranges, choices, readName } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const sending = useNavigation().state !== "idle";
  const errors = refused?.errors ?? {};
  const values = refused?.values ?? defaults;
  const form = useRef<HTMLFormElement>(null);
  const navigate = useNavigate();
  const ask = (over: Partial<typeof defaults>) => {
    const filled = form.current ? Object.fromEntries(new FormData(form.current)) : {};
    const params = ["job", "shape", "company", "from", "to"].map((name) => [
      name,
      String({ ...filled, ...over }[name] ?? ""),
    ]);
    return `?${new URLSearchParams(params)}`;
  };
  if (jobs.length === 0)
    return (
      <Page narrow>
        <PageHeader title="New report" />
        <EmptyState title="No jobs yet" action={<LinkButton href="/account/jobs/new">Add a job</LinkButton>}>
          A report shows what happened on a job. Add the job first, and log what you do there.
        </EmptyState>
      </Page>
    );
  return (
    <Page narrow>
      <PageHeader title="New report">A PDF of what happened on a job, on your letterhead.</PageHeader>
      <Form method="post" className="form" ref={form}>
        <ErrorSummary errors={errors} />
        <input type="hidden" name="report" value={reportId} />
        <Select
          name="job"
          label="Job"
          required
          defaultValue={values.job}
          options={jobs}
          error={errors["job"]}
          // Each job has its own companies to choose from.
          onChange={() => void navigate(ask({ company: "" }), { replace: true, preventScrollReset: true })}
        />
        <ContentFields {...choices} values={values} errors={errors} />
        <Field
          name="from"
          label="From"
          type="date"
          required
          defaultValue={values.from}
          error={errors["from"]}
          hint="Today, or as far back as you like."
        />
        <Field name="to" label="To" type="date" required defaultValue={values.to} error={errors["to"]} />
        <p className="flex flex-wrap gap-x-4 gap-y-1" aria-label="Common ranges" role="group">
          {ranges.map(({ label, from, to }) => (
            <a
              key={label}
              className="text-link inline-flex min-h-11 items-center"
              href={`?${new URLSearchParams({ job: values.job, shape: values.shape, company: values.company, from, to })}`}
              onClick={(event) => {
                event.preventDefault();
                const { elements } = form.current!;
                for (const [name, day] of [
                  ["from", from],
                  ["to", to],
                ] as const)
                  (elements.namedItem(name) as HTMLInputElement).value = day;
              }}
            >
              {label}
            </a>
          ))}
        </p>
        <Select
          name="photos"
          label="Photos"
          required
          defaultValue={values.photos}
          options={PHOTO_CHOICES.map((one) => ({ ...one }))}
        />
        <Checkbox
          name="places"
          label="Show location of photos and entries"
          hint="Latitude and longitude as reported by the phone, where people allowed it. Otherwise locations are left out."
          defaultChecked={values.places === "yes"}
        />
        {readName ? (
          <p className="text-sm text-pencil">
            Reports show your name as “{readName}”, from your email address.{" "}
            <a className="text-link" href="/account/settings/you">
              Add your name
            </a>
          </p>
        ) : null}
        <SubmitButton busy="Creating..." sending={sending}>
          Create report
        </SubmitButton>
        <StatusLine kind="error">{refused?.message}</StatusLine>
      </Form>
    </Page>
  );
}
