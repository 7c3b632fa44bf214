import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from "react-router";
import { head } from "#platform/http/head.ts";
import { requestLink } from "../request-link.server.ts";
import { linksPerAddress, linksPerEmail } from "../login/attempt-limits.server.ts";
import { screenHeaders } from "../forms.server.ts";
import { AskForLink, LinkSent } from "../link-screens.tsx";
import { requestMagicLink } from "./magic-link.server.ts";
import { safeNext, withNext } from "../rules.ts";
import { findPerson } from "../session/sessions.server.ts";

export const handle = { static: true };
export const headers = screenHeaders;
export const meta = () =>
  head({
    title: "Log in by email",
    description: "Get an email with a link that logs you in without your password.",
  });

const nextOf = (request: Request) => new URL(request.url).searchParams.get("next");

export async function loader({ request }: LoaderFunctionArgs) {
  if (await findPerson(request).catch(() => null)) return redirect(safeNext(nextOf(request)));
  return {
    loginPath: withNext("/login", nextOf(request)),
    againPath: withNext("/login/link", nextOf(request)),
  };
}

export function action(args: ActionFunctionArgs) {
  return requestLink(args, {
    perAddress: linksPerAddress,
    perEmail: linksPerEmail,
    send: (email) => requestMagicLink(email, nextOf(args.request)),
  });
}

export default function MagicLink() {
  const { loginPath, againPath } = useLoaderData<typeof loader>();
  const outcome = useActionData<typeof action>();
  if (outcome && "asked" in outcome)
    return <LinkSent lasts="10 minutes" againPath={againPath} place={outcome.place} />;
  return (
    <AskForLink
      title="Log in by email"
      button="Email me a login link"
      loginPath={loginPath}
      refused={outcome}
    >
      We’ll email you a link that logs you in. No password needed.
    </AskForLink>
  );
}
