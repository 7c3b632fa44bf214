import { Link } from "react-router";
import { useRecords } from "#ground/sync/public.tsx";
import { useScreen } from "#trade/fieldwork/public.tsx";
import { ToolPage, type ToolUser } from "#trade/jobs/public.tsx";
import { ISSUE, isOpen, issueOf, issuePath } from "#trade/issues/public.ts";
import { DueLists, Runs, StartChecklist } from "#trade/inspections/public.tsx";

/** The checklists of a job. */
export default function ChecklistsScreen({ me }: { me: ToolUser }) {
  return (
    <ToolPage me={me} title="Checklists">
      <Ways />
      <DueLists />
      <Runs empty="Walk the job with a list: pass or fail each item, with photos and notes where they matter. It works without a signal." />
      <StartChecklist />
    </ToolPage>
  );
}

/** To what else Checky has of this job: its issues, with how many are open, plans, places and schedules. */
function Ways() {
  const { job } = useScreen();
  const issues = (useRecords(ISSUE, job) ?? []).map(({ values }) => issueOf(values));
  const open = issues.filter(isOpen);
  const ready = open.filter(({ state }) => state === "ready");
  const counts = [`${open.length} open`, ...(ready.length > 0 ? [`${ready.length} to review`] : [])];
  const others = [
    ["plans", "Plans"],
    ["places", "Places"],
    ["schedules", "Schedules"],
  ] as const;
  return (
    <nav className="checklist-ways" aria-label="More of this job">
      <Link className="button" data-kind="plain" to={issuePath(job)}>
        Issues{issues.length > 0 ? `: ${counts.join(", ")}` : ""}
      </Link>
      {others.map(([path, label]) => (
        <Link key={path} className="button" data-kind="plain" to={`/account/job/${job}/checklists/${path}`}>
          {label}
        </Link>
      ))}
    </nav>
  );
}
