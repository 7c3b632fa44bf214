import { useEffect, useMemo, useRef } from "react";
import { Link, useNavigate, useParams, useSearchParams } from "react-router";
import { useRecord, useRecords } from "#ground/sync/public.tsx";
import { useScreen } from "#trade/fieldwork/public.tsx";
import { ISSUE, issueOf, STATE_LABELS } from "#trade/issues/public.ts";
import { IssueForm } from "#trade/issues/public.tsx";
import { NotHereYet, ToolPage, type ToolUser } from "#trade/jobs/public.tsx";
import { PLAN, type PlanPin, planOf } from "#trade/plans/public.ts";
import { type PlacedSpot, PlanView } from "#trade/plans/public.tsx";

/** A plan of a job, with its issues as pins. */
export default function PlanScreen({ me }: { me: ToolUser }) {
  const id = useParams()["planId"]!;
  const record = useRecord(PLAN, id);
  if (record === undefined) return null;
  return (
    <ToolPage me={me} title={record && !record.isRemoved ? planOf(record.values).title || "Plan" : "Plan"}>
      <Plan id={id} />
    </ToolPage>
  );
}

function Plan({ id }: { id: string }) {
  const { job } = useScreen();
  const record = useRecord(PLAN, id);
  const issues = useRecords(ISSUE, job);
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const pins = useMemo(
    () =>
      (issues ?? []).flatMap((issue): PlanPin[] => {
        const { pin, number, title, state } = issueOf(issue.values);
        const at = issue.fields["pin"]?.values[0]?.at ?? 0;
        return pin?.plan === id
          ? [{ ...pin, id: issue.id, number, title, state, stateWords: STATE_LABELS[state], at }]
          : [];
      }),
    [issues, id],
  );
  const plans = `/account/job/${job}/checklists/plans`;
  if (!record || record.isRemoved)
    return (
      <>
        <p>
          This plan isn’t on this device. It may have been removed.{" "}
          <Link className="text-link" to={plans}>
            All plans of this job
          </Link>
        </p>
        <NotHereYet job={job} />
      </>
    );
  return (
    <>
      <Link className="text-link job-way" to={plans}>
        All plans
      </Link>
      <PlanView
        record={record}
        pins={pins}
        what="issue"
        first={Number(search.get("page") ?? 0) || 0}
        open={(pin) => void navigate(`/account/job/${job}/checklists/issues/${pin.id}`)}
        begun={readSpot(id, search)}
        compose={(spot, done) => <NewIssue spot={spot} level={planOf(record.values).level} done={done} />}
      />
    </>
  );
}

function NewIssue({
  spot: { plan, page, x, y },
  level,
  done,
}: {
  spot: PlacedSpot;
  level: string | null;
  done: () => void;
}) {
  const { job, tell } = useScreen();
  const form = useRef<HTMLElement>(null);
  useEffect(() => form.current?.querySelector("textarea")?.focus(), []);
  const spot = new URLSearchParams({ page: String(page), x: String(x), y: String(y) });
  return (
    <section ref={form} className="mt-4" aria-label="New issue">
      <IssueForm
        begin={{ pin: { plan, page, x, y }, ...(level ? { where: level } : {}) }}
        href={`/account/job/${job}/checklists/plans/${plan}?${spot.toString()}`}
        done={(notice, undo) => {
          if (notice) tell.done(notice, undo);
          done();
        }}
      />
    </section>
  );
}

/** The spot of an unfinished issue, from the address of its form. */
function readSpot(plan: string, search: URLSearchParams): PlacedSpot | undefined {
  const [page, x, y] = ["page", "x", "y"].map((name) => Number(search.get(name) ?? Number.NaN));
  return [x, y].every((one) => one !== undefined && one >= 0 && one <= 1)
    ? { plan, page: page || 0, x: x!, y: y! }
    : undefined;
}
