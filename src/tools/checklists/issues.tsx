import type { ToolUser } from "#trade/jobs/public.tsx";
import { IssuesScreen } from "#trade/issues/public.tsx";
import { IssuesReportLink } from "./report/links.tsx";

/** The issues of a job. */
export default function Issues({ me }: { me: ToolUser }) {
  return (
    <IssuesScreen me={me}>
      <IssuesReportLink />
    </IssuesScreen>
  );
}
