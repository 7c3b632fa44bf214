import { ListScreen } from "#trade/inspections/public.tsx";
import type { ToolUser } from "#trade/jobs/public.tsx";

/** One of them, to edit. */
export default function OwnList({ me }: { me: ToolUser }) {
  return <ListScreen me={me} />;
}
