import { Link } from "react-router";
import { useScreen } from "#trade/fieldwork/public.tsx";

/** Back to the checklists of the job. */
export function BackToChecklists() {
  const { job } = useScreen();
  return (
    <p className="mb-2">
      <Link className="text-link" to={`/account/job/${job}/checklists`}>
        All checklists of this job
      </Link>
    </p>
  );
}
