import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useNavigation,
} from "react-router";
import { inAccount, ZONE_CHOICES } from "#ground/businesses/public.server.ts";
import { listJobs, zoneOfJob } from "#trade/jobs/public.server.ts";
import { newId } from "#platform/db/ids.ts";
import { refuseForm } from "#platform/http/answers.server.ts";
import { readForm } from "#platform/http/request/form.server.ts";
import { LinkButton, SubmitButton } from "#ui/button.tsx";
import { Select } from "#ui/field.tsx";
import { Page, PageHeader } from "#ui/layout.tsx";
import { EmptyState, ErrorSummary, StatusLine } from "#ui/messages.tsx";
import { clientOf } from "../mail/client.server.ts";
import { choicesFor } from "../data.server.ts";
import { EVERYTHING } from "../rules.ts";
import { ScheduleFields, typedSchedule } from "./form.tsx";
import { addSchedule } from "./schedules.server.ts";
import { scheduleSchema } from "../schema.ts";

export const meta = () => [{ title: "Add a schedule" }];

const MOST_JOBS = 500;

export function loader(args: LoaderFunctionArgs) {
  return inAccount(args, "work.read", async (ctx) => {
    const { searchParams } = new URL(args.request.url);
    const param = (name: string, usual: string) => searchParams.get(name) ?? usual;
    const jobParam = searchParams.get("job");
    const jobs = await listJobs(ctx, "", MOST_JOBS);
    const job = jobs.find(({ jobId }) => jobId === jobParam) ?? jobs[0];
    const client = jobParam && job ? await clientOf(ctx, job.jobId) : null;
    const zone = await zoneOfJob(ctx, job);
    return {
      jobs: jobs.map(({ jobId, name, address }) => ({
        value: jobId,
        label: address ? `${name}, ${address}` : name,
      })),
      job: job?.jobId ?? "",
      client: client && { name: client.name, address: client.address },
      values: {
        every: "week",
        weekday: "5",
        hour: "17",
        zone,
        shape: param("shape", EVERYTHING),
        company: param("company", ""),
        photos: "4",
        places: "",
        client: "",
        to: "",
      },
      zones: ZONE_CHOICES,
      choices: await choicesFor(ctx, jobParam && job ? job.jobId : null),
      scheduleId: newId(),
    };
  });
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  return inAccount(args, "work.write", async (ctx) => {
    try {
      const id = await addSchedule(ctx, form["schedule"] ?? "", form.check(scheduleSchema));
      return redirect(`/account/reports/schedules/${id}?saved`, 303);
    } catch (error) {
      return refuseForm(error, { job: form["job"] ?? "", ...typedSchedule(form) });
    }
  });
}

export default function AddSchedule() {
  const { jobs, job, values, zones, client, choices, scheduleId } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const sending = useNavigation().state !== "idle";
  const errors = refused?.errors ?? {};
  if (jobs.length === 0)
    return (
      <Page narrow>
        <PageHeader title="Add a schedule" />
        <EmptyState title="No jobs yet" action={<LinkButton href="/account/jobs/new">Add a job</LinkButton>}>
          Schedules create reports for a job. Add the job first.
        </EmptyState>
      </Page>
    );
  return (
    <Page narrow>
      <PageHeader title="Add a schedule">
        Each report covers everything since the last one. If nothing is new, there’s no report.
      </PageHeader>
      <Form method="post" className="form">
        <ErrorSummary errors={errors} />
        <input type="hidden" name="schedule" value={scheduleId} />
        <Select
          name="job"
          label="Job"
          required
          defaultValue={refused?.values.job ?? job}
          options={jobs}
          error={errors["job"]}
        />
        <ScheduleFields
          values={refused?.values ?? values}
          errors={errors}
          zones={zones}
          client={client}
          choices={choices}
        />
        <SubmitButton busy="Saving..." sending={sending}>
          Add schedule
        </SubmitButton>
        <StatusLine kind="error">{refused?.message}</StatusLine>
      </Form>
    </Page>
  );
}
