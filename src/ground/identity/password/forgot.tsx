import { type ActionFunctionArgs, useActionData } from "react-router";
import { head } from "#platform/http/head.ts";
import { requestLink } from "../request-link.server.ts";
import { resetsPerAddress, resetsPerEmail } from "../login/attempt-limits.server.ts";
import { screenHeaders } from "../forms.server.ts";
import { AskForLink, LinkSent } from "../link-screens.tsx";
import { identity } from "../start.server.ts";

export const handle = { static: true };
export const headers = screenHeaders;
export const meta = () =>
  head({ title: "Reset your password", description: "Get an email with a link to choose a new password." });

export function action(args: ActionFunctionArgs) {
  return requestLink(args, {
    perAddress: resetsPerAddress,
    perEmail: resetsPerEmail,
    send: (email) => identity().requestReset(email),
  });
}

export default function Forgot() {
  const outcome = useActionData<typeof action>();
  if (outcome && "asked" in outcome)
    return <LinkSent lasts="1 hour" againPath="/forgot" place={outcome.place} />;
  return (
    <AskForLink title="Reset your password" button="Send the link" loginPath="/login" refused={outcome}>
      We’ll email you a link to choose a new one.
    </AskForLink>
  );
}
