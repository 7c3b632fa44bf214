import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useLocation,
  useNavigation,
} from "react-router";
import { now } from "#platform/db/scope.server.ts";
import { answering } from "#platform/http/answers.server.ts";
import { moment } from "#platform/time/format.ts";
import { LinkButton } from "#ui/button.tsx";
import { Page, PageHeader, Section } from "#ui/layout.tsx";
import { StatusLine } from "#ui/messages.tsx";
import { cancelEmailChange, pendingEmail } from "./change-email.server.ts";
import { hasPassword, nameOf, saveName } from "../queries.server.ts";
import { originOf } from "../security/events.server.ts";
import { readForm, refuseFields } from "../forms.server.ts";
import { outboxHint } from "../mail/outbox-hint.server.ts";
import { resendVerification } from "../public.server.ts";
import { isRecentlyConfirmed } from "../login/recent-proof.server.ts";
import { LONGEST_NAME, cleanName, TURNED_OFF } from "../rules.ts";
import { requirePerson } from "../session/sessions.server.ts";
import { totpSince } from "../second-factor/totp.server.ts";
import { YourEmail } from "./email-section.tsx";
import { YourName } from "./name-form.tsx";
import { YourPassword } from "../password/password-form.tsx";
import { savePassword, needsProof } from "../password/save-password.server.ts";

export const meta = () => [{ title: "You" }];

const HERE = "/account/settings/you";
/** The notice after a login link that also turned things off. */
const JUST_TURNED_OFF = "turned-off";
const NOTICES: Readonly<Record<string, string>> = {
  "name-saved": "Name saved.",
  "mail-sent": "We sent you a new email. Open the link in it.",
  "mail-limit": "We’ve already sent several emails. Check your spam folder, or try again in an hour.",
  "email-asked": "We sent a link to the new address. Open it on this device, where you’re logged in.",
  "email-kept": "Change canceled. Your address is the same as before.",
  "email-changed": "Your email is changed.",
  "password-saved": "Password saved. All your other devices are logged out.",
  [JUST_TURNED_OFF]: "You’re logged in, and your email is verified. Now choose a password below.",
  "choose-password": "You’re logged in, and your email is verified. Now choose a password below.",
};

export function loader({ request, context }: LoaderFunctionArgs) {
  return answering(async () => {
    const person = await requirePerson(request, context);
    const [pending, knowsPassword, name, app, recent] = await Promise.all([
      pendingEmail(person),
      hasPassword(person.id),
      nameOf(person.id),
      totpSince(person.id),
      isRecentlyConfirmed(request),
    ]);
    const { email, emailVerified } = person;
    const noticeKey = new URL(request.url).searchParams.get("notice") ?? "";
    return {
      name,
      email,
      emailVerified,
      pending: pending ? { email: pending.email, until: moment(pending.until, "UTC") } : null,
      hasPassword: knowsPassword,
      // Asked before typing, because a form isn't resubmitted after confirming.
      confirmFirst: !recent && needsProof(knowsPassword, app !== null),
      place: emailVerified && !pending ? null : outboxHint(),
      notice: NOTICES[noticeKey] ?? null,
      justTurnedOff: noticeKey === JUST_TURNED_OFF,
    };
  });
}

/** Saves a name or password, resends the verification email, or cancels a change of address. */
export function action(args: ActionFunctionArgs) {
  const { request, context } = args;
  return answering(async () => {
    const person = await requirePerson(request, context);
    const typed = await readForm(request, [
      "intent",
      "name",
      "currentPassword",
      "password",
      "confirmPassword",
    ]);
    if (typed.intent === "resend") {
      const resent = await resendVerification(person);
      return redirect(
        resent.sent || person.emailVerified ? `${HERE}?notice=mail-sent` : `${HERE}?notice=mail-limit`,
        303,
      );
    }
    if (typed.intent === "name") {
      const name = cleanName(typed.name);
      if (name.length > LONGEST_NAME)
        return refuseFields({ name: `Use at most ${LONGEST_NAME} characters.` }, { name });
      await saveName(person.id, name, now());
      return redirect(`${HERE}?notice=name-saved`, 303);
    }
    if (typed.intent === "keep-email") {
      await cancelEmailChange(person, originOf(request, context));
      return redirect(`${HERE}?notice=email-kept`, 303);
    }
    if (typed.intent === "password")
      return savePassword(args, person, typed, `${HERE}?notice=password-saved`);
    return data(
      { values: {}, errors: {}, message: "Something went wrong, and nothing was changed. Please try again." },
      { status: 422 },
    );
  });
}

export default function You() {
  const {
    name,
    email,
    emailVerified,
    pending,
    hasPassword: knowsPassword,
    confirmFirst,
    place,
    notice,
    justTurnedOff,
  } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const navigation = useNavigation();
  // A new key per response clears the password fields.
  const { key } = useLocation();
  const errors: Readonly<Record<string, string>> = refused?.errors ?? {};
  const typedName =
    errors["name"] && refused && "name" in refused.values ? String(refused.values.name) : undefined;
  const pressed = navigation.formData?.get("intent");
  return (
    <Page narrow className="pb-16">
      <PageHeader title="You">
        Your name, email, and password. They’re the same in every business you work in.
      </PageHeader>
      <StatusLine kind="done">{refused ? null : notice}</StatusLine>
      {justTurnedOff ? (
        <p className="mt-4 max-w-measure">
          Anything set up before you verified your email is turned off, because someone else could have set it
          up.{" "}
          <a className="text-link" href={TURNED_OFF}>
            See what’s turned off
          </a>
        </p>
      ) : null}
      <Section title="Name" id="name">
        <YourName key={key} name={typedName ?? name} error={errors["name"]} sending={pressed === "name"} />
      </Section>
      <Section title="Email" id="email">
        <YourEmail email={email} verified={emailVerified} pending={pending} place={place} pressed={pressed} />
      </Section>
      <Section title="Password" id="password">
        {confirmFirst ? (
          <p className="mt-4 flex max-w-measure flex-wrap items-center gap-x-4 gap-y-2">
            Before you {knowsPassword ? "change your password" : "set a password"}, please confirm it’s you.
            <LinkButton
              href={`/account/confirm?next=${encodeURIComponent(`${HERE}#password`)}`}
              kind="plain"
              size="small"
            >
              Confirm now
            </LinkButton>
          </p>
        ) : (
          <YourPassword
            key={key}
            email={email}
            hasPassword={knowsPassword}
            refused={errors["name"] ? undefined : refused}
            sending={pressed === "password"}
          />
        )}
      </Section>
      <Section title="More about your account" id="more">
        <ul className="mt-4 grid gap-3">
          <li>
            <a className="text-link" href="/account/settings/sessions">
              Devices
            </a>
            : where you’re logged in, and recent activity
          </li>
          <li>
            <a className="text-link" href="/account/settings/security">
              Login
            </a>
            : two-step login, recovery codes, passkeys
          </li>
          <li>
            <a className="text-link" href="/account/settings/data">
              Your data
            </a>
            : download a copy, or delete your account
          </li>
        </ul>
      </Section>
    </Page>
  );
}
