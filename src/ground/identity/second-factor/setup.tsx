import { useEffect } from "react";
import {
  type ActionFunctionArgs,
  data,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useNavigation,
} from "react-router";
import { answering, refuseForm } from "#platform/http/answers.server.ts";
import { CopyButton, LinkButton, SubmitButton } from "#ui/button.tsx";
import { Field, fieldId } from "#ui/field.tsx";
import { Page, PageHeader, Section } from "#ui/layout.tsx";
import { StatusLine } from "#ui/messages.tsx";
import { originOf } from "../security/events.server.ts";
import { readForm, refuseFields } from "../forms.server.ts";
import { requireRecentProof } from "../login/recent-proof.server.ts";
import { RecoveryCodesList } from "./recovery-codes-list.tsx";
import { WRONG_CODE } from "./second-factor.server.ts";
import { confirmTotp, findPendingTotp, totpSince } from "./totp.server.ts";

export const meta = () => [{ title: "Set up an authenticator app" }];

const SECURITY = "/account/settings/security";

/** The secret for the app. Requires a recent proof of identity. */
export function loader(args: LoaderFunctionArgs) {
  return answering(async () => {
    const person = await requireRecentProof(args);
    const making = await findPendingTotp(person);
    // Once it is on, the page remains, because it shows the recovery codes.
    if (!making && !(await totpSince(person.id))) throw redirect(SECURITY);
    return { making: making && { ...making, groups: making.secret.match(/.{1,4}/g)! }, email: person.email };
  });
}

export async function action(args: ActionFunctionArgs) {
  const person = await requireRecentProof(args);
  const { code } = await readForm(args.request, ["code"]);
  try {
    const digits = code.replace(/[\s\p{Pd}]/gu, "");
    if (!digits) return refuseFields({ code: "Enter the six-digit code from the app." }, {});
    const outcome = await confirmTotp(person, digits, originOf(args.request, args.context));
    if (outcome.kind === "wrong") return refuseFields({ code: WRONG_CODE }, {});
    // Confirmed in another window, or submitted twice: the codes were shown there.
    if (outcome.kind === "gone") return redirect(`${SECURITY}?on`, 303);
    return data({ codes: outcome.codes });
  } catch (error) {
    return refuseForm(error, {});
  }
}

export default function SecondFactorSetup() {
  const { making, email } = useLoaderData<typeof loader>();
  const outcome = useActionData<typeof action>();
  const sending = useNavigation().state !== "idle";
  const refusal = outcome && "errors" in outcome ? outcome : undefined;
  useEffect(() => {
    // Selects the wrong code, so that the next one replaces it.
    if (refusal) document.querySelector<HTMLInputElement>(`#${fieldId("code")}`)?.select();
  }, [refusal]);
  if (outcome && "codes" in outcome)
    return (
      <Page narrow>
        <PageHeader title="Two-step login is on">
          From now on, you’ll need a code from your app when you log in with your password.
        </PageHeader>
        <Section title="Your recovery codes" id="codes">
          <div className="mt-4">
            <StatusLine kind="done" takesFocus>
              Your app is set up. Now save these codes.
            </StatusLine>
            <RecoveryCodesList codes={outcome.codes} email={email} />
          </div>
          <p className="mt-8">
            <LinkButton href={SECURITY}>I’ve saved them</LinkButton>
          </p>
        </Section>
      </Page>
    );
  if (!making)
    return (
      <Page narrow>
        <PageHeader title="Two-step login is on">Your authenticator app is set up.</PageHeader>
        <p>
          <LinkButton href={SECURITY}>Back to login settings</LinkButton>
        </p>
      </Page>
    );
  return (
    <Page narrow>
      <PageHeader title="Set up an authenticator app">
        Any authenticator app works: your phone’s password manager, 1Password, Google Authenticator, or
        Microsoft Authenticator.
      </PageHeader>
      <Section title="1. Add your account to the app" id="tell">
        <p className="mt-4 max-w-measure">Scan this with the app.</p>
        <svg
          className="mt-4 h-auto w-64 max-w-full"
          viewBox={`0 0 ${making.picture.size} ${making.picture.size}`}
          shapeRendering="crispEdges"
          role="img"
          aria-label="QR code for your authenticator app. The key below does the same thing."
        >
          {/* Black on white in every theme, because scanners expect it. */}
          <rect width="100%" height="100%" fill="white" />
          <path d={making.picture.path} fill="black" />
        </svg>
        <p className="mt-4 max-w-measure">
          On this phone?{" "}
          <a className="text-link" href={making.address}>
            Open it in your authenticator app
          </a>
          , or type this key there:
        </p>
        <p className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
          <code className="text-lg" id="totp-secret">
            {making.groups.join(" ")}
          </code>
          <CopyButton target="totp-secret">Copy key</CopyButton>
        </p>
      </Section>
      <Section title="2. Enter the code it shows" id="prove">
        <Form method="post" className="form mt-4">
          <Field
            name="code"
            label="Code from the app"
            hint="Six digits. They change every 30 seconds."
            required
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={20}
            error={refusal?.errors["code"]}
          />
          <SubmitButton busy="Checking..." sending={sending}>
            Turn on two-step login
          </SubmitButton>
          <StatusLine kind={refusal ? "error" : "info"}>{refusal?.message}</StatusLine>
        </Form>
        <p className="mt-4">
          <a className="text-link" href={SECURITY}>
            Not now
          </a>
        </p>
      </Section>
    </Page>
  );
}
