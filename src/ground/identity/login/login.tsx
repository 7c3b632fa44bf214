import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from "react-router";
import { refuseForm } from "#platform/http/answers.server.ts";
import { NO_CONNECTION, useOtherSpelling } from "#platform/http/back-button.ts";
import { head } from "#platform/http/head.ts";
import { refuseTooMany } from "#platform/http/limits/limits.server.ts";
import { SubmitButton } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Page, PageHeader } from "#ui/layout.tsx";
import { StatusLine } from "#ui/messages.tsx";
import { completeSignIn } from "./complete-sign-in.server.ts";
import { recordRefusal, originOf } from "../security/events.server.ts";
import { fieldErrors, readForm, refuseFields, formHeaders, shown } from "../forms.server.ts";
import { providerLinks } from "../openid/openid.server.ts";
import { ProviderLinks } from "../openid/provider-links.tsx";
import { safeNext, withNext } from "../rules.ts";
import { loginSchema } from "../schema.server.ts";
import { findPerson, hasSessionHint } from "../session/sessions.server.ts";
import { PasskeyButton } from "../passkey/passkey-button.tsx";
import { passkeysHost } from "../passkey/passkeys.server.ts";
import { checkPassword } from "./check-password.server.ts";
import { signedOutHeaders } from "../start.server.ts";

export const handle = { static: true };
export const headers = formHeaders;
export const meta = () =>
  head({
    title: "Login",
    description: "Log in to see your leads, your follow-ups, and your jobs.",
    path: "/login",
  });

/** For people who return from the second step without a valid first one. */
const SECOND_STEP_EXPIRED = "That login took too long or was already used. Please log in again.";
const FAILED = "Login failed. Check your email/password.";
const nextOf = (request: Request) => new URL(request.url).searchParams.get("next");

export async function loader({ request }: LoaderFunctionArgs) {
  // Shows the form even when the database is unavailable.
  const person = await findPerson(request).catch(() => undefined);
  if (person) return redirect(safeNext(nextOf(request)));
  const screen = {
    registerPath: withNext("/register", nextOf(request)),
    linkPath: withNext("/login/link", nextOf(request)),
    providers: providerLinks(nextOf(request)),
    passkeyHost: passkeysHost(),
    again: new URL(request.url).searchParams.has("again"),
  };
  // The session expired, so the navigation must stop greeting a member.
  return person === null && hasSessionHint(request) ? data(screen, { headers: signedOutHeaders() }) : screen;
}

/** Signs in, or shows the form again with the typed address. */
export async function action({ request, context }: ActionFunctionArgs) {
  const typed = await readForm(request, ["email", "password"]);
  const values = { email: shown(typed.email) };
  try {
    const form = loginSchema.safeParse(typed);
    if (!form.success) return refuseFields(fieldErrors(form.error), values, FAILED);
    const outcome = await checkPassword(form.data.email, form.data.password, context);
    if (outcome.kind === "too-many")
      return refuseTooMany(outcome.verdict, values, "Too many attempts to log in.");
    if (outcome.kind === "wrong") {
      recordRefusal(form.data.email, originOf(request, context));
      return refuseFields({}, values, FAILED);
    }
    return await completeSignIn(
      outcome.userId,
      "password",
      { request, context },
      nextOf(request),
      outcome.hash,
    );
  } catch (error) {
    return refuseForm(error, values);
  }
}

export default function Login() {
  const itself = useOtherSpelling();
  const { registerPath, linkPath, providers, passkeyHost, again } = useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>();
  const errors = refusal?.errors ?? {};
  return (
    <Page narrow className="pb-16">
      <PageHeader title="Log in">Welcome back. Your leads and jobs are right where you left them.</PageHeader>
      <form method="post" action={itself} className="form" data-lost={NO_CONNECTION}>
        <Field
          name="email"
          label="Email"
          type="email"
          required
          autoComplete="username"
          autoFocus={Boolean(errors["email"])}
          defaultValue={refusal?.values.email}
          error={errors["email"]}
        />
        <Field
          name="password"
          label="Password"
          type="password"
          required
          autoComplete="current-password"
          autoFocus={Boolean(refusal && !errors["email"])}
          error={errors["password"]}
        />
        <SubmitButton busy="Logging in...">Log In</SubmitButton>
        <StatusLine kind={refusal ? "error" : "info"}>
          {refusal ? refusal.message : again ? SECOND_STEP_EXPIRED : null}
        </StatusLine>
      </form>
      <PasskeyButton purpose="sign-in" host={passkeyHost}>
        Use a passkey
      </PasskeyButton>
      <ProviderLinks providers={providers} />
      <p className="mt-2 flex flex-wrap gap-x-6 gap-y-2">
        <a className="text-link" href={linkPath}>
          Email me a login link
        </a>
        <a className="text-link" href="/forgot">
          Forgot your password?
        </a>
      </p>
      <p className="mt-4">
        New here?{" "}
        <a className="text-link" href={registerPath}>
          Create an account
        </a>
        . It’s free.
      </p>
    </Page>
  );
}
