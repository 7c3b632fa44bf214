import { useParams } from "react-router";
import { RunReportLink, RunScreen } from "#trade/inspections/public.tsx";
import type { ToolUser } from "#trade/jobs/public.tsx";
import { SafetyHomes } from "../homes.tsx";
import { inspectionReportPath } from "../paths.ts";

/** An inspection, worked through on a phone. */
export default function Inspection({ me }: { me: ToolUser }) {
  return (
    <SafetyHomes>
      <RunScreen me={me}>
        <RunReportLink href={inspectionReportPath(useParams()["runId"]!)} />
      </RunScreen>
    </SafetyHomes>
  );
}
