import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useNavigation,
} from "react-router";
import { actInAccount, inAccount, reviewLinkSchema, saveBusiness } from "#ground/businesses/public.server.ts";
import { refuseForm } from "#platform/http/answers.server.ts";
import { readForm } from "#platform/http/request/form.server.ts";
import { CopyButton, LinkButton, SubmitButton } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Page, PageHeader, Section } from "#ui/layout.tsx";
import { StatusLine } from "#ui/messages.tsx";
import { Timeline, TimelineStep } from "#ui/timeline.tsx";
import { getJob, packagePath } from "../package.server.ts";
import { addJobClient } from "./client.server.ts";
import { reviewPath, viewOfFinish } from "./view.server.ts";

export const meta = ({ loaderData }: { loaderData?: { job: string } | undefined }) => [
  { title: loaderData ? `Finish up: ${loaderData.job}` : "Finish up" },
];

export const loader = (args: LoaderFunctionArgs) =>
  inAccount(args, "work.read", (ctx) => viewOfFinish(ctx, args.params["closeoutJobId"] ?? ""));

/**
 * `intent=review-link` saves the link to the business's reviews (`reviewLink`). `intent=client` adds the
 * client of the job to the business's people, then shows the follow-up that asks for a review.
 */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  const path = `${packagePath(args.params["closeoutJobId"] ?? "")}/finish`;
  try {
    if (form["intent"] === "review-link")
      return await actInAccount(args, "business.change", async (ctx) => {
        await getJob(ctx, args.params["closeoutJobId"] ?? "");
        await saveBusiness(ctx, form.check(reviewLinkSchema));
        return redirect(`${path}#review`, 303);
      });
    return await actInAccount(args, "work.write", async (ctx) => {
      const { jobId } = await getJob(ctx, args.params["closeoutJobId"] ?? "");
      return redirect(reviewPath(await addJobClient(ctx, jobId)), 303);
    });
  } catch (error) {
    return refuseForm(error, { reviewLink: form["reviewLink"] ?? "" });
  }
}

/** What is left to do with the client once the work of a job is done. */
export default function FinishPage() {
  const { jobId, job, isDone, client, leadId, mayAct, maySet, steps, personalLink } =
    useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const sending = useNavigation().state !== "idle";
  const next = steps.find((step) => !step.isDone)?.id;
  return (
    <Page narrow className="pb-16">
      <PageHeader title="Finish up">
        {next ? "What’s left to do with the client of " : "Nothing is left to do with the client of "}
        <a className="text-link" href={`/account/job/${jobId}`}>
          {job}
        </a>
        .{isDone ? null : " The job isn’t marked done yet."}
      </PageHeader>
      <StatusLine kind="error">{refused?.message ?? null}</StatusLine>
      <div className="mb-12" id="steps">
        <Timeline label="What’s left to do">
          {steps.map(({ id, title, says, isDone: isStepDone, act }) => (
            <TimelineStep
              key={id}
              state={isStepDone ? "done" : "waiting"}
              stateLabel={isStepDone ? "Done" : "To do"}
              title={title}
            >
              <p className="max-w-measure">{says}</p>
              {!mayAct ? null : act === null ? (
                <ReviewLink
                  maySet={maySet}
                  typed={refused?.values.reviewLink}
                  error={refused?.errors["reviewLink"]}
                  sending={sending}
                />
              ) : act.path === null ? (
                <Form method="post" className="mt-3">
                  <SubmitButton
                    kind={id === next ? "chalk" : "plain"}
                    size="small"
                    name="intent"
                    value="client"
                    busy="One moment..."
                    sending={sending}
                  >
                    {act.label}
                  </SubmitButton>
                </Form>
              ) : (
                <p className="mt-3">
                  <LinkButton kind={id === next ? "chalk" : "plain"} size="small" href={act.path}>
                    {act.label}
                  </LinkButton>
                </p>
              )}
            </TimelineStep>
          ))}
        </Timeline>
      </div>
      {personalLink && leadId ? (
        <Section title="Their link to pass on" id="referral">
          <p className="mt-3 max-w-measure">
            Anyone who comes by it is a lead marked “Referred by{" "}
            <a className="text-link" href={`/account/leads/${leadId}#referrals`}>
              {client}
            </a>
            .” The review follow-up has it too.
          </p>
          <p className="mt-3 flex flex-wrap items-center gap-4">
            <code id="referral-link" className="sr-only">
              {personalLink}
            </code>
            <CopyButton target="referral-link">Copy link</CopyButton>
            <a className="text-link py-2.5" href={personalLink}>
              See what a friend sees
            </a>
          </p>
        </Section>
      ) : null}
    </Page>
  );
}

/** Asks for the link to the business's reviews where it is needed. */
function ReviewLink({
  maySet,
  typed,
  error,
  sending,
}: {
  maySet: boolean;
  typed: string | undefined;
  error: string | undefined;
  sending: boolean;
}) {
  if (!maySet) return <p className="mt-2 text-pencil">An owner or manager can add it in the settings.</p>;
  return (
    <Form method="post" className="form mt-3" id="review">
      <Field
        name="reviewLink"
        label="Where do clients leave a review?"
        inputMode="url"
        required
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        hint="The link from your Google, Facebook, or Yelp page, such as https://g.page/r/your-business/review"
        defaultValue={typed}
        error={error}
      />
      <SubmitButton
        kind="plain"
        size="small"
        name="intent"
        value="review-link"
        busy="Saving..."
        sending={sending}
      >
        Save link
      </SubmitButton>
    </Form>
  );
}
