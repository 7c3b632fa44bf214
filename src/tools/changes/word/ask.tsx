import { useState } from "react";
import { newLocalId, useRecord, useRecords, useStore } from "#ground/sync/public.tsx";
import { fieldText } from "#trade/fieldwork/public.ts";
import {
  DraftForm,
  EntryMarks,
  type Faults,
  type Outcome,
  RefusedChanges,
  useFormDraft,
  useScreen,
} from "#trade/fieldwork/public.tsx";
import { jobOf } from "#trade/jobs/public.tsx";
import { Field, TextArea } from "#ui/field.tsx";
import { isEmail } from "../notice/given.ts";
import type { Change } from "../rules/change.ts";
import { formatDirected } from "../rules/sheet.ts";
import { describeOutcome, LONGEST, WORD, wordOf } from "./word.ts";

/** Asks who gave a direction by word whether it is what they said, and shows what they answered. */
export function AskToConfirm({ id, change }: { id: string; change: Change }) {
  const { job } = useScreen();
  const records = useRecords(WORD, job);
  const { directed } = change;
  const now = Temporal.Now.instant();
  const words = (records ?? []).flatMap((record) => {
    const word = wordOf(record.values);
    return word?.asked.change === id ? [{ record, word }] : [];
  });
  if (!directed && words.length === 0) return null;
  return (
    <section className="mb-6" aria-label="Said by word">
      <h2>Said by word</h2>
      {words.length === 0 ? null : (
        <ul className="estimate-problems">
          {words.map(({ record, word }) => (
            <li key={record.id}>
              “{word.asked.said}” <b>{describeOutcome(word, now)}</b> <EntryMarks record={record} />
              <RefusedChanges record={record} />
            </li>
          ))}
        </ul>
      )}
      {directed && records ? (
        <details className="fold" open={words.length === 0 || undefined}>
          <summary>
            {words.length === 0 ? `Ask ${directed.by} to confirm it` : `Ask ${directed.by} again`}
          </summary>
          <Ask key={words.length} id={id} change={change} directed={directed} />
        </details>
      ) : null}
    </section>
  );
}

function Ask({
  id,
  change,
  directed,
}: {
  id: string;
  change: Change;
  directed: NonNullable<Change["directed"]>;
}) {
  const store = useStore();
  const { job } = useScreen();
  const client = jobOf(job, useRecord("jobs.job", job)?.values ?? {});
  const [record] = useState(newLocalId);
  const draft = useFormDraft({
    ...{ of: `change ${id} word`, job, kind: WORD, title: "question" },
    ...{ href: `/account/job/${job}/changes/${id}`, record },
  });
  const submit = async (form: HTMLFormElement): Promise<Outcome | undefined> => {
    const data = new FormData(form);
    const [email, said] = [fieldText(data, "email").toLowerCase(), fieldText(data, "said")];
    const faults: Faults = {
      email: isEmail(email) ? undefined : `Enter the email address of ${directed.by}.`,
      said: said === "" ? "Write what they said." : undefined,
    };
    if (Object.values(faults).some(Boolean)) return { faults };
    await store.write({
      ...{ kind: WORD, record, job, draft: await draft.settled() },
      sets: {
        asked: { change: id, email, said, ...directed },
        ...(client.leadId ? { leadId: client.leadId } : {}),
      },
    });
    draft.next(newLocalId());
    return { saved: `${directed.by} gets an email as soon as there’s a signal.` };
  };
  return (
    <DraftForm draft={draft} submit={submit} save={`Ask ${directed.by}`} kind="plain">
      {(errorOf) => (
        <>
          <p className="estimate-quiet">
            {formatDirected(directed)}. They get a short email with two buttons: “Yes, that’s right” and “Not
            quite.”
          </p>
          <TextArea
            name="said"
            label="What they said"
            rows={2}
            required
            maxLength={LONGEST.said}
            defaultValue={(change.description || change.title).slice(0, LONGEST.said)}
            error={errorOf("said")}
          />
          <Field
            name="email"
            label="Their email"
            type="email"
            required
            maxLength={LONGEST.email}
            defaultValue={client.clientEmail ?? ""}
            error={errorOf("email")}
          />
        </>
      )}
    </DraftForm>
  );
}
