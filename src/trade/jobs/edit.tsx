import { useState } from "react";
import { useNavigate, useParams } from "react-router";
import { type ShownRecord, useRecord, useStore } from "#ground/sync/public.tsx";
import { Button } from "#ui/button.tsx";
import { Page } from "#ui/layout.tsx";
import { StatusLine } from "#ui/messages.tsx";
import { Back } from "./page/back.tsx";
import type { Person } from "#trade/fieldwork/public.ts";
import { ChangedMeanwhile, describeFailure } from "#trade/fieldwork/public.tsx";
import type { FindLeads } from "./people/lead-picker.tsx";
import { JobForm } from "./form/job-form.tsx";
import { NoSuchJob } from "./page/no-such-job.tsx";
import { jobOf } from "./rules.ts";

export default function EditJob({
  findLeads,
  people,
  mayRemove,
}: {
  findLeads: FindLeads;
  people: readonly Person[];
  mayRemove: boolean;
}) {
  const id = useParams()["jobId"]!;
  const record = useRecord("jobs.job", id);
  if (record === undefined) return null;
  if (record === null) return <NoSuchJob />;
  return (
    <Page narrow className="field-page">
      <Edit key={id} record={record} people={people} findLeads={findLeads} />
      {mayRemove ? <RemoveJob record={record} /> : null}
    </Page>
  );
}

/**
 * Saves only changed fields, so that changes of different fields don't conflict. Newer changes by others are
 * neither attributed to this person nor replaced.
 */
function Edit({
  record,
  people,
  findLeads,
}: {
  record: ShownRecord;
  people: readonly Person[];
  findLeads: FindLeads;
}) {
  const { id } = record;
  const [{ fields, values }] = useState(record);
  const store = useStore();
  const navigate = useNavigate();
  const job = jobOf(id, values);
  return (
    <>
      <title>Edit job</title>
      <Back to={`/account/job/${id}`}>{job.name}</Back>
      <header className="field-head">
        <h1>Edit job</h1>
      </header>
      <JobForm
        job={job}
        findLeads={findLeads}
        words="Save changes"
        beside={<ChangedMeanwhile record={record} base={fields} people={people} />}
        save={async (changes) => {
          if (Object.keys(changes).length > 0)
            await store.write({ kind: "jobs.job", record: id, job: id, sets: changes, saw: fields });
          await navigate(`/account/job/${id}`);
        }}
      />
    </>
  );
}

/** A removed job's records stay, and it can be restored below the list. */
function RemoveJob({ record: { id, fields } }: { record: ShownRecord }) {
  const store = useStore();
  const navigate = useNavigate();
  const [failed, setFailed] = useState<string>();
  const removeJob = async () => {
    try {
      await store.write({ kind: "jobs.job", record: id, job: id, sets: { removed: true }, saw: fields });
      await navigate("/account/jobs", { state: { takenAway: id } });
    } catch (error) {
      setFailed(describeFailure(error));
    }
  };
  return (
    <details className="fold mt-6">
      <summary>Delete this job</summary>
      <div className="mt-4 max-w-measure">
        <p className="mb-4">
          This removes it from every list, on all devices. You can restore it from the bottom of the jobs
          list. Its history stays, and clients keep what you sent them. If the job is finished, set its status
          to Done instead.
        </p>
        <Button type="button" kind="stop" onClick={() => void removeJob()}>
          Delete this job
        </Button>
        <StatusLine kind="error">{failed}</StatusLine>
      </div>
    </details>
  );
}
