import { Runs, StartChecklist } from "#trade/inspections/public.tsx";
import { ToolPage, type ToolUser } from "#trade/jobs/public.tsx";
import { SafetyHomes } from "../homes.tsx";
import { SafetyWays } from "../ways.tsx";

/** The safety inspections of a job, and the lists to start one with. */
export default function Inspections({ me }: { me: ToolUser }) {
  return (
    <SafetyHomes>
      <ToolPage me={me} title="Inspections">
        <SafetyWays here="inspections" />
        <Runs empty="Walk the job with a safety list. What fails starts an action with a due date. It works without a signal." />
        <StartChecklist />
      </ToolPage>
    </SafetyHomes>
  );
}
