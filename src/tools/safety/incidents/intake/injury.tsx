import { useState } from "react";
import { useNavigate } from "react-router";
import type { OnPad } from "#platform/local/pad.ts";
import { SignaturePad } from "#ground/signatures/public.tsx";
import { EntryForm, EntryPhotos, useEntry, useScreen } from "#trade/fieldwork/public.tsx";
import { ToolPage, type ToolUser } from "#trade/jobs/public.tsx";
import { Button } from "#ui/button.tsx";
import { Checkbox, Field, TextArea } from "#ui/field.tsx";
import { incidentsPath } from "../paths.ts";
import { OSHA_PHONE, REPORT_HOURS, type SevereKind } from "../rules/clocks.ts";
import { INJURY, LONGEST, MOST_WITNESSES } from "../stored/injury.ts";
import { BodyParts } from "./body-figure.tsx";
import { NotForGuests } from "./not-for-guests.tsx";
import { readInjury } from "./read.ts";
import { DoneField, WhatFields } from "./shared-fields.tsx";

/** The report of an injury from the job. */
export default function ReportInjury({ me }: { me: ToolUser }) {
  return (
    <ToolPage me={me} title="Report an injury">
      <NotForGuests>
        <InjuryForm />
      </NotForGuests>
    </ToolPage>
  );
}

const SEVERE_LABELS: Readonly<Record<SevereKind, string>> = {
  death: "The person died",
  hospitalization: "They were admitted to a hospital",
  amputation: "They lost a finger or another part of the body",
  "eye-loss": "They lost an eye",
};

function InjuryForm() {
  const { job, zone, people } = useScreen();
  const navigate = useNavigate();
  const entry = useEntry({
    ...{ kind: INJURY, purpose: "new", noun: "report", isFinal: true },
    ...{ of: `injury of ${job}`, href: incidentsPath(job, "injury") },
    first: (at) => ({ known: new Date(at).toISOString() }),
  });
  const typed = entry.draft.typed;
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const [severe, setSevere] = useState<readonly SevereKind[]>([]);
  const show = (form: HTMLFormElement) => {
    const names = [...new FormData(form).keys()];
    const after = (group: string) =>
      names.flatMap((name) => (name.startsWith(group) ? [name.slice(group.length)] : []));
    setMarked(new Set(after("parts.")));
    setSevere(after("severe.") as SevereKind[]);
  };
  return (
    <EntryForm
      entry={entry}
      read={(form) => readInjury(form, zone, Date.now())}
      save="Send report"
      kind="signal"
      onInput={show}
      done={(notice) => void navigate(`${incidentsPath(job)}${notice ? "?done=injury" : ""}`)}
    >
      {(errorOf) => (
        <>
          <p className="max-w-measure">
            Only the owner and the people they named can read this. Once it’s sent, it leaves this phone.
          </p>
          <Field
            name="name"
            label="Who was hurt"
            required
            autoComplete="off"
            maxLength={LONGEST.name}
            suggestions={people.map(({ name }) => name)}
            error={errorOf("name")}
          />
          <Field
            name="title"
            label="Their job title"
            autoComplete="off"
            maxLength={LONGEST.title}
            hint="Such as roofer or apprentice."
          />
          <WhatFields errorOf={errorOf} />
          <BodyParts marked={marked} />
          <Field
            name="injury"
            label="What the injury is"
            autoComplete="off"
            maxLength={LONGEST.line}
            hint="In your words: a cut, a burn, can’t move the wrist."
          />
          <TextArea
            name="before"
            label="What they were doing just before"
            rows={2}
            maxLength={LONGEST.text}
          />
          <DoneField hint="First aid, who drove them, what was shut off." />
          <fieldset className="field fieldset">
            <legend>Did one of these happen?</legend>
            {(Object.keys(REPORT_HOURS) as SevereKind[]).map((kind) => (
              <Checkbox key={kind} name={`severe.${kind}`} label={SEVERE_LABELS[kind]} />
            ))}
            {severe.length > 0 ? <CallNow kinds={severe} /> : null}
          </fieldset>
          <EntryPhotos entry={entry} />
          <Witnesses typed={typed} errorOf={errorOf} />
        </>
      )}
    </EntryForm>
  );
}

/** The clock runs from the moment when somebody on the job knows. */
const CallNow = ({ kinds }: { kinds: readonly SevereKind[] }) => (
  <p role="status" className="incident-call">
    <b>Call the office now.</b> OSHA must hear of it within{" "}
    {Math.min(...kinds.map((kind) => REPORT_HOURS[kind]))} hours, at{" "}
    <a className="text-link" href={OSHA_PHONE.href}>
      {OSHA_PHONE.digits}
    </a>
    .
  </p>
);

function Witnesses({
  typed,
  errorOf,
}: {
  typed: Readonly<Record<string, string>>;
  errorOf: (field: string) => string | undefined;
}) {
  const begun = Object.keys(typed).map((name) => Number(/^witness-(\d)-/.exec(name)?.[1] ?? 0));
  const [count, setCount] = useState(Math.max(0, ...begun));
  return (
    <fieldset className="field fieldset">
      <legend>Witnesses</legend>
      {Array.from({ length: count }, (_, at) => {
        const of = (what: string) => `witness-${at + 1}-${what}`;
        const drawn = typed[of("drawing")];
        return (
          <div key={of("row")} className="incident-witness">
            <Field
              name={of("name")}
              label={`Witness ${at + 1}`}
              unmarked
              autoComplete="off"
              maxLength={LONGEST.name}
              error={errorOf(of("name"))}
            />
            <TextArea name={of("says")} label="What they saw" rows={2} maxLength={1_000} />
            <SignaturePad
              name={of("drawing")}
              label="Their signature"
              before={drawn ? (JSON.parse(drawn) as OnPad) : undefined}
            />
          </div>
        );
      })}
      {count < MOST_WITNESSES ? (
        <Button type="button" kind="plain" onClick={() => setCount(count + 1)}>
          {count === 0 ? "Add a witness" : "Add another witness"}
        </Button>
      ) : (
        <p className="estimate-quiet">
          A report has {MOST_WITNESSES} witnesses at most. Write the others under what happened.
        </p>
      )}
    </fieldset>
  );
}
