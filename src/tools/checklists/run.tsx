import { useParams } from "react-router";
import { RunReportLink, RunScreen } from "#trade/inspections/public.tsx";
import type { ToolUser } from "#trade/jobs/public.tsx";

/** A checklist of a job, worked through on a phone. */
export default function ChecklistRun({ me }: { me: ToolUser }) {
  return (
    <RunScreen me={me}>
      <RunReportLink href={`/account/checklists/${useParams()["runId"]!}/report`} />
    </RunScreen>
  );
}
