import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from "react-router";
import { answering, refuseForm } from "#platform/http/answers.server.ts";
import { head } from "#platform/http/head.ts";
import { LinkButton, SubmitButton } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Page, PageHeader } from "#ui/layout.tsx";
import { StatusLine } from "#ui/messages.tsx";
import { signInsPerAccount } from "../login/attempt-limits.server.ts";
import { findEmail } from "../queries.server.ts";
import { originOf, recordEvent } from "../security/events.server.ts";
import { fieldErrors, readForm, refuseFields, tokenOf, tokenScreenHeaders } from "../forms.server.ts";
import { LinkExpired } from "../link-screens.tsx";
import { refuseGuessable } from "./passwords.server.ts";
import { resetSchema } from "../schema.server.ts";
import { TURNED_OFF, withNext } from "../rules.ts";
import { findPerson } from "../session/sessions.server.ts";
import { identity, signedOutHeaders } from "../start.server.ts";

export const handle = { static: true };
export const headers = tokenScreenHeaders;
export const meta = () =>
  head({ title: "Choose a new password", description: "Choose a new password for your account." });

const linkExpired = () => data({ state: "gone" as const }, { status: 410 });

/** Shows the form while the link works. Doesn't use it up. */
export async function loader({ request }: LoaderFunctionArgs) {
  return answering(async () => {
    if (!tokenOf(request)) return redirect("/forgot");
    return (await identity().findReset(tokenOf(request))) ? { state: "open" as const } : linkExpired();
  });
}

/** Saves the new password and signs out everywhere, so that people who knew the old one are out. */
export async function action({ request, context }: ActionFunctionArgs) {
  const typed = await readForm(request, ["password", "confirmPassword"]);
  try {
    const userId = await identity().findReset(tokenOf(request));
    const email = userId && (await findEmail(userId));
    if (!email) return linkExpired();
    const form = resetSchema.safeParse(typed);
    if (!form.success) return refuseFields(fieldErrors(form.error), {});
    refuseGuessable(form.data.password, email);
    const isSignedIn = (await findPerson(request))?.id === userId;
    const reset = await identity().resetPassword(tokenOf(request), form.data.password, isSignedIn);
    if (!reset) return linkExpired();
    // The reset succeeded, even if recording it fails.
    await recordEvent(userId, "password-reset", originOf(request, context)).catch(() => {});
    // Earlier wrong guesses must not lock the owner out.
    signInsPerAccount.forget(email);
    // Explicit status, because the loader runs next and finds the link used.
    return data(
      { state: "done" as const, turnedOff: reset.after },
      { status: 200, headers: signedOutHeaders() },
    );
  } catch (error) {
    return refuseForm(error, {});
  }
}

export default function Reset() {
  const { state } = useLoaderData<typeof loader>();
  const outcome = useActionData<typeof action>();
  const refusal = outcome && "errors" in outcome ? outcome : undefined;
  const ended = outcome && "state" in outcome ? outcome.state : state === "gone" ? state : undefined;
  if (ended === "done")
    return <Done turnedOff={outcome && "turnedOff" in outcome ? outcome.turnedOff : ""} />;
  if (ended === "gone")
    return (
      <LinkExpired againPath="/forgot">
        A reset link works once and expires after 1 hour. Nothing was changed.
      </LinkExpired>
    );
  return (
    <Page narrow className="pb-16">
      <PageHeader title="Choose a new password">
        We’ll log you out everywhere. Then log in with the new one.
      </PageHeader>
      <form method="post" className="form">
        <Field
          name="password"
          label="New password"
          hint="At least 8 characters. A few random words work well."
          type="password"
          required
          autoComplete="new-password"
          autoFocus={Boolean(refusal)}
          error={refusal?.errors["password"]}
        />
        <Field
          name="confirmPassword"
          label="Confirm password"
          type="password"
          required
          autoComplete="new-password"
          error={refusal?.errors["confirmPassword"]}
        />
        <SubmitButton busy="Saving...">Save password</SubmitButton>
        <StatusLine kind={refusal ? "error" : "info"}>{refusal?.message}</StatusLine>
      </form>
    </Page>
  );
}

function Done({ turnedOff }: { turnedOff: string }) {
  return (
    <Page narrow className="pb-16">
      <PageHeader title="Password changed" />
      <StatusLine kind="done">Your new password is saved, and you’re logged out everywhere.</StatusLine>
      {turnedOff ? (
        <p className="mt-6 max-w-measure">
          No one had verified this address before, so someone else could have set up the account in your name.
          To be safe, we turned off {turnedOff}. If you set these up yourself, log in and turn each one back
          on. Nothing was deleted.
        </p>
      ) : null}
      <p className="mt-6">
        <LinkButton href={turnedOff ? withNext("/login", TURNED_OFF) : "/login"}>Log in</LinkButton>
      </p>
    </Page>
  );
}
