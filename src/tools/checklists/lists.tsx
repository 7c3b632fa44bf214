import { ListsScreen } from "#trade/inspections/public.tsx";
import type { ToolUser } from "#trade/jobs/public.tsx";

/** The checklists that the business wrote. */
export default function Lists({ me }: { me: ToolUser }) {
  return <ListsScreen me={me} />;
}
