import { useState } from "react";
import { Link, useNavigate, useParams } from "react-router";
import { useStore } from "#ground/sync/public.tsx";
import { useScreen } from "#trade/fieldwork/public.tsx";
import { ToolPage, type ToolUser } from "#trade/jobs/public.tsx";
import { planPath } from "../paths.ts";
import { PlanEditor } from "./editor.tsx";
import { NoSuchPlan } from "./show.tsx";
import { baseOf } from "./plan.ts";
import { type ShownPlan, useMayChange, usePlan } from "./sheet.tsx";
import { changePlan } from "./start.ts";

/** Changes a plan on site. What was signed stays, and the people who are there sign again. */
export default function ChangePlan({ me }: { me: ToolUser }) {
  const id = useParams()["planId"]!;
  return (
    <ToolPage me={me} title="Change the plan">
      <Change key={id} id={id} />
    </ToolPage>
  );
}

function Change({ id }: { id: string }) {
  const shown = usePlan(id);
  if (shown === undefined) return null;
  return shown ? <Form opened={shown} /> : <NoSuchPlan />;
}

function Form({ opened }: { opened: ShownPlan }) {
  const { job, tell } = useScreen();
  const store = useStore();
  const navigate = useNavigate();
  const mayChange = useMayChange(opened.record);
  // As its author saw it: what another phone writes meanwhile isn’t replaced.
  const [{ record, plan, signs, path }] = useState(opened);
  if (!mayChange || !plan.current)
    return (
      <p>
        Another company started this plan. You can add people and sign.{" "}
        <Link className="text-link" to={path}>
          Back to the plan
        </Link>
      </p>
    );
  const isSigned = signs.some(({ voided, version }) => voided === null && version === plan.version);
  return (
    <>
      <p className="mb-4">
        <Link className="text-link" to={path}>
          Back to the plan
        </Link>
      </p>
      <PlanEditor
        target={{
          ...{ of: `plan ${record.id} change`, href: `${planPath(job, record.id)}/change` },
          ...{ from: plan.current.text, base: baseOf(plan), record, isSigned },
        }}
        save="Save the change"
        submit={async ({ text, why, base, draft }) => {
          await changePlan(store, { job, record: record.id, text, why, base, draft });
          await navigate(path);
          tell.done(isSigned ? "The plan changed. Everybody signs again." : "The plan changed.");
        }}
      />
    </>
  );
}
