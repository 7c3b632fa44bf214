import { useState } from "react";
import { Link, useNavigate, useParams } from "react-router";
import { type ShownRecord, useRecord, useStore } from "#ground/sync/public.tsx";
import { fieldText, firstWritten, shotsOf } from "#trade/fieldwork/public.ts";
import {
  Conflicts,
  type Done,
  DraftForm,
  EntryMarks,
  formatPerson,
  type Outcome,
  Photos,
  RefusedChanges,
  useFormDraft,
  useLabels,
  useScreen,
} from "#trade/fieldwork/public.tsx";
import { ToolPage, type ToolUser } from "#trade/jobs/public.tsx";
import { Button } from "#ui/button.tsx";
import { DataList } from "#ui/layout.tsx";
import { TextArea } from "#ui/field.tsx";
import { formatDays, LONGEST } from "../rules/change.ts";
import { RequestForm } from "./form.tsx";
import { changeOfRequest, describeRequestAnswer, formatCost, REQUEST, requestOf } from "./request.ts";
import { takeOver } from "./start.ts";

/** One request of a guest: what it says, and for owners and managers what to do with it. */
export default function RequestScreen({ me }: { me: ToolUser }) {
  return (
    <ToolPage me={me} title="Request">
      <Request id={useParams()["requestId"]!} />
    </ToolPage>
  );
}

function Request({ id }: { id: string }) {
  const { job, people, isOwnBusiness, tell } = useScreen();
  const { currency, isManager } = useLabels();
  const { who } = useStore();
  const record = useRecord(REQUEST, id);
  const [isOpen, setOpen] = useState(false);
  if (record === undefined) return null;
  if (record === null || record.values["removed"] === true)
    return (
      <p>
        {record === null ? "This request isn’t on this phone." : "This request was deleted."}{" "}
        <Link to={`/account/job/${job}/changes`}>All requests of this job</Link>
      </p>
    );
  const request = requestOf(record.values);
  const { title, description, cents, days, answer } = request;
  const first = firstWritten(record.fields);
  const author = first?.author ?? null;
  const isOwn = !isOwnBusiness && author === who.user;
  const done: Done = (notice) => {
    setOpen(false);
    if (notice) tell.done(notice);
  };
  if (isOpen) return <RequestForm record={record} done={done} />;
  return (
    <>
      <p className="estimate-head">
        <b>{title}</b>
        <span className="estimate-quiet">{describeRequestAnswer(answer)}</span>
        <EntryMarks record={record} />
      </p>
      <Conflicts record={record} people={people} />
      <RefusedChanges record={record} />
      {description ? <p className="mb-4 max-w-measure whitespace-pre-line">{description}</p> : null}
      <DataList
        items={[
          [isOwn ? "Your price" : "Their price", formatCost(cents, currency)],
          ...(days === 0 ? [] : [["Days", formatDays(days)] as const]),
          ...(isOwnBusiness && author !== null ? [["From", formatPerson(people, author)] as const] : []),
        ]}
      />
      <div className="mt-4">
        <Photos shots={shotsOf(record.values)} note={record} label={`Photos of ${title}`} stay />
      </div>
      {isOwn && answer === null ? (
        <p className="estimate-acts">
          <Button type="button" kind="plain" onClick={() => setOpen(true)}>
            Change request
          </Button>
        </p>
      ) : null}
      {isManager && answer?.is === "taken" ? (
        <p>
          <Link className="text-link" to={`/account/job/${job}/changes/${changeOfRequest(id)}`}>
            Open the change
          </Link>
        </p>
      ) : null}
      {isManager && answer?.is !== "taken" ? (
        <Decide record={record} by={author === null ? "" : formatPerson(people, author)} />
      ) : null}
    </>
  );
}

/** Owners and managers make it a change and price it there, or decline it. */
function Decide({ record, by }: { record: ShownRecord; by: string }) {
  const store = useStore();
  const navigate = useNavigate();
  const { job, tell } = useScreen();
  const { answer } = requestOf(record.values);
  const take = async () => {
    try {
      await navigate(`/account/job/${job}/changes/${await takeOver(store, { job, record, by })}`);
    } catch (error) {
      tell.failed(error);
    }
  };
  return (
    <>
      <p className="estimate-acts mt-6">
        <Button type="button" kind="signal" onClick={() => void take()}>
          Make it a change
        </Button>
      </p>
      <p className="estimate-quiet mt-2">
        It keeps the photos, and their price becomes a line that you price for your client.
      </p>
      {answer === null ? <Decline record={record} /> : null}
    </>
  );
}

function Decline({ record }: { record: ShownRecord }) {
  const store = useStore();
  const { job } = useScreen();
  const [saw] = useState(record.fields);
  const draft = useFormDraft({
    ...{ of: `change request ${record.id} answer`, job, kind: REQUEST, title: "answer to a request" },
    ...{ href: `/account/job/${job}/changes/requests/${record.id}`, record: record.id, saw },
  });
  const submit = async (form: HTMLFormElement): Promise<Outcome | undefined> => {
    const words = fieldText(new FormData(form), "words");
    await store.write({
      ...{ kind: REQUEST, record: record.id, job, saw, draft: await draft.settled() },
      sets: { answer: { is: "declined", words } },
    });
    draft.next(record.id);
    return { saved: "Declined. They see your reason." };
  };
  return (
    <details className="fold mt-4">
      <summary>Decline it</summary>
      <DraftForm draft={draft} submit={submit} save="Decline request" kind="plain" className="form mt-2">
        {() => <TextArea name="words" label="Your reason" rows={2} maxLength={LONGEST.words} />}
      </DraftForm>
    </details>
  );
}
