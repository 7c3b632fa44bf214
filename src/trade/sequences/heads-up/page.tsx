import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, useLoaderData } from "react-router";
import { answering } from "#platform/http/answers.server.ts";
import { readForm } from "#platform/http/request/form.server.ts";
import { SubmitButton } from "#ui/button.tsx";
import { ClientPage } from "#ui/client-page.tsx";
import { Timeline, TimelineStep } from "#ui/timeline.tsx";
import { answerHeadsUp, readHeadsUp } from "./answer.server.ts";

export const handle = { static: true };

export const meta = ({ loaderData }: { loaderData?: unknown }) =>
  // The error page has its own.
  loaderData ? [{ title: "Before it goes out" }, { name: "robots", content: "noindex" }] : [];

// The POST needs a Referer for the same-origin check; other sites must not see the token.
export const headers = () => ({ "Referrer-Policy": "same-origin", "X-Robots-Tag": "noindex" });

/** Changes nothing: email scanners follow links. */
export function loader({ params, request }: LoaderFunctionArgs) {
  return answering(async () => {
    const view = await readHeadsUp(params["token"]);
    return { ...view, isHoldFirst: new URL(request.url).searchParams.get("do") === "hold" };
  });
}

export function action({ params, request }: ActionFunctionArgs) {
  return answering(async () => {
    await answerHeadsUp(params["token"], await readForm(request));
    return redirect(`/h/${params["token"]}`, 303);
  });
}

const REPLIED = { answer: "replied", label: "They replied", busy: "Saving..." };
const HOLD = { answer: "hold", label: "Hold", busy: "Holding..." };
const GO_ON = { answer: "go-on", label: "Resume", busy: "One moment..." };

export default function HeadsUp() {
  const { face, name, situation, steps, isHoldFirst } = useLoaderData<typeof loader>();
  const { title, text, answers } = {
    planned: {
      title: `Did ${name} reply?`,
      text: "“They replied” ends the follow-up. “Hold” pauses it until you resume. If you do nothing, it goes out as planned.",
      answers: isHoldFirst ? [HOLD, REPLIED] : [REPLIED, HOLD],
    },
    held: {
      title: "On hold",
      text: `Nothing more goes to ${name} until you resume. Anything overdue then goes out during your next sending hours.`,
      answers: [GO_ON, REPLIED],
    },
    replied: {
      title: "Marked as replied",
      text: `The follow-up for ${name} has ended. Nothing more goes to them.`,
      answers: [],
    },
    unsubscribed: {
      title: "They unsubscribed",
      text: `Nothing more goes to ${name}. You’re all set.`,
      answers: [],
    },
    over: {
      title: "Nothing is waiting anymore",
      text: `There’s nothing left to hold for ${name}. What happened to it is below.`,
      answers: [REPLIED],
    },
  }[situation];
  return (
    <ClientPage face={face}>
      <h1>{title}</h1>
      <p className="mt-6 max-w-measure text-lg">{text}</p>
      {answers.length ? (
        <form method="post" action="?" className="mt-8 grid gap-4">
          {answers.map(({ answer, label, busy }, at) => (
            <SubmitButton
              key={answer}
              name="do"
              value={answer}
              size="large"
              wide
              kind={at === 0 ? "chalk" : "plain"}
              busy={busy}
            >
              {label}
            </SubmitButton>
          ))}
        </form>
      ) : null}
      <h2 className="mt-12 mb-6 text-xl">{name}</h2>
      <Timeline label={`What goes to ${name}`}>
        {steps.map(({ subject, state, label, explanation, words, iso }) => (
          <TimelineStep
            key={iso + subject}
            state={state}
            stateLabel={label}
            when={words}
            dateTime={iso}
            title={subject}
          >
            {explanation}
          </TimelineStep>
        ))}
      </Timeline>
    </ClientPage>
  );
}

export { ClientErrorBoundary as ErrorBoundary } from "#ui/client-error.tsx";
