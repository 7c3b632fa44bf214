import type { ToolUser } from "#trade/jobs/public.tsx";
import { SchedulesScreen } from "#trade/inspections/public.tsx";

/** The scheduled checklists of a job. */
export default function Schedules({ me }: { me: ToolUser }) {
  return <SchedulesScreen me={me} />;
}
