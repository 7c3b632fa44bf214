import { Link } from "react-router";
import { type Json, type ShownRecord, useStore } from "#ground/sync/public.tsx";
import { readOneOf } from "#ground/sync/public.ts";
import { dateAt, formatDate } from "#trade/fieldwork/public.ts";
import { useActsOnFailure, useScreen, useWrite } from "#trade/fieldwork/public.tsx";
import {
  actionId,
  dueBy,
  ISSUE,
  isOpen,
  issueOf,
  isOverdue,
  PRIORITIES,
  PRIORITY_LABELS,
  STATE_LABELS,
} from "#trade/issues/public.ts";
import { startAction, useActionTerms, useIssuesHome, useToday } from "#trade/issues/public.tsx";
import { Select } from "#ui/field.tsx";
import { ANSWER, isFailed } from "../rules/answers.ts";
import type { Row } from "../rules/run.ts";

/**
 * The safety action of an item: failing it starts one, and taking the failure back removes one that nobody
 * has worked on. Only for people with a tool that has actions.
 */
export function useActionOf(
  isSafety: boolean,
  { item }: Row,
  {
    answer,
    issue,
    where,
  }: {
    /** The answer’s record. */
    readonly answer: string;
    /** The issue that began with it. */
    readonly issue: ShownRecord | undefined;
    /** The place on the job, in words. */
    readonly where: string;
  },
) {
  const { job, zone, isOwnBusiness, tell } = useScreen();
  const store = useStore();
  const acts = useActsOnFailure();
  /** @returns whether the item has the action that it needs */
  const follow = async (sets: Readonly<Record<string, Json>>): Promise<boolean> => {
    if (!isSafety || acts.length === 0 || !Object.hasOwn(sets, "answer")) return true;
    const fails = isFailed(item, sets["answer"]);
    const isTheirs = issue?.id === actionId(answer) && issueOf(issue.values).state === "open";
    try {
      if (fails && !issue)
        await startAction(store, {
          ...{
            job,
            title: `Failed: ${item.text}`,
            where,
            priority: "normal",
            today: dateAt(Date.now(), zone),
          },
          answer: { kind: ANSWER, record: answer },
        });
      else if (!fails && isTheirs && isOwnBusiness)
        await store.write({ kind: ISSUE, record: issue.id, job, sets: { removed: true } });
      return true;
    } catch (error) {
      tell.failed(error);
      return false;
    }
  };
  return { acts, follow, isOwn: issue !== undefined && issueOf(issue.values).isSafety };
}

/** The action of a failed item, with how urgent it is. */
export function ActionLine({ issue: { id, values } }: { issue: ShownRecord }) {
  const { job } = useScreen();
  const home = useIssuesHome();
  const { write, line } = useWrite();
  const terms = useActionTerms();
  const issue = issueOf(values);
  const today = useToday();
  const due = issue.due && isOpen(issue) ? `due ${formatDate(issue.due)}` : null;
  return (
    <div className="check-action">
      <Link className="text-link job-way" to={home.path(job, id)} data-late={isOverdue(issue, today)}>
        {issue.number ?? "Action"}: {[STATE_LABELS[issue.state], due].filter(Boolean).join(", ")}
      </Link>
      {isOpen(issue) ? (
        <Select
          name={`priority-${id}`}
          label="Priority"
          unmarked
          value={issue.priority}
          options={PRIORITIES.toReversed().map((value) => ({ value, label: PRIORITY_LABELS[value] }))}
          onChange={({ target }) => {
            const priority = readOneOf(PRIORITIES, target.value) ?? "normal";
            const sets = { priority, due: dueBy(priority, terms, today) };
            void write({ kind: ISSUE, record: id, job, sets });
          }}
        />
      ) : null}
      {line}
    </div>
  );
}
