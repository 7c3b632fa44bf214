import { useParams } from "react-router";
import { ToolPage, type ToolUser } from "#trade/jobs/public.tsx";
import { PassThePhone } from "../signing/pass.tsx";
import { NoSuchPlan } from "./show.tsx";
import { usePlan } from "./sheet.tsx";

/** One phone that is passed around for a plan. */
export default function SignPlan({ me }: { me: ToolUser }) {
  const id = useParams()["planId"]!;
  return (
    <ToolPage me={me} title="Sign">
      <Passing key={id} id={id} />
    </ToolPage>
  );
}

function Passing({ id }: { id: string }) {
  const shown = usePlan(id);
  if (shown === undefined) return null;
  return shown ? <PassThePhone sheet={shown} /> : <NoSuchPlan />;
}
