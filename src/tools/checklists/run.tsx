import { useParams } from "react-router";
import { RunScreen } from "#trade/inspections/public.tsx";
import type { ToolUser } from "#trade/jobs/public.tsx";
import { RunReportLink } from "./report/links.tsx";

/** A checklist of a job, worked through on a phone. */
export default function ChecklistRun({ me }: { me: ToolUser }) {
  return (
    <RunScreen me={me}>
      <RunReportLink run={useParams()["runId"]!} />
    </RunScreen>
  );
}
