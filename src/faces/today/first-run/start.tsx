import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  useActionData,
  useLoaderData,
  useNavigation,
} from "react-router";
import { refuseForm } from "#platform/http/answers.server.ts";
import { formOf } from "#platform/http/request/form.server.ts";
import { SubmitButton } from "#ui/button.tsx";
import { Page, PageHeader } from "#ui/layout.tsx";
import { ErrorSummary, StatusLine } from "#ui/messages.tsx";
import { actionOf } from "./actions.server.ts";
import { LiveNow } from "./live-now.tsx";
import { loadStart } from "./load-start.server.ts";
import { Missing } from "./missing.tsx";
import { Progress } from "./progress.tsx";
import { QUESTIONS } from "./questions.tsx";
import { STEPS, stepAddress, stepAsked, stepBefore } from "./steps.ts";

export const meta = ({ loaderData }: { loaderData?: { title: string } | undefined }) => [
  { title: loaderData?.title ?? "Setup" },
];

export const loader = (args: LoaderFunctionArgs) => loadStart(args);

/** Runs the action of the step's button. */
export async function action(args: ActionFunctionArgs) {
  const whole = await args.request.formData().catch(() => new FormData());
  const form = formOf(whole);
  const step = stepAsked(new URL(args.request.url).searchParams.get("step")) ?? "work";
  try {
    return await actionOf(step, form["do"])({ args, form, whole });
  } catch (error) {
    // A password is never sent back.
    const { password: _, ...typed } = form;
    return refuseForm(
      error,
      Object.fromEntries(
        Object.entries(typed).filter((field): field is [string, string] => typeof field[1] === "string"),
      ),
    );
  }
}

export default function Start() {
  const view = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const navigation = useNavigation();
  const doing = navigation.state === "idle" ? null : (navigation.formData?.get("do") ?? null);
  if (view.isLive) return <LiveNow view={view} />;
  const { step } = view;
  const { title, lead, Ask, isLong = false } = QUESTIONS[step](view);
  const before = stepBefore(step);
  return (
    <Page narrow={!isLong} className="pb-16">
      <Progress step={step} standings={view.standings} />
      <PageHeader title={title}>{lead}</PageHeader>
      <ErrorSummary errors={refused?.errors} />
      {/* The button that was pressed may be a screen below. */}
      <StatusLine kind="error" takesFocus={Boolean(refused?.message)}>
        {refused?.message}
      </StatusLine>
      {view.needs.length && step !== "live" ? (
        <Missing needs={view.needs} />
      ) : (
        // A new step on the same page starts with empty fields.
        <Ask
          key={step}
          view={view}
          values={refused?.values ?? {}}
          errors={refused?.errors ?? {}}
          doing={typeof doing === "string" ? doing : null}
        />
      )}
      <div className="mt-10 flex flex-wrap items-center gap-x-6 gap-y-2 border-t border-rule pt-4">
        {before ? (
          <a className="text-link inline-block py-2.5" href={stepAddress(before)}>
            Back
          </a>
        ) : null}
        {step !== "live" && view.standings[step] !== "done" ? (
          <Form method="post" action={stepAddress(step)}>
            <SubmitButton
              kind="quiet"
              size="small"
              name="do"
              value="skip"
              busy="One moment..."
              sending={doing === "skip"}
            >
              Skip this for now
            </SubmitButton>
          </Form>
        ) : null}
        <a className="text-link inline-block py-2.5" href="/account/dashboard">
          Finish later
        </a>
        <p className="w-full text-sm text-pencil">
          Everything so far is saved.{" "}
          {STEPS.indexOf(step) > 0 ? "Come back anytime. You’ll pick up right here." : null}
        </p>
      </div>
    </Page>
  );
}
