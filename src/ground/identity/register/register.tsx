import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from "react-router";
import { refuseForm } from "#platform/http/answers.server.ts";
import { NO_CONNECTION, useOtherSpelling } from "#platform/http/back-button.ts";
import { head } from "#platform/http/head.ts";
import { refuseTooMany } from "#platform/http/limits/limits.server.ts";
import { mailboxKey } from "#platform/mail/mailbox-key.ts";
import { now } from "#platform/db/scope.server.ts";
import { LinkButton, SubmitButton } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Page, PageHeader } from "#ui/layout.tsx";
import { StatusLine } from "#ui/messages.tsx";
import {
  checkAddress,
  registrationsPerAddress,
  registrationsPerEmail,
  registrationsPerMailbox,
} from "../login/attempt-limits.server.ts";
import { fieldErrors, readForm, refuseFields, formHeaders, shown } from "../forms.server.ts";
import { outboxHint } from "../mail/outbox-hint.server.ts";
import { refuseGuessable } from "../password/passwords.server.ts";
import { providerLinks } from "../openid/openid.server.ts";
import { ProviderLinks } from "../openid/provider-links.tsx";
import { safeNext, withNext } from "../rules.ts";
import { registerSchema } from "../schema.server.ts";
import { findPerson } from "../session/sessions.server.ts";
import { identity } from "../start.server.ts";

export const handle = { static: true };
export const headers = formHeaders;
export const meta = () =>
  head({
    title: "Register",
    description: "Create a free account with your email and a password.",
    path: "/register",
  });

const nextOf = (request: Request) => new URL(request.url).searchParams.get("next");

export async function loader({ request }: LoaderFunctionArgs) {
  if (await findPerson(request).catch(() => null)) return redirect(safeNext(nextOf(request)));
  return { loginPath: withNext("/login", nextOf(request)), providers: providerLinks(nextOf(request)) };
}

/**
 * Creates an account: checks the form, then the limits, then asks the identity provider and shows its
 * refusals.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const typed = await readForm(request, ["email", "password", "confirmPassword"]);
  const values = { email: shown(typed.email) };
  try {
    const form = registerSchema.safeParse(typed);
    if (!form.success) return refuseFields(fieldErrors(form.error), values);
    const { email, password } = form.data;
    for (const verdict of [
      checkAddress(registrationsPerAddress, context),
      registrationsPerEmail.check(email, now()),
    ])
      if (!verdict.ok) return refuseTooMany(verdict, values, "Too many attempts to register.");
    refuseGuessable(password, email);
    // An exact address gets one email, since it is then taken. A mailbox has any number of other spellings.
    const mailbox = mailboxKey(email);
    const mailboxVerdict = mailbox === email ? undefined : registrationsPerMailbox.check(mailbox, now());
    if (mailboxVerdict && !mailboxVerdict.ok)
      return refuseTooMany(mailboxVerdict, values, "This mailbox already has several accounts.");
    try {
      await identity().signUp(email, password);
    } catch (error) {
      // No account was created, so no email was sent.
      if (mailboxVerdict) registrationsPerMailbox.giveBack(mailbox);
      throw error;
    }
    return { registered: true as const, place: outboxHint() };
  } catch (error) {
    return refuseForm(error, values);
  }
}

export default function Register() {
  const itself = useOtherSpelling();
  const { loginPath, providers } = useLoaderData<typeof loader>();
  const outcome = useActionData<typeof action>();
  if (outcome && "registered" in outcome) return <Registered loginPath={loginPath} place={outcome.place} />;
  const errors = outcome?.errors ?? {};
  return (
    <Page narrow className="pb-16">
      <PageHeader title="Register">
        One free account for your follow-ups, your jobs, and the tools.
      </PageHeader>
      <form method="post" action={itself} className="form" data-lost={NO_CONNECTION}>
        <Field
          name="email"
          label="Email"
          type="email"
          required
          autoComplete="username"
          autoFocus={Boolean(errors["email"])}
          defaultValue={outcome?.values.email}
          error={errors["email"]}
        />
        <Field
          name="password"
          label="Password"
          hint="At least 8 characters. A few random words work well."
          type="password"
          required
          autoComplete="new-password"
          autoFocus={Boolean(outcome && !errors["email"])}
          error={errors["password"]}
        />
        <Field
          name="confirmPassword"
          label="Confirm password"
          type="password"
          required
          autoComplete="new-password"
          error={errors["confirmPassword"]}
        />
        <SubmitButton busy="Registering...">Register</SubmitButton>
        <StatusLine kind={outcome ? "error" : "info"}>{outcome?.message}</StatusLine>
      </form>
      <ProviderLinks providers={providers} />
      <p className="mt-2">
        Have an account?{" "}
        <a className="text-link" href={loginPath}>
          Log in
        </a>
      </p>
    </Page>
  );
}

function Registered({ loginPath, place }: { loginPath: string; place: string | null }) {
  return (
    <Page narrow className="pb-16">
      <PageHeader title="Register" />
      <div data-redirect={loginPath} data-redirect-after="1000">
        <StatusLine kind="done">Registration successful! You can now log in.</StatusLine>
        <p className="mt-4 max-w-measure">
          Check your email and tap the link so we can start sending your follow-ups.
        </p>
        {place ? <p className="mt-4 max-w-measure font-bold wrap-anywhere">{place}</p> : null}
        <p className="mt-6">
          <LinkButton href={loginPath}>Log in</LinkButton>
        </p>
      </div>
    </Page>
  );
}
