import { useState } from "react";
import { useNavigate, useParams } from "react-router";
import { type ShownRecord, useRecord, useStore } from "#ground/sync/public.tsx";
import { Button } from "#ui/button.tsx";
import { Page } from "#ui/layout.tsx";
import { StatusLine } from "#ui/messages.tsx";
import { Back } from "./page/back.tsx";
import { ChangedMeanwhile } from "./values/changes.tsx";
import type { FindLeads } from "./people/lead-picker.tsx";
import { JobForm } from "./form/job-form.tsx";
import { NoSuchJob } from "./page/no-such-job.tsx";
import { jobOf } from "./rules.ts";
import type { Person } from "./people/person.ts";
import { describeFailure } from "./form/announce.tsx";

/** A job's own facts, to change. */
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
      {mayRemove ? <TakeAway record={record} /> : null}
    </Page>
  );
}

/**
 * Only what was changed is written, so that two people who change different things never meet. What somebody
 * else saves while this form stands open is neither taken for a change of this one, nor replaced by it.
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
      <title>Change job</title>
      <Back to={`/account/job/${id}`}>{job.name}</Back>
      <header className="field-head">
        <h1>Change job</h1>
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

/**
 * Takes a job off every list. Nothing that was recorded on it goes away with it, and the list says how to
 * take it back.
 */
function TakeAway({ record: { id, fields } }: { record: ShownRecord }) {
  const store = useStore();
  const navigate = useNavigate();
  const [failed, setFailed] = useState<string>();
  const takeAway = async () => {
    try {
      await store.write({ kind: "jobs.job", record: id, job: id, sets: { removed: true }, saw: fields });
      await navigate("/account/jobs", { state: { takenAway: id } });
    } catch (error) {
      setFailed(describeFailure(error));
    }
  };
  return (
    <details className="fold mt-6">
      <summary>Take this job away</summary>
      <div className="mt-4 max-w-measure">
        <p className="mb-4">
          It leaves every list, on all devices, until it is brought back from below the list of jobs. What was
          recorded on it stays in its history, and what was handed to clients stays with them. For a job that
          is over, set its status to Done instead.
        </p>
        <Button type="button" kind="stop" onClick={() => void takeAway()}>
          Take this job away
        </Button>
        <StatusLine kind="error">{failed}</StatusLine>
      </div>
    </details>
  );
}
