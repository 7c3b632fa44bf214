import type { ReactNode } from "react";
import {
  type ActionFunctionArgs,
  data,
  type HeadersArgs,
  type LoaderFunctionArgs,
  useActionData,
  useLoaderData,
} from "react-router";
import { useOtherSpelling } from "#platform/http/back-button.ts";
import { head } from "#platform/http/head.ts";
import { readForm } from "#platform/http/request/form.server.ts";
import { SubmitButton } from "#ui/button.tsx";
import { Field, TextArea } from "#ui/field.tsx";
import { Page, PageHeader } from "#ui/layout.tsx";
import { StatusLine } from "#ui/messages.tsx";
import { Trap } from "../spam/honeypot.tsx";
import { CONTACT_LIMITS } from "./limits.ts";
import { receiveMessage } from "./receive.server.ts";

export const handle = { static: true };

export const meta = () =>
  head({
    title: "Contact Us",
    description: "Get in touch with the product for any inquiries or support.",
    path: "/contact",
  });

/** A form posted without script to /api/contact ends at `?sent`. */
export function loader({ request }: LoaderFunctionArgs) {
  return { sent: new URL(request.url).searchParams.has("sent") };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const refused = await receiveMessage(await readForm(request), context);
  return refused
    ? data({ refused }, { status: refused.status, headers: refused.headers })
    : { refused: undefined };
}

export const headers = ({ actionHeaders }: HeadersArgs) => actionHeaders ?? new Headers();

/** The most common questions that the site answers. */
const ANSWERS: readonly (readonly [question: string, answer: ReactNode])[] = [
  [
    "You can’t log in",
    <>
      <a className="text-link" href="/forgot">
        Choose a new password
      </a>
      . We’ll email you the link.
    </>,
  ],
  [
    "A follow-up didn’t go out",
    "Open the lead in your account. Every step says when it was sent, or why not.",
  ],
  [
    "You want your data, or want it deleted",
    <>
      What we store and how to get it is in our{" "}
      <a className="text-link" href="/privacy#your-data">
        privacy policy
      </a>
      .
    </>,
  ],
];

const SENT = "Message sent successfully!";

export default function Contact() {
  const itself = useOtherSpelling();
  const { sent } = useLoaderData<typeof loader>();
  const outcome = useActionData<typeof action>();
  const refused = outcome?.refused;
  const isSent = outcome ? !refused : sent;
  const firstWrong = (["name", "email", "message"] as const).find((name) => refused?.errors[name]);
  const field = (name: keyof typeof CONTACT_LIMITS) => ({
    name,
    required: true,
    maxLength: CONTACT_LIMITS[name],
    defaultValue: refused?.values[name],
    error: refused?.errors[name],
    autoFocus: name === firstWrong,
  });
  return (
    <Page className="pb-16 lg:pb-24">
      <PageHeader title="Contact Us">
        <p>
          A question, a problem, or an idea: it goes straight to the people who run this site. We’ll reply by
          email.
        </p>
      </PageHeader>
      <div className="grid gap-x-16 gap-y-12 lg:grid-cols-3">
        <form
          method="post"
          action={itself}
          className="form max-w-narrow content-start lg:col-span-2"
          data-post="/api/contact"
          data-post-sending="Sending..."
          data-post-sent={SENT}
          data-post-refused="Error: {}"
          data-post-lost="Server error. Please try again."
        >
          <Field {...field("name")} label="Name" autoComplete="name" />
          <Field {...field("email")} label="Email" type="email" autoComplete="email" inputMode="email" />
          <TextArea {...field("message")} label="Message" rows={5} />
          <Trap />
          <SubmitButton>Send Message</SubmitButton>
          <StatusLine
            kind={refused ? "error" : isSent ? "done" : "info"}
            takesFocus={isSent || (refused && !firstWrong)}
          >
            {refused ? `Error: ${refused.text}` : isSent ? SENT : null}
          </StatusLine>
        </form>
        <aside aria-labelledby="quicker">
          <h2 id="quicker" className="text-2xl">
            Quicker Answers
          </h2>
          <dl className="mt-4">
            {ANSWERS.map(([question, answer]) => (
              <div key={question} className="border-t border-rule py-4">
                <dt className="font-display text-lg leading-tight font-bold">{question}</dt>
                <dd className="mt-1">{answer}</dd>
              </div>
            ))}
          </dl>
        </aside>
      </div>
    </Page>
  );
}
