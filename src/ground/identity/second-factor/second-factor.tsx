import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from "react-router";
import { answering, refuseForm } from "#platform/http/answers.server.ts";
import { head } from "#platform/http/head.ts";
import { refuseTooMany } from "#platform/http/limits/limits.server.ts";
import { SubmitButton } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Page, PageHeader } from "#ui/layout.tsx";
import { StatusLine } from "#ui/messages.tsx";
import { completeSignIn, loginAgain, secondStepCookie } from "../login/complete-sign-in.server.ts";
import { readChallenge, consumeChallenge } from "../login/challenges.server.ts";
import { findEmail } from "../queries.server.ts";
import { readForm, refuseFields, screenHeaders, shown } from "../forms.server.ts";
import { withNext } from "../rules.ts";
import { checkCode, WRONG_CODE } from "./second-factor.server.ts";

export const handle = { static: true };
export const headers = screenHeaders;
export const meta = () =>
  head({ title: "Enter your code", description: "The second step of logging in: a code from your phone." });

const nextOf = (request: Request) => new URL(request.url).searchParams.get("next");

/** Goes back to the first step, which shows why. */
function startAgain(request: Request): Response {
  return redirect(loginAgain(nextOf(request)), {
    status: 303,
    headers: { "Set-Cookie": secondStepCookie.clear() },
  });
}

/** Shows the form while the first step is valid. Doesn't use it up. */
export async function loader({ request }: LoaderFunctionArgs) {
  return answering(async () => {
    if (!(await readChallenge("second-factor", secondStepCookie.read(request)))) return startAgain(request);
    return { loginPath: withNext("/login", nextOf(request)) };
  });
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { code, recovery } = await readForm(request, ["code", "recovery"]);
  const fieldName = recovery ? "recovery" : "code";
  const values = { [fieldName]: shown(recovery || code).slice(0, 40) };
  try {
    const token = secondStepCookie.read(request);
    const pending = await readChallenge("second-factor", token);
    const email = pending?.userId && (await findEmail(pending.userId));
    if (!pending?.userId || !email) return startAgain(request);
    if (!code && !recovery)
      return refuseFields({ code: "Enter the six-digit code from your authenticator app." }, values);
    const outcome = await checkCode(
      { id: pending.userId, email },
      recovery || code,
      { request, context },
      { recovery: true },
    );
    if (outcome.kind === "too-many") return refuseTooMany(outcome.verdict, values, "Too many wrong codes.");
    if (outcome.kind === "wrong")
      return refuseFields({ [fieldName]: recovery ? WRONG_RECOVERY : WRONG_CODE }, values);
    // A repeated submit is already signed in by the first; a sign-in canceled in the meantime stays canceled.
    if (!(await consumeChallenge("second-factor", token))) return startAgain(request);
    const answer = await completeSignIn(
      pending.userId,
      "second-factor",
      { request, context },
      pending.data["next"] ?? null,
    );
    answer.headers.append("Set-Cookie", secondStepCookie.clear());
    return answer;
  } catch (error) {
    return refuseForm(error, values);
  }
}

const WRONG_RECOVERY = "That’s not one of your recovery codes, or it was already used. Each code works once.";

export default function SecondFactor() {
  const { loginPath } = useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>();
  const errors = refusal?.errors ?? {};
  const byRecovery = Boolean(refusal && "recovery" in refusal.values);
  return (
    <Page narrow className="pb-16">
      <PageHeader title="Enter your code">
        Two-step login is on for your account. This is step two.
      </PageHeader>
      <form method="post" className="form">
        <Field
          name="code"
          label="Code from your authenticator app"
          hint="Six digits. They change every 30 seconds."
          required
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={20}
          autoFocus={!byRecovery}
          error={errors["code"]}
        />
        <SubmitButton busy="Checking...">Log In</SubmitButton>
        <StatusLine kind={refusal ? "error" : "info"}>{refusal?.message}</StatusLine>
      </form>
      <details className="mt-6" open={byRecovery}>
        <summary className="text-link">Use a recovery code instead</summary>
        <form method="post" className="form mt-4">
          <Field
            name="recovery"
            label="Recovery code"
            hint="One of the ten you saved during setup, such as 7k2m-x9pq-4tzc."
            required
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={60}
            defaultValue={byRecovery ? refusal?.values["recovery"] : undefined}
            autoFocus={byRecovery}
            error={errors["recovery"]}
          />
          <SubmitButton kind="plain" busy="Checking...">
            Log in with this code
          </SubmitButton>
        </form>
      </details>
      <p className="mt-6 max-w-measure">
        Lost your phone and your recovery codes? Write to us on the{" "}
        <a className="text-link" href="/contact">
          contact page
        </a>{" "}
        with the address of your account.
      </p>
      <p className="mt-4">
        <a className="text-link" href={loginPath}>
          Start over
        </a>
      </p>
    </Page>
  );
}
