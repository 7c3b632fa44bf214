import { useParams } from "react-router";
import { ToolPage, type ToolUser } from "#trade/jobs/public.tsx";
import { PlansList } from "#trade/plans/public.tsx";
import { BackToChecklists } from "./back.tsx";

/** The plans of a job. */
export default function PlansScreen({ me }: { me: ToolUser }) {
  const { jobId } = useParams();
  return (
    <ToolPage me={me} title="Plans">
      <BackToChecklists />
      <PlansList to={(plan) => `/account/job/${jobId}/checklists/plans/${plan}`} />
    </ToolPage>
  );
}
