import { type ReactNode, useCallback, useDeferredValue, useMemo, useState } from "react";
import { Link } from "react-router";
import { useStore } from "#ground/sync/public.tsx";
import { type Done, useOnline, useScreen } from "#trade/fieldwork/public.tsx";
import { ToolPage, type ToolUser } from "#trade/jobs/public.tsx";
import { Button } from "#ui/button.tsx";
import { Field, Select } from "#ui/field.tsx";
import { useIssuesHome } from "../home.ts";
import { FIRMS_PATH, sendPath } from "../paths.ts";
import {
  countShown,
  type Group,
  GROUP_LABELS,
  GROUPS,
  groupIssues,
  hasWords,
  isShown,
  overdueFirst,
  type Show,
  SHOW_LABELS,
  SHOWS,
  isUnsaid,
} from "./filters.ts";
import { type Begin, IssueForm } from "./form.tsx";
import { CloseJob } from "./close-job.tsx";
import { IssueRow } from "./row.tsx";
import { ActionTermsForm } from "./action-terms.tsx";
import { SelectedBar } from "./selected.tsx";
import { ClosingTerms } from "./terms.tsx";
import { useActionTerms, useIssues, useTerms, useToday } from "./use-issues.ts";

/** Shown before somebody asks for more. */
const STEP = 100;
/** Drawn first when somebody filters: more than a screen shows. */
const FIRST = 12;

/** The issues of a job. */
export function IssuesScreen({ me, children }: { me: ToolUser; children?: ReactNode }) {
  return (
    <ToolPage me={me} title={useIssuesHome().isSafety ? "Actions" : "Issues"}>
      <Issues isManager={me.role === "owner" || me.role === "manager"}>{children}</Issues>
    </ToolPage>
  );
}

function Issues({ isManager, children }: { isManager: boolean; children: ReactNode }) {
  const { job, tell, isOwnBusiness } = useScreen();
  const isOnline = useOnline();
  const { who } = useStore();
  const today = useToday();
  const home = useIssuesHome();
  const known = useIssues();
  const issues = useMemo(
    () => (home.isSafety ? known?.filter(({ isSafety }) => isSafety) : known),
    [known, home],
  );
  const [show, setShow] = useState<Show>("open");
  const [group, setGroup] = useState<Group>(home.isSafety ? "due" : "where");
  const [words, setWords] = useState("");
  const [most, setMost] = useState(STEP);
  const [isAdding, setAdding] = useState<"one" | "walk" | null>(null);
  const [walked, setWalked] = useState(0);
  const [begin, setBegin] = useState<Begin>({});
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null);
  const [ofJob, ofActions] = [useTerms(), useActionTerms()];
  const counts = useMemo(() => countShown(issues ?? [], who.user, today), [issues, who.user, today]);
  const typed = words.trim();
  const found = useMemo(
    () =>
      overdueFirst(
        (issues ?? []).filter(
          (issue) => isShown(issue, show, who.user, today) && (typed === "" || hasWords(issue, typed)),
        ),
        today,
      ),
    [issues, show, typed, who.user, today],
  );
  const asked = issues ? `${show} ${group} ${typed}` : "";
  const isAllDrawn = useDeferredValue(asked, "") === asked;
  const toggle = useCallback(
    (id: string) =>
      setChosen((before) => {
        const next = new Set(before);
        if (!next.delete(id)) next.add(id);
        return next;
      }),
    [],
  );
  if (!issues) return null;
  const done: Done = (notice, undo) => {
    setAdding(null);
    if (notice) tell.done(notice, undo);
  };
  if (isAdding === "one") return <IssueForm done={done} />;
  if (isAdding === "walk")
    return (
      <>
        <p className="mb-4 max-w-measure">
          Take a photo, say what’s wrong, go to the next one. Place, firm, and date stay as they are until you
          change them.
        </p>
        <IssueForm
          key={walked}
          begin={begin}
          isWalk
          saved={setBegin}
          done={(notice) => {
            if (notice === undefined) return done();
            setWalked(walked + 1);
            tell.done(notice);
          }}
        />
      </>
    );
  return (
    <>
      <p className="mb-4">
        <Link className="text-link" to={home.back.path(job)}>
          {home.back.label}
        </Link>
      </p>
      <div className="issue-new">
        <Button type="button" kind="signal" onClick={() => setAdding("one")}>
          New {home.noun}
        </Button>
        <Button type="button" kind="plain" onClick={() => setAdding("walk")}>
          Walk the job
        </Button>
      </div>
      {issues.length === 0 ? (
        <p className="mt-4 max-w-measure">
          {home.isSafety
            ? "No actions yet. A failed item of an inspection starts one. "
            : "Nothing to fix yet. "}
          Add what you find, give it to someone with a date, and close it once you’ve seen the fix. It works
          without a signal.
        </p>
      ) : (
        <>
          <p className="issue-ways">
            {isOwnBusiness && isOnline && issues.some(({ assignee }) => assignee?.kind === "firm") ? (
              <>
                <a className="text-link" href={sendPath(job)}>
                  Send to subs
                </a>
                <a className="text-link" href={FIRMS_PATH}>
                  Subs
                </a>
              </>
            ) : null}
            {children}
          </p>
          <div className="issue-shows" role="group" aria-label="Show">
            {SHOWS.filter((one) => one === show || one === "all" || counts[one] > 0).map((one) => (
              <Button
                key={one}
                type="button"
                kind={one === show ? "chalk" : "quiet"}
                size="small"
                aria-pressed={one === show}
                onClick={() => {
                  setShow(one);
                  setMost(STEP);
                }}
              >
                {SHOW_LABELS[one]} {counts[one]}
              </Button>
            ))}
          </div>
          <div className="issue-find">
            <Field
              name="find"
              type="search"
              label="Find"
              unmarked
              autoComplete="off"
              value={words}
              onChange={({ target }) => setWords(target.value)}
            />
            <Select
              name="group"
              label="Sort by"
              unmarked
              value={group}
              options={GROUPS.map((value) => ({ value, label: GROUP_LABELS[value] }))}
              onChange={({ target }) => setGroup(target.value as Group)}
            />
          </div>
          {isOwnBusiness && found.length > 0 ? (
            <p className="mb-2">
              <Button
                type="button"
                kind="quiet"
                size="small"
                aria-pressed={chosen !== null}
                onClick={() => setChosen(chosen ? null : new Set())}
              >
                {chosen ? "Stop selecting" : "Select several"}
              </Button>
              {chosen ? (
                <Button
                  type="button"
                  kind="quiet"
                  size="small"
                  onClick={() => setChosen(new Set(found.map(({ id }) => id)))}
                >
                  Select all {found.length}
                </Button>
              ) : null}
            </p>
          ) : null}
          <CloseJob />
          {found.length === 0 ? (
            <p>{show === "open" && !typed ? `Every ${home.noun} is closed.` : `No ${home.noun}s here.`}</p>
          ) : null}
          {groupIssues(found.slice(0, isAllDrawn ? most : FIRST), group, today).map(
            ({ heading, issues: grouped }) => (
              <section key={heading} className="check-group" aria-label={heading}>
                {/* A heading that only says that nothing was said. */}
                <header
                  className={grouped.length === found.length && isUnsaid(heading) ? "sr-only" : "check-head"}
                >
                  <h2>{heading}</h2>
                  <span className="job-who">{grouped.length}</span>
                </header>
                <ul>
                  {grouped.map((issue) => (
                    <IssueRow
                      key={issue.id}
                      issue={issue}
                      today={today}
                      needsPhoto={(issue.isSafety ? ofActions : ofJob).needsPhoto}
                      isGrouped={group}
                      isChosen={chosen ? chosen.has(issue.id) : null}
                      choose={toggle}
                    />
                  ))}
                </ul>
              </section>
            ),
          )}
          {found.length > most ? (
            <p className="quiet-line mt-4">
              <Button type="button" kind="quiet" onClick={() => setMost(most + STEP)}>
                Show {Math.min(STEP, found.length - most)} more of {found.length.toLocaleString("en-US")}
              </Button>
            </p>
          ) : null}
          {chosen && chosen.size > 0 ? (
            <SelectedBar
              issues={issues.filter(({ id }) => chosen.has(id))}
              isManager={isManager}
              done={() => setChosen(null)}
            />
          ) : null}
        </>
      )}
      {!isManager ? null : home.isSafety ? <ActionTermsForm /> : <ClosingTerms />}
    </>
  );
}
