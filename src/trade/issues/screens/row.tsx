import { memo } from "react";
import { Link, useNavigate } from "react-router";
import { useStore } from "#ground/sync/public.tsx";
import { formatDate } from "#trade/fieldwork/public.ts";
import { EntryMarks, Thumbnail, useScreen } from "#trade/fieldwork/public.tsx";
import { useSwipe } from "#platform/gestures/use-swipe.ts";
import { useIssuesHome } from "../home.ts";
import { ISSUE, isOverdue, STATE_LABELS } from "../rules/issue.ts";
import type { Group } from "./filters.ts";
import type { ShownIssue } from "./use-issues.ts";

/** One issue of the list. A swipe to the right says that it's fixed. */
export const IssueRow = memo(function IssueRow({
  issue,
  today,
  needsPhoto,
  isGrouped,
  isChosen,
  choose,
}: {
  issue: ShownIssue;
  today: string;
  /** Whether closing it needs a photo of the fix. */
  needsPhoto: boolean;
  isGrouped: Group;
  /** Null while nobody selects. */
  isChosen: boolean | null;
  choose: (id: string) => void;
}) {
  const { job, tell, isOwnBusiness } = useScreen();
  const store = useStore();
  const navigate = useNavigate();
  const home = useIssuesHome();
  const { state, title, number, assignee, where, due } = issue;
  const mayFix =
    (isOwnBusiness || assignee?.id === store.who.user) && state !== "ready" && state !== "closed";
  const set = (to: string) => store.write({ kind: ISSUE, record: issue.id, job, sets: { state: to } });
  const fixed = async () => {
    if (needsPhoto) return navigate(`${home.path(job, issue.id)}?fixed`);
    try {
      await set("ready");
      tell.done(`${number ?? `The ${home.noun}`} is ready for review.`, () => set("open"));
    } catch (error) {
      tell.failed(error);
    }
  };
  const swipe = useSwipe(() => void fixed(), mayFix && isChosen === null);
  const late = isOverdue(issue, today);
  const line = [
    number,
    isGrouped === "where" ? null : where,
    isGrouped === "assignee" ? null : (assignee?.name ?? "Not assigned"),
    due && (late || isGrouped !== "due") ? `${late ? "was due" : "due"} ${formatDate(due)}` : null,
  ].filter(Boolean);
  const [shot] = issue.shots;
  const words = (
    <>
      {shot ? <Thumbnail shot={shot} /> : null}
      <span className="issue-words">
        <b>{title}</b>
        <span className="job-who" data-late={late}>
          {line.join(", ")}
        </span>
        <span className="issue-mark" data-state={issue.blocked && state !== "closed" ? "blocked" : state}>
          {issue.blocked && state !== "closed" ? "Can’t be fixed yet" : STATE_LABELS[state]}
        </span>
      </span>
    </>
  );
  return (
    <li className="issue-row" {...swipe}>
      {isChosen === null ? (
        <Link className="issue-link" to={home.path(job, issue.id)}>
          {words}
        </Link>
      ) : (
        <label className="issue-link">
          <input type="checkbox" checked={isChosen} onChange={() => choose(issue.id)} />
          {words}
        </label>
      )}
      <EntryMarks record={issue.record} />
    </li>
  );
});
