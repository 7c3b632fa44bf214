import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useNavigation,
} from "react-router";
import { inAccount } from "#features/businesses/public.server.ts";
import { listJobs } from "#features/jobs/public.server.ts";
import { newId } from "#platform/db/ids.ts";
import { refuseForm } from "#platform/http/answers.server.ts";
import { readForm } from "#platform/http/form.server.ts";
import { LinkButton, SubmitButton } from "#ui/button.tsx";
import { Checkbox, Field, Select } from "#ui/field.tsx";
import { Page, PageHeader } from "#ui/layout.tsx";
import { EmptyState, ErrorSummary, StatusLine } from "#ui/messages.tsx";
import { askForReport, zoneOfJob } from "./data.server.ts";
import { PHOTO_CHOICES } from "./rules.ts";
import { reportSchema } from "./schema.ts";

export const meta = () => [{ title: "Make a report" }];

const MOST_JOBS = 500;

export function loader(args: LoaderFunctionArgs) {
  return inAccount(args, "work.read", async (ctx) => {
    const asked = new URL(args.request.url).searchParams.get("job");
    const jobs = await listJobs(ctx, "", MOST_JOBS);
    const job = jobs.find(({ jobId }) => jobId === asked) ?? jobs[0];
    const today = ctx.now.toZonedDateTimeISO(await zoneOfJob(ctx, job ?? { zone: null })).toPlainDate();
    return {
      jobs: jobs.map(({ jobId, name, address }) => ({ value: jobId, label: address ? `${name}, ${address}` : name })),
      values: { job: job?.jobId ?? "", from: today.toString(), to: today.toString(), photos: "4", places: "" },
      week: today.subtract({ days: today.dayOfWeek - 1 }).toString(),
      reportId: newId(),
    };
  });
}

/** Asks for the report, and leads to where it appears. */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  return inAccount(args, "work.write", async (ctx) => {
    try {
      const id = await askForReport(ctx, form["report"] ?? "", form.check(reportSchema));
      return redirect(`/account/reports/${id}`, 303);
    } catch (error) {
      const { job = "", from = "", to = "", photos = "4", places = "" } = form;
      return refuseForm(error, { job, from, to, photos, places });
    }
  });
}

export default function MakeReport() {
  const { jobs, values: usual, reportId, week } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const sending = useNavigation().state !== "idle";
  const errors = refused?.errors ?? {};
  const values = refused?.values ?? usual;
  if (jobs.length === 0)
    return (
      <Page narrow>
        <PageHeader title="Make a report" />
        <EmptyState title="There is no job yet" action={<LinkButton href="/account/jobs/new">Add a job</LinkButton>}>
          A report tells what happened on a job. Add the job first, and write down what you do there.
        </EmptyState>
      </Page>
    );
  return (
    <Page narrow>
      <PageHeader title="Make a report">A PDF of what happened on a job, with your letterhead.</PageHeader>
      <Form method="post" className="form">
        <ErrorSummary errors={errors} />
        <input type="hidden" name="report" value={reportId} />
        <Select name="job" label="Job" required defaultValue={values.job} options={jobs} error={errors["job"]} />
        <Field
          name="from"
          label="From"
          type="date"
          required
          defaultValue={values.from}
          error={errors["from"]}
          hint={`Today, or as far back as you like. This week began on ${week}.`}
        />
        <Field name="to" label="To" type="date" required defaultValue={values.to} error={errors["to"]} />
        <Select name="photos" label="Photos" required defaultValue={values.photos} options={PHOTO_CHOICES.map((one) => ({ ...one }))} />
        <Checkbox
          name="places"
          label="Show where photos were taken"
          hint="Latitude and longitude under each photo, as the phone reported them. Without it the report says nothing of it."
          defaultChecked={values.places === "yes"}
        />
        <SubmitButton busy="Making it..." sending={sending}>
          Make the report
        </SubmitButton>
        <StatusLine kind="error">{refused?.message}</StatusLine>
      </Form>
    </Page>
  );
}
