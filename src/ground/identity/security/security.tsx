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
import { AppError } from "#platform/errors/app-error.ts";
import { answering, refuseForm } from "#platform/http/answers.server.ts";
import { LinkButton, SubmitButton } from "#ui/button.tsx";
import { Page, PageHeader, Section } from "#ui/layout.tsx";
import { StatusLine } from "#ui/messages.tsx";
import { originOf } from "./events.server.ts";
import { readForm, refuseFields, shown } from "../forms.server.ts";
import { PasskeysSection } from "../passkey/passkeys-section.tsx";
import { PASSKEY_NAME_LENGTH, removePasskey, renamePasskey } from "../passkey/passkeys.server.ts";
import { isRecentlyConfirmed, requireRecentProof } from "../login/recent-proof.server.ts";
import { RecoveryCodesList } from "../second-factor/recovery-codes-list.tsx";
import { requirePerson } from "../session/sessions.server.ts";
import { signInOverview } from "./sign-in-overview.server.ts";
import { beginTotp, removeTotp, renewRecoveryCodes } from "../second-factor/totp.server.ts";

export const meta = () => [{ title: "Login" }];

const HERE = "/account/settings/security";

const DONE: Readonly<Record<string, string>> = {
  on: "Two-step login is on. If you haven’t saved your recovery codes, get new ones below.",
  off: "Two-step login is off.",
  renamed: "Passkey renamed.",
  removed: "Passkey removed. You can delete it on your device too.",
};

/** No recent proof required, because the page shows no secrets. */
export function loader({ request, context }: LoaderFunctionArgs) {
  return answering(async () => {
    const person = await requirePerson(request, context);
    const [overview, recent] = await Promise.all([signInOverview(person), isRecentlyConfirmed(request)]);
    const noticeKey = [...new URL(request.url).searchParams.keys()].find((key) => Object.hasOwn(DONE, key));
    return { ...overview, recent, email: person.email, done: noticeKey ? DONE[noticeKey]! : null };
  });
}

/** All changes on the page. Each requires a recent proof. */
export async function action(args: ActionFunctionArgs) {
  const person = await requireRecentProof(args);
  const origin = originOf(args.request, args.context);
  const { intent, id, name } = await readForm(args.request, ["intent", "id", "name"]);
  try {
    switch (intent) {
      case "totp-begin":
        await beginTotp(person.id);
        return redirect(`${HERE}/app`, 303);
      case "totp-remove":
        await removeTotp(person, origin);
        return redirect(`${HERE}?off`, 303);
      case "recovery-codes": {
        const codes = await renewRecoveryCodes(person, origin);
        return codes ? data({ codes }) : redirect(HERE, 303);
      }
      case "passkey-rename": {
        const newName = shown(name);
        if (!newName) return refuseFields({ [id]: "Give it a name, such as Work phone." }, {});
        if (newName.length > PASSKEY_NAME_LENGTH)
          return refuseFields({ [id]: `${PASSKEY_NAME_LENGTH} letters at most.` }, {});
        if (!(await renamePasskey(person.id, id, newName))) throw passkeyNotFound();
        return redirect(`${HERE}?renamed`, 303);
      }
      case "passkey-remove":
        if (!(await removePasskey(person, id, origin))) throw passkeyNotFound();
        return redirect(`${HERE}?removed`, 303);
      default:
        throw new AppError("invalid", "Something went wrong, and nothing was changed. Please try again.");
    }
  } catch (error) {
    return refuseForm(error, {});
  }
}

const passkeyNotFound = () =>
  new AppError("not_found", "That passkey was already removed. Nothing was changed.");

export default function Security() {
  const { totp, passkeys, host, recent, email, done } = useLoaderData<typeof loader>();
  const outcome = useActionData<typeof action>();
  const sending = useNavigation().state !== "idle";
  const refusal = outcome && "errors" in outcome ? outcome : undefined;
  const codes = outcome && "codes" in outcome ? outcome.codes : undefined;
  return (
    <Page narrow>
      <PageHeader title="Login">How you log in to your account, {email}.</PageHeader>
      <StatusLine kind={refusal ? "error" : "done"}>
        {refusal ? refusal.message : codes ? null : done}
      </StatusLine>
      {recent ? null : (
        <p className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
          Before you change anything here, please confirm it’s you.
          <LinkButton href={`/account/confirm?next=${encodeURIComponent(HERE)}`} kind="plain" size="small">
            Confirm now
          </LinkButton>
        </p>
      )}
      <Section title="Two-step login" id="two-step">
        {totp ? (
          <>
            <p className="mt-4 max-w-measure">
              On since <time dateTime={totp.since.iso}>{totp.since.words}</time>. You need a code from your
              authenticator app when you log in with your password. A passkey replaces both.
            </p>
            <details className="mt-4">
              <summary className="text-link">Turn it off, or switch phones</summary>
              <p className="mt-3 max-w-measure">
                Turning it off removes the app and its recovery codes. To switch phones, turn it off here,
                then set it up on the new phone.
              </p>
              <Form method="post" className="mt-4">
                <input type="hidden" name="intent" value="totp-remove" />
                <SubmitButton kind="stop" busy="Turning off..." sending={sending}>
                  Turn off two-step login
                </SubmitButton>
              </Form>
            </details>
          </>
        ) : (
          <>
            <p className="mt-4 max-w-measure">
              Off. Turn it on so that a stolen password isn’t enough: you’ll also need a code from an app on
              your phone.
            </p>
            <Form method="post" className="mt-4">
              <input type="hidden" name="intent" value="totp-begin" />
              <SubmitButton busy="One moment..." sending={sending}>
                Set up an authenticator app
              </SubmitButton>
            </Form>
          </>
        )}
      </Section>
      {totp ? (
        <Section title="Recovery codes" id="recovery">
          {codes ? (
            <div className="mt-4">
              <StatusLine kind="done" takesFocus>
                Here are your new codes. The old ones no longer work.
              </StatusLine>
              <RecoveryCodesList codes={codes} email={email} />
            </div>
          ) : (
            <>
              <p className="mt-4 max-w-measure">
                {totp.codesLeft} of 10 left. Each lets you in once when you don’t have your phone.
                {totp.codesLeft < 3 ? " Get new ones soon." : ""}
              </p>
              <Form method="post" className="mt-4">
                <input type="hidden" name="intent" value="recovery-codes" />
                <SubmitButton kind="plain" busy="One moment..." sending={sending}>
                  Get new recovery codes
                </SubmitButton>
              </Form>
              <p className="mt-2 text-pencil">Your old codes will stop working.</p>
            </>
          )}
        </Section>
      ) : null}
      <PasskeysSection
        passkeys={passkeys}
        host={host}
        errors={refusal?.errors ?? {}}
        sending={sending}
        primary={Boolean(totp)}
      />
    </Page>
  );
}
