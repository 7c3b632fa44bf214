import type { ReactNode } from "react";
import { LinkButton, SubmitButton } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Page, PageHeader } from "#ui/layout.tsx";
import { StatusLine } from "#ui/messages.tsx";

// Screens shared by all mailed links: requesting one, having requested it, and following an expired one or
// another person's.

interface Refused {
  readonly values: { readonly email: string };
  readonly errors: Readonly<Record<string, string>>;
  readonly message: string | null;
}

/** A form for the address to send a link to. */
export function AskForLink(props: {
  title: string;
  children: ReactNode;
  button: string;
  loginPath: string;
  refused: Refused | undefined;
}) {
  const { title, children, button, loginPath, refused } = props;
  return (
    <Page narrow className="pb-16">
      <PageHeader title={title}>{children}</PageHeader>
      <form method="post" className="form">
        <Field
          name="email"
          label="Email"
          type="email"
          required
          autoComplete="username"
          autoFocus={Boolean(refused)}
          defaultValue={refused?.values.email}
          error={refused?.errors["email"]}
        />
        <SubmitButton busy="Sending...">{button}</SubmitButton>
        <StatusLine kind={refused ? "error" : "info"}>{refused?.message}</StatusLine>
      </form>
      <p className="mt-2">
        <a className="text-link" href={loginPath}>
          Back to login
        </a>
      </p>
    </Page>
  );
}

/** Shown whether or not the account exists. */
export function LinkSent({
  lasts,
  againPath,
  place,
}: {
  lasts: string;
  againPath: string;
  place: string | null;
}) {
  return (
    <Page narrow className="pb-16">
      <PageHeader title="Check your email" />
      <StatusLine kind="done">If that address has an account, we’ve sent it a link.</StatusLine>
      <p className="mt-4 max-w-measure">
        It works once, for {lasts}. Nothing after a few minutes? Check your spam folder, and make sure that’s
        the address you registered with.
      </p>
      {place ? <p className="mt-4 max-w-measure font-bold wrap-anywhere">{place}</p> : null}
      <p className="mt-6">
        <a className="text-link" href={againPath}>
          Use a different address
        </a>
      </p>
    </Page>
  );
}

/** A link that is used, expired or unknown. The children say what such a link does. */
export function LinkExpired({ children, againPath }: { children: ReactNode; againPath: string }) {
  return (
    <Page narrow className="pb-16">
      <PageHeader title="This link no longer works">{children}</PageHeader>
      <p>
        <LinkButton href={againPath}>Get a new link</LinkButton>
      </p>
    </Page>
  );
}

/** A link that works only while logged in to its account. */
export function LogInFirst({ children, loginPath }: { children: ReactNode; loginPath: string }) {
  return (
    <>
      <p className="max-w-measure">{children}</p>
      <p className="mt-6">
        <LinkButton href={loginPath}>Log in</LinkButton>
      </p>
    </>
  );
}

/** A link for another account than the one in this browser. */
export function OtherAccountLink() {
  return (
    <form method="post" action="/logout" className="form">
      <p className="max-w-measure">This link is for a different account. Log out, then open it again.</p>
      <SubmitButton busy="Logging out...">Log Out</SubmitButton>
    </form>
  );
}
