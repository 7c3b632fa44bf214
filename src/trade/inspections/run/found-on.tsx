import { Link } from "react-router";
import { useRecord } from "#ground/sync/public.tsx";
import { shotsOf } from "#trade/fieldwork/public.ts";
import { Photos, useScreen } from "#trade/fieldwork/public.tsx";
import { ISSUE, issueOf } from "#trade/issues/public.ts";
import { useInspectionsHome } from "../home.ts";
import { ANSWER, answerOf } from "../rules/answers.ts";
import { RUN, runOf } from "../rules/run.ts";

/** Where an issue was found: the list with a link, and what the failed item says and shows. */
export function FoundOn({ issue: id }: { issue: string }) {
  const issue = issueOf(useRecord(ISSUE, id)?.values ?? {});
  return issue.from?.kind === ANSWER ? <Found answer={issue.from.record} isShown={issue.isSafety} /> : null;
}

function Found({ answer, isShown }: { answer: string; isShown: boolean }) {
  const record = useRecord(ANSWER, answer);
  if (!record) return null;
  const { run, item, note } = answerOf(record.values);
  return (
    <>
      <RunLink id={run} item={item} />
      {/* The action starts before anybody writes or photographs what is wrong. */}
      {isShown && note ? <p className="max-w-measure whitespace-pre-line">{note}</p> : null}
      {isShown ? (
        <Photos shots={shotsOf(record.values)} note={record} label="Photos of what failed" stay />
      ) : null}
    </>
  );
}

function RunLink({ id, item }: { id: string; item: string }) {
  const { job } = useScreen();
  const home = useInspectionsHome();
  const record = useRecord(RUN, id);
  if (!record || record.isRemoved) return null;
  const { title, place } = runOf(record.values);
  return (
    <Link className="text-link job-way" to={`${home.path(job, id)}#item-${item}`}>
      Found on {[title, place].filter(Boolean).join(", ")}
    </Link>
  );
}
