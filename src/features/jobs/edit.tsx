import { useNavigate, useParams } from "react-router";
import { useRecord, useStore } from "#features/sync/public.tsx";
import { Page } from "#ui/layout.tsx";
import { Back } from "./back.tsx";
import { JobForm } from "./job-form.tsx";
import { NoSuchJob } from "./no-such-job.tsx";
import { jobOf } from "./rules.ts";

/** A job's own facts, to change. Only what was changed is written, so that two people who change different things never meet. */
export default function EditJob() {
  const id = useParams()["jobId"]!;
  const record = useRecord("jobs.job", id);
  const store = useStore();
  const navigate = useNavigate();
  if (record === undefined) return null;
  if (record === null) return <NoSuchJob />;
  return (
    <Page narrow className="field-page">
      <title>Change job</title>
      <Back to={`/account/job/${id}`}>{jobOf(id, record.values).name}</Back>
      <header className="field-head">
        <h1>Change job</h1>
      </header>
      <JobForm
        job={jobOf(id, record.values)}
        words="Save changes"
        save={async (changes) => {
          if (Object.keys(changes).length > 0) await store.write({ kind: "jobs.job", record: id, job: id, sets: changes });
          await navigate(`/account/job/${id}`);
        }}
      />
    </Page>
  );
}
