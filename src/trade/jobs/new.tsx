import { useState } from "react";
import { useNavigate } from "react-router";
import { newLocalId, useStore } from "#ground/sync/public.tsx";
import { Page } from "#ui/layout.tsx";
import { Back } from "./page/back.tsx";
import type { FindLeads } from "./people/lead-picker.tsx";
import { JobForm } from "./form/job-form.tsx";

/** Saved on this device right away, and on the server when there is a signal. */
export default function NewJob({ findLeads }: { findLeads: FindLeads }) {
  const store = useStore();
  const navigate = useNavigate();
  // A double tap creates one job.
  const [id] = useState(() => newLocalId());
  return (
    <Page narrow className="field-page">
      <title>New job</title>
      <Back to="/account/jobs">All jobs</Back>
      <header className="field-head">
        <h1>New job</h1>
      </header>
      <JobForm
        job={null}
        findLeads={findLeads}
        words="Save job"
        save={async (changes) => {
          await store.write({ kind: "jobs.job", record: id, job: id, sets: changes });
          await navigate(`/account/job/${id}`, { replace: true });
        }}
      />
    </Page>
  );
}
