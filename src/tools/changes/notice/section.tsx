import { useState } from "react";
import { Link } from "react-router";
import { type ShownRecord, useRecord, useRecords, useStore } from "#ground/sync/public.tsx";
import { fieldText } from "#trade/fieldwork/public.ts";
import {
  DraftForm,
  EntryMarks,
  type Outcome,
  RefusedChanges,
  useFormDraft,
  useLabels,
  useScreen,
  useWrite,
} from "#trade/fieldwork/public.tsx";
import { jobOf } from "#trade/jobs/public.tsx";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import type { Terms } from "../rules/terms.ts";
import {
  dayGiven,
  describeGiven,
  type GivenNotice,
  givenOf,
  LONGEST,
  MOST_NOTICES,
  NOTICE,
  noticeId,
  noticeIds,
} from "./given.ts";
import { describeNotice, type Notice } from "./notice.ts";

/** By when the contract wants notice of a change, one tap to give it, and how it was given. */
export function NoticeSection({
  id,
  terms,
  notice,
  isSent,
}: {
  id: string;
  terms: Terms;
  notice: Notice | null;
  /** Whether a revision was sent, which is notice in writing as a rule. */
  isSent: boolean;
}) {
  const { job, zone } = useScreen();
  const { isManager } = useLabels();
  const ids = noticeIds(id);
  const given = (useRecords(NOTICE, job) ?? [])
    .filter((record) => ids.includes(record.id))
    .flatMap((record) => {
      const one = givenOf(record.values);
      return one ? [{ record, one }] : [];
    })
    .toSorted((a, b) => ids.indexOf(a.record.id) - ids.indexOf(b.record.id));
  const isDue = notice !== null && !isSent;
  if (!isDue && given.length === 0) return null;
  const isOpen = given.every(({ one }) => one.outcome?.is === "unsent");
  return (
    <section className="mb-6" aria-label="Notice">
      {isDue && !given.some(({ one }) => dayGiven(one, zone) !== null) ? (
        <p>
          <b>{describeNotice(notice)}</b>{" "}
          <span className="estimate-quiet">{terms.noticeDays} days after it was known.</span>
        </p>
      ) : null}
      {given.map(({ record, one }) => (
        <Given key={record.id} record={record} one={one} by={notice?.by ?? null} />
      ))}
      {isManager && isOpen && given.length < MOST_NOTICES ? (
        <Give id={id} terms={terms} at={given.length} />
      ) : null}
    </section>
  );
}

/** One tap, in the way that the contract names. */
function Give({ id, terms, at }: { id: string; terms: Terms; at: number }) {
  const { job } = useScreen();
  const { write, line } = useWrite();
  const { clientEmail, clientName, leadId } = jobOf(job, useRecord("jobs.job", job)?.values ?? {});
  const to =
    terms.noticeTo ??
    (clientEmail ? { way: "email" as const, name: clientName ?? "", email: clientEmail, address: "" } : null);
  return (
    <p className="estimate-acts">
      {to ? (
        <Button
          type="button"
          kind="plain"
          onClick={() =>
            void write({
              ...{ kind: NOTICE, record: noticeId(id, at), job },
              sets: { given: { change: id, ...to }, ...(leadId ? { leadId } : {}) },
            })
          }
        >
          {to.way === "email" ? `Send notice to ${to.email}` : "Make the notice letter"}
        </Button>
      ) : null}{" "}
      <Link to={`/account/job/${job}/changes/terms`}>
        {terms.noticeTo ? "Change how" : "How your contract wants notice"}
      </Link>
      {line}
    </p>
  );
}

function Given({ record, one, by }: { record: ShownRecord; one: GivenNotice; by: string | null }) {
  const { zone } = useScreen();
  const isLetter = one.to.way === "letter" && one.outcome?.is === "drawn";
  return (
    <div>
      <p>
        <b>{describeGiven(one, by, zone)}</b> <EntryMarks record={record} />
        {isLetter ? (
          <>
            {" "}
            <a className="text-link" href={`/account/changes/notices/${record.id}`}>
              Open the letter (PDF)
            </a>
          </>
        ) : null}
      </p>
      <RefusedChanges record={record} />
      {isLetter && one.mailed === null ? <Mailed record={record} /> : null}
    </div>
  );
}

/** How the letter was mailed, typed in by whoever mailed it. */
function Mailed({ record }: { record: ShownRecord }) {
  const store = useStore();
  const { job, zone } = useScreen();
  const [saw] = useState(record.fields);
  const draft = useFormDraft({
    ...{ of: `notice ${record.id} mailing`, job, kind: NOTICE, title: "mailing record" },
    ...{ href: `/account/job/${job}/changes`, record: record.id, saw },
  });
  const submit = async (form: HTMLFormElement): Promise<Outcome | undefined> => {
    const data = new FormData(form);
    const [day, carrier, number] = ["day", "carrier", "number"].map((name) => fieldText(data, name));
    if (!day) return { faults: { day: "Enter the day of the postmark." } };
    await store.write({
      ...{ kind: NOTICE, record: record.id, job, saw, draft: await draft.settled() },
      sets: { mailed: { day, carrier: carrier!, number: number! } },
    });
    draft.next(record.id);
    return { saved: "Saved." };
  };
  return (
    <DraftForm draft={draft} submit={submit} save="Save mailing record" kind="plain">
      {(errorOf) => (
        <div className="estimate-two">
          <Field
            name="day"
            label="Postmarked on"
            type="date"
            required
            defaultValue={Temporal.Now.plainDateISO(zone).toString()}
            error={errorOf("day")}
          />
          <Field
            name="carrier"
            label="Carrier"
            hint="Such as USPS, certified."
            unmarked
            maxLength={LONGEST.carrier}
          />
          <Field name="number" label="Tracking number" unmarked maxLength={LONGEST.number} />
        </div>
      )}
    </DraftForm>
  );
}
