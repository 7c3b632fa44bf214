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
import { Button, SubmitButton } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Page, PageHeader } from "#ui/layout.tsx";
import { StatusLine } from "#ui/messages.tsx";
import { hasPassword } from "../queries.server.ts";
import { recordRefusal, originOf } from "../security/events.server.ts";
import { readForm, refuseFields, screenHeaders } from "../forms.server.ts";
import { PasskeyButton } from "../passkey/passkey-button.tsx";
import { listPasskeys, passkeysHost } from "../passkey/passkeys.server.ts";
import { confirmThisSession } from "./recent-proof.server.ts";
import { safeNext, withNext } from "../rules.ts";
import { checkCode, WRONG_CODE } from "../second-factor/second-factor.server.ts";
import { endSession, requirePerson } from "../session/sessions.server.ts";
import { checkPassword } from "./check-password.server.ts";
import { signedOutHeaders } from "../start.server.ts";
import { totpSince } from "../second-factor/totp.server.ts";

export const handle = { static: true };
export const headers = screenHeaders;
export const meta = () =>
  head({
    title: "Confirm it’s you",
    description: "A quick check before an important change.",
  });

const nextOf = (request: Request) => new URL(request.url).searchParams.get("next");

export function loader({ request, context }: LoaderFunctionArgs) {
  return answering(async () => {
    const person = await requirePerson(request, context);
    const [password, code, passkeys] = await Promise.all([
      hasPassword(person.id),
      totpSince(person.id),
      listPasskeys(person.id),
    ]);
    return {
      email: person.email,
      password,
      code: Boolean(code),
      passkey: passkeys.length > 0,
      host: passkeysHost(),
    };
  });
}

/**
 * Checks the password, and the code if sign-in requires one, within the sign-in limits; or ends the session
 * to start over. A password alone isn't enough, because a browser on an unlocked laptop may fill it in.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const typed = await readForm(request, ["intent", "password", "code"]);
  try {
    const person = await requirePerson(request, context);
    if (typed.intent === "again") {
      await endSession(request);
      return redirect(withNext("/login", nextOf(request)), { status: 303, headers: signedOutHeaders() });
    }
    const [needsPassword, needsCode] = await Promise.all([hasPassword(person.id), totpSince(person.id)]);
    const missing = {
      ...(needsPassword && !typed.password ? { password: "Enter your password." } : {}),
      ...(needsCode && !typed.code ? { code: "Enter the six-digit code from your authenticator app." } : {}),
    };
    if (Object.keys(missing).length) return refuseFields(missing, {});
    if (!needsPassword && !needsCode)
      return refuseFields(
        {},
        {},
        "Your account has no password or code to enter here. Log in again instead.",
      );
    if (needsPassword) {
      const outcome = await checkPassword(person.email, typed.password, context);
      if (outcome.kind === "too-many") return refuseTooMany(outcome.verdict, {}, "Too many attempts.");
      if (outcome.kind === "wrong" || outcome.userId !== person.id) {
        recordRefusal(person.email, originOf(request, context));
        return refuseFields({ password: WRONG_PASSWORD }, {});
      }
    }
    // After the password, so that a wrong password doesn't use up a code.
    if (needsCode) {
      const outcome = await checkCode(person, typed.code, { request, context }, { recovery: false });
      if (outcome.kind === "too-many") return refuseTooMany(outcome.verdict, {}, "Too many wrong codes.");
      if (outcome.kind === "wrong") return refuseFields({ code: WRONG_CODE }, {});
    }
    await confirmThisSession(request);
    return redirect(safeNext(nextOf(request)), 303);
  } catch (error) {
    return refuseForm(error, {});
  }
}

const WRONG_PASSWORD = "That’s not the password for this account. Try again.";

export default function Confirm() {
  const { email, password, code, passkey, host } = useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>();
  const errors = refusal?.errors ?? {};
  return (
    <Page narrow className="pb-16">
      <PageHeader title="Confirm it’s you">
        The next step changes who can get into your account or your business. We won’t ask again for 15
        minutes.
      </PageHeader>
      {password || code ? (
        <form method="post" className="form">
          <input type="hidden" name="intent" value="confirm" />
          {/* Tells password managers whose password this is. */}
          <input type="email" name="email" autoComplete="username" defaultValue={email} readOnly hidden />
          {password ? (
            <Field
              name="password"
              label="Your password"
              hint={email}
              type="password"
              required
              autoComplete="current-password"
              autoFocus={!errors["code"]}
              error={errors["password"]}
            />
          ) : null}
          {code ? (
            <Field
              name="code"
              label="Code from your authenticator app"
              hint="Six digits. Each code works once."
              required
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={20}
              autoFocus={Boolean(errors["code"]) || !password}
              error={errors["code"]}
            />
          ) : null}
          <SubmitButton busy="Checking...">Continue</SubmitButton>
        </form>
      ) : null}
      {passkey ? (
        <div className="mt-6">
          <PasskeyButton purpose="confirm" host={host}>
            Use a passkey
          </PasskeyButton>
        </div>
      ) : null}
      <StatusLine kind={refusal ? "error" : "info"}>{refusal?.message}</StatusLine>
      <form method="post" className="mt-6">
        <input type="hidden" name="intent" value="again" />
        <p className="max-w-measure">
          {code
            ? "Don’t have your phone? Log out, then log in with a recovery code. We’ll bring you back here."
            : password || passkey
              ? `Can’t use ${password && passkey ? "any of these" : "this"}? Log out and back in. We’ll bring you back here.`
              : "Your account has no password, code, or passkey to check. Log out and back in. We’ll bring you back here."}
        </p>
        <p className="mt-3">
          <Button type="submit" kind="plain" size="small">
            Log in again
          </Button>
        </p>
      </form>
    </Page>
  );
}
