import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect, useActionData, useLoaderData } from "react-router";
import { refuseForm } from "#platform/http/answers.server.ts";
import { refuseTooMany } from "#platform/http/limits.server.ts";
import { SubmitButton } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Page, PageHeader } from "#ui/layout.tsx";
import { StatusLine } from "#ui/messages.tsx";
import { fieldErrors, readForm, refuseFields, screenHeaders, shown } from "./forms.server.ts";
import { safeNext, withNext } from "./rules.ts";
import { loginSchema } from "./schema.server.ts";
import { findPerson, hasSessionHint } from "./sessions.server.ts";
import { signIn } from "./sign-in.server.ts";
import { signedInHeaders, signedOutHeaders } from "./start.server.ts";
import { screenMeta } from "./ui/meta.ts";

export const handle = { static: true };
export const headers = screenHeaders;
export const meta = () =>
  screenMeta({ title: "Login", description: "Log in to your account: your leads, your follow-ups, and your jobs.", path: "/login" });

const FAILED = "Login failed. Check your email/password.";
const nextOf = (request: Request) => new URL(request.url).searchParams.get("next");

/** People who are signed in have nothing to do here. */
export async function loader({ request }: LoaderFunctionArgs) {
  // The form shows even while the database is away, with what was typed: it is what people are sent back to.
  const person = await findPerson(request).catch(() => undefined);
  if (person) return redirect(safeNext(nextOf(request)));
  const screen = { registerPath: withNext("/register", nextOf(request)) };
  // The session ran out: the navigation must not go on greeting a member.
  return person === null && hasSessionHint(request) ? data(screen, { headers: signedOutHeaders() }) : screen;
}

/** Signs in, or shows the form again with the address kept. */
export async function action({ request, context }: ActionFunctionArgs) {
  const typed = await readForm(request, ["email", "password"]);
  const values = { email: shown(typed.email) };
  try {
    const form = loginSchema.safeParse(typed);
    if (!form.success) return refuseFields(fieldErrors(form.error), values, FAILED);
    const outcome = await signIn(form.data.email, form.data.password, request, context);
    if (outcome.kind === "too-many") return refuseTooMany(outcome.verdict, values, "Too many tries to log in.");
    if (outcome.kind === "wrong") return refuseFields({}, values, FAILED);
    return redirect(safeNext(nextOf(request)), { status: 303, headers: signedInHeaders(outcome.token) });
  } catch (error) {
    return refuseForm(error, values);
  }
}

export default function Login() {
  const { registerPath } = useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>();
  const errors = refusal?.errors ?? {};
  return (
    <Page narrow className="pb-16">
      <PageHeader title="Log in">Welcome back. Your leads and jobs are where you left them.</PageHeader>
      <form method="post" className="form">
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
        <StatusLine kind={refusal ? "error" : "info"}>{refusal?.message}</StatusLine>
      </form>
      <p className="mt-2">
        <a className="text-link" href="/forgot">
          Forgot your password?
        </a>
      </p>
      <p className="mt-4">
        New here?{" "}
        <a className="text-link" href={registerPath}>
          Make an account
        </a>
        . It costs nothing.
      </p>
    </Page>
  );
}
