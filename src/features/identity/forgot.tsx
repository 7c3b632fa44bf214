import { setTimeout as wait } from "node:timers/promises";
import { type ActionFunctionArgs, useActionData } from "react-router";
import { now } from "#platform/db/scope.server.ts";
import { refuseForm } from "#platform/http/answers.server.ts";
import { refuseTooMany } from "#platform/http/limits.server.ts";
import { SubmitButton } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Page, PageHeader } from "#ui/layout.tsx";
import { StatusLine } from "#ui/messages.tsx";
import { checkAddress, resetsPerAddress, resetsPerEmail } from "./attempts.server.ts";
import { fieldErrors, readForm, refuseFields, screenHeaders, shown } from "./forms.server.ts";
import { forgotSchema } from "./schema.server.ts";
import { identity } from "./start.server.ts";
import { screenMeta } from "./ui/meta.ts";

export const handle = { static: true };
export const headers = screenHeaders;
export const meta = () => screenMeta({ title: "Reset your password", description: "Get a mail with a link to choose a new password." });

// Queueing a mail takes a few milliseconds more than finding nobody; both are answered no sooner than this.
const ANSWER_AFTER_MS = 250;

/** Queues a reset mail if there is an account. The answer, and the time it takes, are the same if there is none. */
export async function action({ request, context }: ActionFunctionArgs) {
  const typed = await readForm(request, ["email"]);
  const values = { email: shown(typed.email) };
  try {
    const form = forgotSchema.safeParse(typed);
    if (!form.success) return refuseFields(fieldErrors(form.error), values);
    const { email } = form.data;
    for (const verdict of [checkAddress(resetsPerAddress, context), resetsPerEmail.check(email, now())])
      if (!verdict.ok)
        return refuseTooMany(verdict, values, "We were asked for that mail several times already. Look in your spam folder too.");
    await Promise.all([identity().requestReset(email), wait(ANSWER_AFTER_MS)]);
    return { asked: true as const };
  } catch (error) {
    return refuseForm(error, values);
  }
}

export default function Forgot() {
  const outcome = useActionData<typeof action>();
  if (outcome && "asked" in outcome) return <Asked />;
  return (
    <Page narrow className="pb-16">
      <PageHeader title="Reset your password">We mail you a link to choose a new one.</PageHeader>
      <form method="post" className="form">
        <Field
          name="email"
          label="Email"
          type="email"
          required
          autoComplete="username"
          autoFocus={Boolean(outcome)}
          defaultValue={outcome?.values.email}
          error={outcome?.errors["email"]}
        />
        <SubmitButton busy="Sending...">Send the link</SubmitButton>
        <StatusLine kind={outcome ? "error" : "info"}>{outcome?.message}</StatusLine>
      </form>
      <p className="mt-2">
        <a className="text-link" href="/login">
          Back to login
        </a>
      </p>
    </Page>
  );
}

function Asked() {
  return (
    <Page narrow className="pb-16">
      <PageHeader title="Check your mail" />
      <StatusLine kind="done">If that address has an account, a link is on its way to it.</StatusLine>
      <p className="mt-4 max-w-measure">
        It works once, for 1 hour. Nothing there after a few minutes? Look in your spam folder, and check that you used the address you
        registered with.
      </p>
      <p className="mt-6">
        <a className="text-link" href="/forgot">
          Try another address
        </a>
      </p>
    </Page>
  );
}
