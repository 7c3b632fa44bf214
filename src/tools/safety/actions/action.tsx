import { useParams } from "react-router";
import { FoundOn } from "#trade/inspections/public.tsx";
import { IssueScreen } from "#trade/issues/public.tsx";
import type { ToolUser } from "#trade/jobs/public.tsx";
import { SafetyHomes } from "../homes.tsx";

/** A safety action, with the inspection that it was found on. */
export default function Action({ me }: { me: ToolUser }) {
  return (
    <SafetyHomes>
      <IssueScreen me={me}>
        <FoundOn issue={useParams()["issueId"]!} />
      </IssueScreen>
    </SafetyHomes>
  );
}
