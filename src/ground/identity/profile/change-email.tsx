import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useNavigation,
} from "react-router";
import { now } from "#platform/db/scope.server.ts";
import { refuseForm } from "#platform/http/answers.server.ts";
import { refuseTooMany } from "#platform/http/limits/limits.server.ts";
import { SubmitButton } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Page, PageHeader } from "#ui/layout.tsx";
import { StatusLine } from "#ui/messages.tsx";
import { mailboxKey } from "#platform/mail/mailbox-key.ts";
import { emailChangesPerEmail, emailChangesPerPerson } from "../login/attempt-limits.server.ts";
import { requestEmailChange } from "./change-email.server.ts";
import { originOf } from "../security/events.server.ts";
import { fieldErrors, readForm, refuseFields, shown } from "../forms.server.ts";
import { requireRecentProof } from "../login/recent-proof.server.ts";
import { forgotSchema } from "../schema.server.ts";

export const meta = () => [{ title: "Change your email" }];

/** Requires a recent proof of identity. */
export async function loader(args: LoaderFunctionArgs) {
  const { email } = await requireRecentProof(args);
  return { email };
}

/**
 * Mails a link to the new address and a notice to the current one. The response is the same if the address is
 * taken.
 */
export async function action(args: ActionFunctionArgs) {
  const person = await requireRecentProof(args);
  const typed = await readForm(args.request, ["email"]);
  const values = { email: shown(typed.email) };
  try {
    const form = forgotSchema.safeParse(typed);
    if (!form.success) return refuseFields(fieldErrors(form.error), values);
    const { email } = form.data;
    if (email === person.email) return refuseFields({ email: "That’s already your address." }, values);
    for (const verdict of [
      emailChangesPerPerson.check(person.id, now()),
      emailChangesPerEmail.check(mailboxKey(email), now()),
    ])
      if (!verdict.ok) return refuseTooMany(verdict, values, "We’ve already sent several emails about this.");
    await requestEmailChange(person, email, originOf(args.request, args.context));
    return redirect("/account/settings/you?notice=email-asked", 303);
  } catch (error) {
    return refuseForm(error, values);
  }
}

export default function ChangeEmail() {
  const { email } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const sending = useNavigation().state !== "idle";
  return (
    <Page narrow>
      <PageHeader title="Change your email">
        You log in with <strong className="break-words text-ink">{email}</strong> now. That won’t change until
        you open the link we send to the new address.
      </PageHeader>
      <Form method="post" className="form">
        <Field
          name="email"
          label="New email"
          type="email"
          required
          autoComplete="email"
          autoFocus={Boolean(refused)}
          defaultValue={refused?.values.email}
          error={refused?.errors["email"]}
        />
        <SubmitButton busy="Sending..." sending={sending}>
          Email me the link
        </SubmitButton>
        <StatusLine kind={refused ? "error" : "info"}>{refused?.message}</StatusLine>
      </Form>
      <p className="mt-4 pb-16">
        <a className="text-link" href="/account/settings/you">
          Cancel
        </a>
      </p>
    </Page>
  );
}
