import { useState } from "react";
import { useNavigate, useParams } from "react-router";
import { type ShownRecord, useRecord, useStore } from "#features/sync/public.tsx";
import { Page } from "#ui/layout.tsx";
import { Back } from "./back.tsx";
import type { FindLeads } from "./lead-picker.tsx";
import { JobForm } from "./job-form.tsx";
import { NoSuchJob } from "./no-such-job.tsx";
import { jobOf } from "./rules.ts";

/** A job's own facts, to change. */
export default function EditJob({ findLeads }: { findLeads: FindLeads }) {
  const id = useParams()["jobId"]!;
  const record = useRecord("jobs.job", id);
  if (record === undefined) return null;
  if (record === null) return <NoSuchJob />;
  return <Edit key={id} record={record} findLeads={findLeads} />;
}

/**
 * Only what was changed is written, so that two people who change different things never meet. What somebody else saves while this form
 * stands open is neither taken for a change of this one, nor replaced by it.
 */
function Edit({ record: { id, ...rest }, findLeads }: { record: ShownRecord; findLeads: FindLeads }) {
  const [{ fields, values }] = useState(rest);
  const store = useStore();
  const navigate = useNavigate();
  const job = jobOf(id, values);
  return (
    <Page narrow className="field-page">
      <title>Change job</title>
      <Back to={`/account/job/${id}`}>{job.name}</Back>
      <header className="field-head">
        <h1>Change job</h1>
      </header>
      <JobForm
        job={job}
        findLeads={findLeads}
        words="Save changes"
        save={async (changes) => {
          if (Object.keys(changes).length > 0) await store.write({ kind: "jobs.job", record: id, job: id, sets: changes, saw: fields });
          await navigate(`/account/job/${id}`);
        }}
      />
    </Page>
  );
}
