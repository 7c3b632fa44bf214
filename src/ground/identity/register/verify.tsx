import { data, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { answering } from "#platform/http/answers.server.ts";
import { head } from "#platform/http/head.ts";
import { LinkButton } from "#ui/button.tsx";
import { Page, PageHeader } from "#ui/layout.tsx";
import { StatusLine } from "#ui/messages.tsx";
import { tokenOf, tokenScreenHeaders } from "../forms.server.ts";
import { LogInFirst, OtherAccountLink } from "../link-screens.tsx";
import { withNext } from "../rules.ts";
import { findPerson } from "../session/sessions.server.ts";
import { identity } from "../start.server.ts";

export const handle = { static: true };
export const headers = tokenScreenHeaders;
export const meta = () =>
  head({
    title: "Verify your address",
    description: "Confirm that your account’s email address is yours.",
  });

type LinkState = "ready" | "gone" | "signed-out" | "someone-else" | "verified";

/**
 * A verified address grants access (invitations, operator rights), so verifying takes both the email and a
 * session. Someone else may have registered the address; its owner must not verify that account for them with
 * one careless click.
 */
async function linkStateOf(request: Request): Promise<LinkState> {
  const email = await identity().readVerification(tokenOf(request));
  if (!email) return "gone";
  const person = await findPerson(request);
  if (!person) return "signed-out";
  if (person.email !== email) return "someone-else";
  return person.emailVerified ? "verified" : "ready";
}

const loginPathOf = (request: Request) =>
  withNext("/login", `/verify/address?token=${encodeURIComponent(tokenOf(request))}`);
const answer = (standing: LinkState, request: Request) =>
  data({ standing, loginPath: loginPathOf(request) }, { status: standing === "gone" ? 410 : 200 });

/**
 * Verifies the signed-in person's address. Mail scanners that open links have no session, so for them nothing
 * changes.
 */
export async function loader({ request }: LoaderFunctionArgs) {
  return answering(async () => {
    const standing = await linkStateOf(request);
    if (standing !== "ready") return answer(standing, request);
    return answer((await identity().verifyEmail(tokenOf(request))) ? "verified" : "gone", request);
  });
}

export default function Verify() {
  const { standing, loginPath } = useLoaderData<typeof loader>();
  return (
    <Page narrow className="pb-16">
      <PageHeader title={standing === "gone" ? "This link no longer works" : "Verify your address"} />
      {standing === "verified" ? (
        <>
          <StatusLine kind="done">Your email is verified.</StatusLine>
          <p className="mt-6">
            <LinkButton href="/account/dashboard">Go to Today</LinkButton>
          </p>
        </>
      ) : standing === "signed-out" ? (
        <LogInFirst loginPath={loginPath}>
          Log in first, so we know it’s you. We’ll bring you back here.
        </LogInFirst>
      ) : standing === "someone-else" ? (
        <OtherAccountLink />
      ) : (
        <>
          <p className="max-w-measure">
            A verification link works for 3 days. You can get a new one from your settings.
          </p>
          <p className="mt-6">
            <LinkButton href="/account/settings/you">Open settings</LinkButton>
          </p>
        </>
      )}
    </Page>
  );
}
