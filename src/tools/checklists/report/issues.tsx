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
import { COLUMNS, GROUPINGS, SHOWN } from "#trade/issues/public.ts";
import { newId } from "#platform/db/ids.ts";
import { refuseForm } from "#platform/http/answers.server.ts";
import { readForm } from "#platform/http/request/form.server.ts";
import { Button, SubmitButton } from "#ui/button.tsx";
import { Checkbox, Select } from "#ui/field.tsx";
import { Page, PageHeader, Section } from "#ui/layout.tsx";
import { BackToList } from "#ui/list-beside.tsx";
import { EmptyState, ErrorSummary, StatusLine } from "#ui/messages.tsx";
import { offerOf, requestCertificate, requestIssueList } from "./issues.server.ts";

export const meta = () => [{ title: "Issue list" }];

const FIRST = {
  ...{ job: "", shown: "all", by: "where", where: "", trade: "", firm: "", photos: "yes" },
  plans: "yes",
  ...{ "show-firm": "yes", "show-due": "", "show-priority": "", "show-cost": "" },
};
type Name = keyof typeof FIRST | "intent";

export const loader = (args: LoaderFunctionArgs) =>
  inAccount(args, "work.read", async (ctx) => {
    const { searchParams } = new URL(args.request.url);
    const [report, certificate] = [newId(), newId()];
    return { offer: await offerOf(ctx, searchParams.get("job") ?? ""), report, certificate };
  });

/** `intent=certificate` makes the closing certificate; otherwise it makes the list. */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  return inAccount(args, "work.write", async (ctx) => {
    try {
      const request = form["intent"] === "certificate" ? requestCertificate : requestIssueList;
      return redirect(await request(ctx, form), 303);
    } catch (error) {
      const names = [...Object.keys(FIRST), "intent"] as Name[];
      const values = Object.fromEntries(names.map((name) => [name, form[name] ?? ""]));
      return refuseForm(error, values as Record<Name, string>);
    }
  });
}

/** Which issues of a job to put in a list, and its closing certificate. */
export default function IssuesReport() {
  const { offer, report, certificate } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const doing = useNavigation().formData?.get("intent");
  const isForCertificate = refused?.values.intent === "certificate";
  const errors = isForCertificate ? {} : (refused?.errors ?? {});
  const values = refused && !isForCertificate ? refused.values : FIRST;
  const { jobs, job, count, hasPins, places, trades, firms, refusal } = offer;
  const everything = (label: string, options: typeof places) => [{ value: "", label }, ...options];
  return (
    <Page narrow className="pb-12">
      <BackToList title="Checklists" href="/account/checklists" />
      <PageHeader title="Issue list">
        Issues of one job with their photos before and after: a PDF on your letterhead, the same as a web page
        by link, and a CSV.
      </PageHeader>
      <Form method="get" className="form mb-6">
        <Select name="job" label="Job" required defaultValue={job} options={jobs} key={job} />
        <Button type="submit" kind="plain">
          Choose job
        </Button>
      </Form>
      {count === 0 ? (
        <EmptyState title="No issues on this job">
          People add issues on the job: from a photo, an item that failed, or a walk.
        </EmptyState>
      ) : (
        <>
          <Form method="post" className="form" key={job}>
            <ErrorSummary errors={errors} />
            <input type="hidden" name="report" value={report} />
            <input type="hidden" name="job" value={job} />
            <Select
              name="shown"
              label="Issues"
              required
              defaultValue={values.shown}
              options={SHOWN.map((one) => ({ ...one }))}
              error={errors["shown"]}
            />
            {firms.length > 0 ? (
              <Select
                name="firm"
                label="Who fixes them"
                hint="Choose a sub to send them only theirs."
                defaultValue={values.firm}
                options={everything("Everybody", firms)}
              />
            ) : null}
            {places.length > 1 ? (
              <Select
                name="where"
                label="Place"
                defaultValue={values.where}
                options={everything("Every place", places)}
              />
            ) : null}
            {trades.length > 1 ? (
              <Select
                name="trade"
                label="Trade"
                defaultValue={values.trade}
                options={everything("Every trade", trades)}
              />
            ) : null}
            <Select
              name="by"
              label="Grouped by"
              required
              defaultValue={values.by}
              options={GROUPINGS.map((one) => ({ ...one }))}
              error={errors["by"]}
            />
            <fieldset className="fieldset">
              <legend>Include</legend>
              <Checkbox name="photos" label="Photos" defaultChecked={values.photos === "yes"} />
              {hasPins ? (
                <Checkbox
                  name="plans"
                  label="Plans with numbered pins"
                  hint="Only the pages that these issues are on."
                  defaultChecked={values.plans === "yes"}
                />
              ) : null}
              {COLUMNS.map(({ value, label }) => (
                <Checkbox
                  key={value}
                  name={`show-${value}`}
                  label={label}
                  hint={value === "cost" ? "Not for clients and subs." : undefined}
                  defaultChecked={values[`show-${value}`] === "yes"}
                />
              ))}
            </fieldset>
            <SubmitButton busy="Creating..." sending={doing === "list"} name="intent" value="list">
              Create list
            </SubmitButton>
            <StatusLine kind="error">{isForCertificate ? null : refused?.message}</StatusLine>
          </Form>
          <Section title="Closing certificate">
            <p className="max-w-measure">
              One page that says everything found on this job was fixed, with the dates. Send it to your
              client to sign.
            </p>
            {refusal ? (
              <p className="mt-4 max-w-measure">{refusal}</p>
            ) : (
              <Form method="post" className="mt-4">
                <input type="hidden" name="report" value={certificate} />
                <input type="hidden" name="job" value={job} />
                <SubmitButton
                  busy="Creating..."
                  sending={doing === "certificate"}
                  name="intent"
                  value="certificate"
                  kind="plain"
                >
                  Create certificate
                </SubmitButton>
              </Form>
            )}
            <StatusLine kind="error">{isForCertificate ? refused?.message : null}</StatusLine>
          </Section>
        </>
      )}
    </Page>
  );
}
