import { useNavigate } from "react-router";
import { useRecord, useStore } from "#ground/sync/public.tsx";
import { useScreen } from "#trade/fieldwork/public.tsx";
import { isOpen as isJobOpen, jobOf } from "#trade/jobs/public.tsx";
import { Button } from "#ui/button.tsx";
import { useIssuesHome } from "../home.ts";
import { isOpen } from "../rules/issue.ts";
import { useIssues } from "./use-issues.ts";

/** Offers to close the job to people of the business once its last issue is closed. */
export function CloseJob() {
  const { job, isOwnBusiness, tell } = useScreen();
  const { isSafety } = useIssuesHome();
  const record = useRecord("jobs.job", job);
  const issues = useIssues();
  const store = useStore();
  const navigate = useNavigate();
  if (!isOwnBusiness || isSafety || !record || !issues?.length || issues.some(isOpen)) return null;
  if (!isJobOpen(jobOf(job, record.values).status)) return null;
  const close = async () => {
    try {
      await store.write({ kind: "jobs.job", record: job, job, sets: { status: "done" } });
      await navigate(`/account/job/${job}`);
    } catch (error) {
      tell.failed(error);
    }
  };
  return (
    <div className="issue-all-closed">
      <p>Every issue of this job is closed.</p>
      <Button type="button" onClick={() => void close()}>
        Close the job
      </Button>
    </div>
  );
}
