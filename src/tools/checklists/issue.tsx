import { useParams } from "react-router";
import { FoundOn } from "#trade/inspections/public.tsx";
import { IssueScreen } from "#trade/issues/public.tsx";
import type { ToolUser } from "#trade/jobs/public.tsx";

/** An issue, with the checklist that it was found on. */
export default function Issue({ me }: { me: ToolUser }) {
  return (
    <IssueScreen me={me}>
      <FoundOn issue={useParams()["issueId"]!} />
    </IssueScreen>
  );
}
