import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useNavigation,
} from "react-router";
import { inAccount } from "#ground/businesses/public.server.ts";
import { newId } from "#platform/db/ids.ts";
import { refuseForm } from "#platform/http/answers.server.ts";
import { readForm } from "#platform/http/request/form.server.ts";
import { SubmitButton } from "#ui/button.tsx";
import { Checkbox, Select } from "#ui/field.tsx";
import { Page, PageHeader } from "#ui/layout.tsx";
import { BackToList } from "#ui/list-beside.tsx";
import { ErrorSummary, StatusLine } from "#ui/messages.tsx";
import { findRun, requestRunReport } from "./run.server.ts";

export const meta = () => [{ title: "Checklist report" }];

export const loader = (args: LoaderFunctionArgs) =>
  inAccount(args, "work.read", async (ctx) => {
    const run = args.params["runId"] ?? "";
    const { title, job } = await findRun(ctx, run);
    return { run, title, job: job.jobId, jobName: job.name, report: newId() };
  });

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  return inAccount(args, "work.write", async (ctx) => {
    try {
      return redirect(await requestRunReport(ctx, args.params["runId"] ?? "", form), 303);
    } catch (error) {
      const { items = "all", photos = "", authors = "" } = form;
      return refuseForm(error, { items, photos, authors });
    }
  });
}

/** What a report of one checklist shows. */
export default function RunReport() {
  const { run, title, job, jobName, report } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const isSending = useNavigation().state === "submitting";
  const values = refused?.values ?? { items: "all", photos: "yes", authors: "" };
  return (
    <Page narrow className="pb-12">
      <BackToList title={title} href={`/account/job/${job}/checklists/${run}`} />
      <PageHeader title="Checklist report">
        {title}, {jobName}. A PDF on your letterhead, the same as a web page by link, and a CSV.
      </PageHeader>
      <Form method="post" className="form">
        <ErrorSummary errors={refused?.errors ?? {}} />
        <input type="hidden" name="report" value={report} />
        <Select
          name="items"
          label="Items"
          required
          hint="What failed always comes first."
          defaultValue={values.items}
          error={refused?.errors["items"]}
          options={[
            { value: "all", label: "All items" },
            { value: "short", label: "Only what failed or isn’t answered" },
          ]}
        />
        <fieldset className="fieldset">
          <legend>Include</legend>
          <Checkbox name="photos" label="Photos" defaultChecked={values.photos === "yes"} />
          <Checkbox
            name="authors"
            label="Who answered each item, and when"
            hint="For items that failed it’s always there."
            defaultChecked={values.authors === "yes"}
          />
        </fieldset>
        <SubmitButton busy="Creating..." sending={isSending}>
          Create report
        </SubmitButton>
        <StatusLine kind="error">{refused?.message}</StatusLine>
      </Form>
    </Page>
  );
}
