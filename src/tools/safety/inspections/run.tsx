import { RunScreen } from "#trade/inspections/public.tsx";
import type { ToolUser } from "#trade/jobs/public.tsx";
import { SafetyHomes } from "../homes.tsx";

/** An inspection, worked through on a phone. */
export default function Inspection({ me }: { me: ToolUser }) {
  return (
    <SafetyHomes>
      <RunScreen me={me} />
    </SafetyHomes>
  );
}
