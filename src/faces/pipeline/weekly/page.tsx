import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, useLoaderData } from "react-router";
import { answering } from "#platform/http/answers.server.ts";
import { readForm } from "#platform/http/request/form.server.ts";
import { SubmitButton } from "#ui/button.tsx";
import { ClientPage } from "#ui/client-page.tsx";
import { answerWeekly, readWeekly } from "./link.server.ts";

export const handle = { static: true };

export const meta = ({ loaderData }: { loaderData?: unknown }) =>
  // The error page sets its own.
  loaderData ? [{ title: "Weekly email" }, { name: "robots", content: "noindex" }] : [];

// The form must send its origin, so the address is sent as referrer to this site only.
export const headers = () => ({ "Referrer-Policy": "same-origin", "X-Robots-Tag": "noindex" });

/** Looking changes nothing: mail scanners follow every link. */
export function loader({ params }: LoaderFunctionArgs) {
  return answering(() => readWeekly(params["token"]));
}

/**
 * Turns it off; `do=on` turns it on again. A mail program's one-click unsubscribe posts here too, without
 * a page.
 */
export function action({ params, request }: ActionFunctionArgs) {
  return answering(async () => {
    const { do: answer } = await readForm(request);
    await answerWeekly(params["token"], answer === "on");
    return redirect(`/w/${params["token"]}`, 303);
  });
}

export default function WeeklyMail() {
  const { face, wants } = useLoaderData<typeof loader>();
  return (
    <ClientPage face={face}>
      <h1>{wants ? "Turn off the weekly email?" : "The weekly email is off"}</h1>
      <p className="mt-6 max-w-measure text-lg">
        {wants
          ? "It comes Mondays at 7 a.m. after any week when something happened: new leads, replies, wins, and who to call first."
          : "You won’t get it anymore. You can always see the same numbers in your pipeline."}
      </p>
      <form method="post" action="?" className="mt-8 grid gap-4">
        {wants ? (
          <SubmitButton name="do" value="off" size="large" wide busy="Turning it off...">
            Turn it off
          </SubmitButton>
        ) : (
          <SubmitButton kind="plain" name="do" value="on" size="large" wide busy="Turning it on...">
            Turn it back on
          </SubmitButton>
        )}
      </form>
    </ClientPage>
  );
}

export { ClientErrorBoundary as ErrorBoundary } from "#ui/client-error.tsx";
