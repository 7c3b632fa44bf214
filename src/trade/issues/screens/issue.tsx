import { type ReactNode, useState } from "react";
import { Link, useParams, useSearchParams } from "react-router";
import { type ShownRecord, useRecord, useRecords, useStore } from "#ground/sync/public.tsx";
import { firstWritten, formatLongDate, nameOf, type Standing } from "#trade/fieldwork/public.ts";
import {
  ApprovalBar,
  Conflicts,
  type Done,
  EntryActButtons,
  EntryMarks,
  formatPerson,
  Photos,
  RefusedChanges,
  useScreen,
} from "#trade/fieldwork/public.tsx";
import { NotHereYet, ToolPage, type ToolUser } from "#trade/jobs/public.tsx";
import { Button } from "#ui/button.tsx";
import { DataList } from "#ui/layout.tsx";
import { useIssuesHome } from "../home.ts";
import {
  ISSUE,
  type Issue,
  isOpen,
  isOverdue,
  issueOf,
  MOVES,
  PRIORITY_LABELS,
  type State,
  STATE_LABELS,
} from "../rules/issue.ts";
import { afterShots, REPLY, REPLY_LABELS, type Reply, replyOf, type ReplyType } from "../rules/reply.ts";
import { refuseByTerms } from "../rules/terms.ts";
import { CloseJob } from "./close-job.tsx";
import { IssueForm } from "./form.tsx";
import { ReplyForm } from "./reply-form.tsx";
import { useTermsOf, useToday } from "./use-issues.ts";

/**
 * One issue: what's wrong, who fixes it, what was done, and what comes next.
 * @param children what a tool shows below its facts
 */
export function IssueScreen({ me, children }: { me: ToolUser; children?: ReactNode }) {
  const record = useRecord(ISSUE, useParams()["issueId"]!);
  const { isSafety } = useIssuesHome();
  if (record === undefined) return null;
  const issue = record ? issueOf(record.values) : null;
  return (
    <ToolPage me={me} title={issue?.title ?? (isSafety ? "Action" : "Issue")}>
      {record && issue && !record.isRemoved ? (
        <OpenIssue record={record} issue={issue} isManager={me.role === "owner" || me.role === "manager"}>
          {children}
        </OpenIssue>
      ) : (
        <Missing />
      )}
    </ToolPage>
  );
}

function Missing() {
  const { job } = useScreen();
  const home = useIssuesHome();
  return (
    <>
      <p>
        This {home.noun} isn’t on this device. It may have been removed.{" "}
        <Link className="text-link" to={home.path(job)}>
          All {home.noun}s of this job
        </Link>
      </p>
      <NotHereYet job={job} />
    </>
  );
}

type Open = "change" | "fixed" | "cannot" | "note" | null;

function OpenIssue({
  record,
  issue,
  isManager,
  children,
}: {
  record: ShownRecord;
  issue: Issue;
  isManager: boolean;
  children: ReactNode;
}) {
  const { job, people, isOwnBusiness, zone, tell } = useScreen();
  const store = useStore();
  const [search] = useSearchParams();
  const [open, setOpen] = useState<Open>(search.has("fixed") ? "fixed" : null);
  const replies = (useRecords(REPLY, job) ?? [])
    .map((one) => ({ record: one, ...replyOf(one.values) }))
    .filter((reply) => reply.issue === record.id && !reply.record.isRemoved);
  const terms = useTermsOf(issue);
  const home = useIssuesHome();
  const after = afterShots(replies);
  const isOwn =
    isOwnBusiness ||
    issue.assignee?.id === store.who.user ||
    firstWritten(record.fields)?.author === store.who.user;
  const standing: Standing = { isManager, isOwn };
  const done: Done = (notice, undo) => {
    setOpen(null);
    if (notice) tell.done(notice, undo);
  };
  const save = async (state: State, reason: string | null) => {
    const ready = record.fields["state"]?.values[0];
    const facts = {
      by: store.who.user,
      fixedBy: ready?.value === "ready" ? ready.author : null,
      isReady: ready?.value === "ready",
      photos: after.length,
    };
    const why = refuseByTerms(terms, state, facts, issue.isSafety);
    if (why) throw new Error(why);
    const sets = { state, ...(state === "refused" ? { reason } : {}) };
    await store.write({ kind: ISSUE, record: record.id, job, sets });
  };
  if (open === "change") return <IssueForm record={record} done={done} />;
  const mayFix = isOwn && isOpen(issue) && issue.state !== "ready";
  return (
    <>
      <p className="mb-2">
        <Link className="text-link" to={home.path(job)}>
          All {home.noun}s of this job
        </Link>
      </p>
      {issue.number ? <p className="mb-2 text-pencil">{issue.number}</p> : null}
      <EntryMarks record={record} />
      <Conflicts record={record} people={people} zone={zone} />
      <RefusedChanges record={record} />
      <State issue={issue} />
      <CloseJob />
      {issue.details ? <p className="mb-4 max-w-measure whitespace-pre-line">{issue.details}</p> : null}
      <Facts issue={issue} record={record} />
      {children ? <div className="issue-from">{children}</div> : null}
      <div className={after.length > 0 ? "issue-pair" : "mt-4"}>
        {issue.shots.length > 0 ? (
          <div>
            {after.length > 0 ? <h3>As found</h3> : null}
            <Photos shots={issue.shots} note={record} label={`Photos of ${issue.title}`} stay={!isOwn} />
          </div>
        ) : null}
      </div>
      <Replies replies={replies} />
      {open !== null ? (
        <section className="mt-6" aria-label={REPLY_LABELS[open]}>
          <h2 className="text-xl">{REPLY_LABELS[open]}</h2>
          <ReplyForm id={record.id} issue={issue} type={open} hasAfter={after.length > 0} done={done} />
        </section>
      ) : (
        <>
          {mayFix ? (
            <div className="approval-main mt-6">
              <Button type="button" kind="signal" wide onClick={() => setOpen("fixed")}>
                It’s fixed
              </Button>
            </div>
          ) : null}
          <ApprovalBar approval={MOVES} state={issue.state} standing={standing} save={save} />
          <div className="entry-actions mt-4">
            <Button type="button" kind="quiet" size="small" onClick={() => setOpen("note")}>
              Add a note or photo
            </Button>
            {mayFix ? (
              <Button type="button" kind="quiet" size="small" onClick={() => setOpen("cannot")}>
                Can’t be fixed yet
              </Button>
            ) : null}
            {isOwn ? (
              <Button type="button" kind="quiet" size="small" onClick={() => setOpen("change")}>
                Edit
              </Button>
            ) : null}
            {isOwnBusiness ? (
              <EntryActButtons record={record} shots={issue.shots} words={issue.title} label={issue.title} />
            ) : null}
          </div>
        </>
      )}
    </>
  );
}

function State({ issue }: { issue: Issue }) {
  return (
    <div className="issue-state" data-state={issue.state} role="status">
      <b>{STATE_LABELS[issue.state]}</b>
      {issue.state === "refused" && issue.reason ? <p>Still wrong: {issue.reason}</p> : null}
      {issue.blocked && isOpen(issue) ? <p>Can’t be fixed yet: {issue.blocked}</p> : null}
      {issue.told?.trouble && isOpen(issue) ? <p className="check-need">{issue.told.trouble}</p> : null}
    </div>
  );
}

/** "Nov 29, 8:00 AM, seen Nov 29, 9:12 AM". */
function sentLine({ at, seen }: NonNullable<Issue["told"]>, zone: string): string {
  const when = (moment: string) =>
    new Date(moment).toLocaleString("en-US", {
      ...{ month: "short", day: "numeric", hour: "numeric", minute: "2-digit", timeZone: zone },
    });
  return seen ? `${when(at)}, seen ${when(seen)}` : `${when(at)}, not opened yet`;
}

function Facts({ issue, record }: { issue: Issue; record: ShownRecord }) {
  const { job, people, zone } = useScreen();
  const today = useToday();
  const found = firstWritten(record.fields);
  const due = issue.due
    ? `${formatLongDate(issue.due)}${isOverdue(issue, today) ? ", overdue" : ""}`
    : "No date";
  return (
    <DataList
      items={[
        ...(issue.where ? [["Where", issue.where] as const] : []),
        ...(issue.pin
          ? [
              [
                "On the plan",
                <Link
                  key="plan"
                  className="text-link"
                  to={`/account/job/${job}/checklists/plans/${issue.pin.plan}?page=${issue.pin.page}`}
                >
                  Show where
                </Link>,
              ] as const,
            ]
          : []),
        ["Who fixes it", issue.assignee?.name ?? "Nobody yet"],
        ["Due", due],
        ...(issue.told ? [["Sent to them", sentLine(issue.told, zone)] as const] : []),
        ...(issue.trade ? [["Trade", issue.trade] as const] : []),
        ...(issue.priority === "normal" ? [] : [["Priority", PRIORITY_LABELS[issue.priority]] as const]),
        ...(issue.costTo ? [["Charged to", issue.costTo] as const] : []),
        ...(found?.author ? [["Found by", formatPerson(people, found.author)] as const] : []),
      ]}
    />
  );
}

interface ShownReply extends Reply {
  readonly record: ShownRecord;
}

const LABELS: Readonly<Record<ReplyType, string>> = REPLY_LABELS;

function Replies({ replies }: { replies: readonly ShownReply[] }) {
  const { people, zone } = useScreen();
  const { who } = useStore();
  if (replies.length === 0) return null;
  return (
    <section className="mt-6" aria-label="What was done">
      <h2 className="text-xl">What was done</h2>
      <ul>
        {replies.map(({ record, type, note, by, shots }) => {
          const first = firstWritten(record.fields);
          const when = first
            ? new Date(first.at).toLocaleString("en-US", {
                ...{ month: "short", day: "numeric", hour: "numeric", minute: "2-digit", timeZone: zone },
              })
            : "";
          return (
            <li key={record.id} className="issue-reply">
              <p>
                <b>{LABELS[type]}</b>{" "}
                <span className="job-who">
                  by {by ?? nameOf(first?.author ?? null, people, who.user)}, {when}
                </span>{" "}
                <EntryMarks record={record} />
              </p>
              {note ? <p className="max-w-measure whitespace-pre-line">{note}</p> : null}
              <Photos shots={shots} note={record} label={`${LABELS[type]}, photos`} stay />
            </li>
          );
        })}
      </ul>
    </section>
  );
}
