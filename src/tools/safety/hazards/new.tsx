import { Link, useNavigate } from "react-router";
import { useStore } from "#ground/sync/public.tsx";
import { useScreen } from "#trade/fieldwork/public.tsx";
import { ToolPage, type ToolUser } from "#trade/jobs/public.tsx";
import { planPath } from "../paths.ts";
import { useOwnName, useToday } from "../talks/use-talks.ts";
import { PlanEditor } from "./editor.tsx";
import { useLastCrew } from "./sheet.tsx";
import { startPlan } from "./start.ts";

/** A plan that is written from scratch. */
export default function NewPlan({ me }: { me: ToolUser }) {
  return (
    <ToolPage me={me} title="Write a plan">
      <Form />
    </ToolPage>
  );
}

function Form() {
  const { job } = useScreen();
  const store = useStore();
  const navigate = useNavigate();
  const [date, leader, people] = [useToday().toString(), useOwnName(), useLastCrew()];
  return (
    <>
      <p className="mb-4">
        <Link className="text-link" to={planPath(job)}>
          All plans of this job
        </Link>
      </p>
      <PlanEditor
        target={{ of: "plan new", href: planPath(job, "new"), from: null, base: [], isSigned: false }}
        save="Start the plan"
        submit={async ({ text, record, draft }) => {
          await startPlan(store, { job, date, text, leader, people, draft }, record);
          await navigate(planPath(job, record));
        }}
      />
    </>
  );
}
