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
import { answering } from "#platform/http/answers.server.ts";
import { moment } from "#platform/time/words.ts";
import { Page, PageHeader, Section } from "#ui/layout.tsx";
import { StatusLine } from "#ui/messages.tsx";
import { callOffEmailChange, pendingEmail } from "./change-email.server.ts";
import { hasPassword } from "./data.server.ts";
import { originOf } from "./events.server.ts";
import { readForm } from "./forms.server.ts";
import { resendVerification } from "./public.server.ts";
import { requirePerson } from "./sessions.server.ts";
import { YourEmail } from "./you-email.tsx";
import { YourPassword } from "./you-password.tsx";
import { savePassword } from "./you-password.server.ts";

export const meta = () => [{ title: "You" }];

const HERE = "/account/settings/you";
const NOTICES: Readonly<Record<string, string>> = {
  "mail-sent": "A new mail is on its way. Open the link in it.",
  "mail-limit": "We have sent several mails already. Look in your spam folder too, or ask again in an hour.",
  "email-asked": "A link is on its way to the new address. Open it here, where you are logged in.",
  "email-kept": "The change is called off. Your address stays as it is.",
  "email-changed": "Your address is changed.",
  "password-saved": "Your new password is saved. Every other device is logged out.",
  "choose-password": "You are logged in, and your address is verified. Now choose a password below.",
};

/** The person's own address and password. */
export function loader({ request, context }: LoaderFunctionArgs) {
  return answering(async () => {
    const person = await requirePerson(request, context);
    const [pending, knowsPassword] = await Promise.all([pendingEmail(person), hasPassword(person.id)]);
    const { email, emailVerified } = person;
    return {
      email,
      emailVerified,
      pending: pending ? { email: pending.email, until: moment(pending.until, "UTC") } : null,
      hasPassword: knowsPassword,
      notice: NOTICES[new URL(request.url).searchParams.get("notice") ?? ""] ?? null,
    };
  });
}

/** Sends the verification mail again, calls off a change of address, or saves a password. */
export function action(args: ActionFunctionArgs) {
  const { request, context } = args;
  return answering(async () => {
    const person = await requirePerson(request, context);
    const typed = await readForm(request, ["intent", "currentPassword", "password", "confirmPassword"]);
    if (typed.intent === "resend") {
      const resent = await resendVerification(person);
      return redirect(resent.sent || person.emailVerified ? `${HERE}?notice=mail-sent` : `${HERE}?notice=mail-limit`, 303);
    }
    if (typed.intent === "keep-email") {
      await callOffEmailChange(person, originOf(request, context));
      return redirect(`${HERE}?notice=email-kept`, 303);
    }
    if (typed.intent === "password") return savePassword(args, person, typed, `${HERE}?notice=password-saved`);
    return data({ values: {}, errors: {}, message: "We don't know that button. Nothing was changed." }, { status: 422 });
  });
}

export default function You() {
  const { email, emailVerified, pending, hasPassword: knowsPassword, notice } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const navigation = useNavigation();
  // With every answer the passwords are typed anew.
  const { key } = useLocation();
  const pressed = navigation.formData?.get("intent");
  return (
    <Page narrow className="pb-16">
      <PageHeader title="You">Your own address and password. They are yours in every business you work in.</PageHeader>
      <StatusLine kind="done">{refused ? null : notice}</StatusLine>
      <Section title="Email" id="email">
        <YourEmail email={email} verified={emailVerified} pending={pending} pressed={pressed} />
      </Section>
      <Section title="Password" id="password">
        <YourPassword key={key} email={email} hasPassword={knowsPassword} refused={refused} sending={pressed === "password"} />
      </Section>
      <Section title="More about your account" id="more">
        <ul className="mt-4 grid gap-3">
          <li>
            <a className="text-link" href="/account/settings/sessions">
              Devices
            </a>
            : where you are logged in, and what happened lately
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
            : a copy of it, and deleting your account
          </li>
        </ul>
      </Section>
    </Page>
  );
}
