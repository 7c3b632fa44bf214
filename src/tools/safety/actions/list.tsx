import { IssuesScreen } from "#trade/issues/public.tsx";
import type { ToolUser } from "#trade/jobs/public.tsx";
import { SafetyHomes } from "../homes.tsx";

/** The safety actions of a job: open, overdue, to review, closed. */
export default function Actions({ me }: { me: ToolUser }) {
  return (
    <SafetyHomes>
      <IssuesScreen me={me} />
    </SafetyHomes>
  );
}
