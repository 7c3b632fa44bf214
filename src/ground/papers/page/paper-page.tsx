import type { ReactNode } from "react";
import { useActionData } from "react-router";
import { SubmitButton } from "#ui/button.tsx";
import { ClientPage, ReachBusiness } from "#ui/client-page.tsx";
import { StatusLine } from "#ui/messages.tsx";
import { StateMark } from "#ui/state-mark.tsx";
import type { answerPaper } from "./answer.server.ts";
import type { PaperView } from "./load.server.ts";
import { Reply } from "./reply.tsx";

const DONE: Readonly<Record<string, (business: string) => string>> = {
  approved: (business) => `Thank you. ${business} has your reply.`,
  refused: (business) => `Thank you. ${business} has your reply.`,
  asked: (business) => `Sent. ${business} has your message.`,
};

/**
 * The page of a paper for a phone: what the tool says of it, the document itself, and the answers asked for.
 * Works without script.
 * @param kind what kind of document it is, with its number, below its title; default: its number alone
 * @param approval what an approval or signature includes, with the fields of its choice, above its button
 * @param next what happens once it is approved
 * @param after what else the document shows, below its buttons
 */
export function PaperPage({
  view,
  kind,
  approval,
  next,
  after,
  children,
}: {
  view: PaperView;
  kind?: string;
  approval?: ReactNode;
  next?: ReactNode;
  after?: ReactNode;
  children: ReactNode;
}) {
  const answer = useActionData<typeof answerPaper>();
  const refusal = answer && "errors" in answer ? answer : undefined;
  const { face, here, title, number, version, did, own, closed, asks, questions } = view;
  const notice = refusal ? null : (DONE[did ?? ""]?.(face.business || "The business") ?? null);
  return (
    <ClientPage face={face} here={here}>
      <p className="label">From {face.business}</p>
      <h1 className="mt-2 wrap-anywhere">{title}</h1>
      {kind ? <p className="mt-1 text-lg wrap-anywhere">{kind}</p> : null}
      {number && !kind ? (
        <p className="mt-1 text-pencil">
          {number}
          {version > 1 ? `, version ${version}` : ""}
        </p>
      ) : null}
      <ReachBusiness face={face} />
      <div className="mt-4 max-w-measure">{children}</div>
      <form method="post" action="?" className="paper-document mt-6 flex flex-wrap gap-3">
        {here ? <input type="hidden" name="here" value={here} /> : null}
        <SubmitButton name="do" value="read" kind={asks === "nothing" ? undefined : "plain"}>
          Read it (PDF)
        </SubmitButton>
        <SubmitButton name="do" value="save" kind="plain">
          Save it
        </SubmitButton>
      </form>
      {after}
      <section id="answer" aria-label="Your reply" className="mt-8">
        {asks === "nothing" && questions.length === 0 ? null : <h2 className="text-2xl">Your reply</h2>}
        {notice ? <StatusLine kind="done">{notice}</StatusLine> : null}
        {own ? <OwnAnswer own={own} /> : null}
        {own?.answer === "approved" && view.missing > 0 && closed === null ? (
          <p className="mt-3 max-w-measure">
            {view.missing === 1 ? "One more person has" : `${view.missing} more people have`} to approve it.
          </p>
        ) : null}
        <Turns view={view} />
        {closed !== null && own?.answer !== "approved" ? <p className="max-w-measure">{closed}</p> : null}
        {view.isApproved ? next : null}
        {questions.map(({ id, name, words, at }) => (
          <div key={id} className="mt-4">
            <p className="text-pencil">
              {name} wrote, <time dateTime={at.iso}>{at.words}</time>
            </p>
            <Words>{words}</Words>
          </div>
        ))}
        <Reply view={view} refusal={refusal} approval={approval} />
      </section>
    </ClientPage>
  );
}

/** Who approves it in which order, and whose turn it is. */
function Turns({ view: { turns } }: { view: PaperView }) {
  if (turns.length === 0) return null;
  const IS = { approved: "approved it", asked: "is asked now", later: "is asked after that" } as const;
  const ARE = { approved: "approved it", asked: "it’s your turn", later: "are asked after that" } as const;
  return (
    <ol className="mt-3 max-w-measure list-decimal pl-6" aria-label="Who approves it, in this order">
      {turns.map(({ turn, who, isYou, is }) => (
        <li key={turn} className="wrap-anywhere" aria-current={is === "asked" ? "step" : undefined}>
          {isYou ? (is === "asked" ? `You: ${ARE[is]}` : `You ${ARE[is]}`) : `${who} ${IS[is]}`}
        </li>
      ))}
    </ol>
  );
}

function OwnAnswer({ own }: { own: NonNullable<PaperView["own"]> }) {
  const is = own.answer === "declined" ? "Declined" : own.isSigned ? "Signed" : "Approved";
  return (
    <>
      <StateMark state={own.answer === "approved" ? "done" : "stopped"}>
        {is}
        {own.name ? ` by ${own.name}` : ""}, <time dateTime={own.at.iso}>{own.at.words}</time>
      </StateMark>
      {own.words ? <Words>{own.words}</Words> : null}
    </>
  );
}

function Words({ children }: { children: string }) {
  return (
    <blockquote className="mt-3 max-w-measure border-l-2 border-rule pl-4 wrap-anywhere whitespace-pre-line">
      {children}
    </blockquote>
  );
}
