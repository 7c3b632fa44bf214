import type { ToolUser } from "#trade/jobs/public.tsx";
import { ScheduledScreen } from "#trade/inspections/public.tsx";

/** The list of a schedule, to start or continue. */
export default function Scheduled({ me }: { me: ToolUser }) {
  return <ScheduledScreen me={me} />;
}
