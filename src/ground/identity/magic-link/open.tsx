import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from "react-router";
import { answering, refuseForm } from "#platform/http/answers.server.ts";
import { head } from "#platform/http/head.ts";
import { SubmitButton } from "#ui/button.tsx";
import { Page, PageHeader } from "#ui/layout.tsx";
import { StatusLine } from "#ui/messages.tsx";
import { completeSignIn } from "../login/complete-sign-in.server.ts";
import { originOf } from "../security/events.server.ts";
import { tokenOf, tokenScreenHeaders } from "../forms.server.ts";
import { LinkExpired } from "../link-screens.tsx";
import { findMagicLink, consumeMagicLink } from "./magic-link.server.ts";
import { findPerson } from "../session/sessions.server.ts";

export const handle = { static: true };
export const headers = tokenScreenHeaders;
export const meta = () => head({ title: "Log in", description: "Log in with the link we emailed you." });

const linkExpired = () => data({ state: "gone" as const }, { status: 410 });

/** Shows which account the link opens. Mail scanners open links, so this doesn't use it up. */
export async function loader({ request }: LoaderFunctionArgs) {
  return answering(async () => {
    if (!tokenOf(request)) return redirect("/login/link");
    const found = await findMagicLink(tokenOf(request));
    return found
      ? {
          state: "open" as const,
          email: found.email,
          startsClean: !found.emailVerified && !(await isSignedInAs(request, found.email)),
        }
      : linkExpired();
  });
}

const isSignedInAs = async (request: Request, email: string) => (await findPerson(request))?.email === email;

/** Signs in, once. */
export async function action({ request, context }: ActionFunctionArgs) {
  try {
    const used = await consumeMagicLink(
      tokenOf(request),
      originOf(request, context),
      (await findPerson(request))?.id,
    );
    return used
      ? await completeSignIn(used.userId, "magic-link", { request, context }, used.next)
      : linkExpired();
  } catch (error) {
    return refuseForm(error, {});
  }
}

export default function OpenMagicLink() {
  const found = useLoaderData<typeof loader>();
  const outcome = useActionData<typeof action>();
  const refusal = outcome && "errors" in outcome ? outcome : undefined;
  if (found.state === "gone" || (outcome && "state" in outcome))
    return (
      <LinkExpired againPath="/login/link">
        A login link works once and expires after 10 minutes. Nothing was changed.
      </LinkExpired>
    );
  return (
    <Page narrow className="pb-16">
      <PageHeader title="Log in">
        As <strong className="break-words text-ink">{found.email}</strong>, on this device.
      </PageHeader>
      <form method="post" className="form">
        {found.startsClean ? (
          <p className="max-w-measure">
            This also verifies your address. No one has done that yet, so someone else could have set up this
            account. To make sure it’s only yours, we’ll turn off the old password and everything that acts
            for the account: API keys, webhooks, links, and follow-ups. Next you’ll choose a new password.
            Then you can turn each one back on.
          </p>
        ) : null}
        <SubmitButton busy="Logging in...">Log In</SubmitButton>
        <StatusLine kind={refusal ? "error" : "info"}>{refusal?.message}</StatusLine>
      </form>
    </Page>
  );
}
