import { data, type LoaderFunctionArgs, redirect, useLoaderData } from "react-router";
import { answering } from "#platform/http/answers.server.ts";
import { head } from "#platform/http/head.ts";
import { LinkButton } from "#ui/button.tsx";
import { Page, PageHeader } from "#ui/layout.tsx";
import { confirmEmailChange, findEmailChange } from "./change-email.server.ts";
import { originOf } from "../security/events.server.ts";
import { tokenOf, tokenScreenHeaders } from "../forms.server.ts";
import { LogInFirst, OtherAccountLink } from "../link-screens.tsx";
import { withNext } from "../rules.ts";
import { findPerson } from "../session/sessions.server.ts";

export const handle = { static: true };
export const headers = tokenScreenHeaders;
export const meta = () =>
  head({ title: "Confirm your new email", description: "Confirm the new email address for your account." });

/** The states in which following the link changes nothing. */
const STATUS = { gone: 410, "signed-out": 200, "someone-else": 200, taken: 409 } as const;
type LinkState = keyof typeof STATUS;

const answer = (standing: LinkState, request: Request) =>
  data(
    {
      standing,
      loginPath: withNext("/login", `/verify/email?token=${encodeURIComponent(tokenOf(request))}`),
    },
    { status: STATUS[standing] },
  );

/**
 * Changes the signed-in person's address, if they requested it. Mail scanners that open links have no
 * session, so for them nothing changes.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  return answering(async () => {
    const change = await findEmailChange(tokenOf(request));
    if (!change) return answer("gone", request);
    const person = await findPerson(request, context);
    if (!person) return answer("signed-out", request);
    if (change.userId !== person.id) return answer("someone-else", request);
    const outcome = await confirmEmailChange(tokenOf(request), person, originOf(request, context));
    return outcome === "changed"
      ? redirect("/account/settings/you?notice=email-changed", 303)
      : answer(outcome, request);
  });
}

const TITLES: Readonly<Record<LinkState, string>> = {
  gone: "This link no longer works",
  "signed-out": "Confirm your new email",
  "someone-else": "Confirm your new email",
  taken: "This address can’t be used",
};

export default function ChangeEmailLink() {
  const { standing, loginPath } = useLoaderData<typeof loader>();
  return (
    <Page narrow className="pb-16">
      <PageHeader title={TITLES[standing]} />
      {standing === "signed-out" ? (
        <LogInFirst loginPath={loginPath}>
          Log in first with your old address, so we know it’s you. We’ll bring you back here.
        </LogInFirst>
      ) : standing === "someone-else" ? (
        <OtherAccountLink />
      ) : (
        <>
          <p className="max-w-measure">
            {standing === "taken"
              ? "Someone has opened an account with it since you asked. Your account will keep its old address."
              : "A confirmation link works once, for 24 hours, and only the newest one works. Your settings show your current address."}
          </p>
          <p className="mt-6">
            <LinkButton href="/account/settings/you">Open settings</LinkButton>
          </p>
        </>
      )}
    </Page>
  );
}
