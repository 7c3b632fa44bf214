import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { type Json, type ShownRecord, useRecord, useStore } from "#ground/sync/public.tsx";
import { DraftForm, type Outcome, useFormDraft, useScreen } from "#trade/fieldwork/public.tsx";
import {
  formatCoordinates,
  type Job,
  jobOf,
  readCoordinates,
  ToolPage,
  type ToolUser,
  UsePosition,
} from "#trade/jobs/public.tsx";
import { Field, TextArea } from "#ui/field.tsx";
import { emergencyPath } from "../paths.ts";
import {
  changesBetween,
  EMERGENCY,
  emergencyId,
  emergencyOf,
  LONGEST,
  MOST_CALLS,
  readCard,
  ROLE_IDEAS,
  SPOTS,
} from "./emergency.ts";

/** Rows that are open for people to call; the rest are in a fold. */
const OPEN_CALLS = 3;

/** Fills in or changes the emergency card of a job. */
export default function EditEmergency({ me }: { me: ToolUser }) {
  return (
    <ToolPage me={me} title="Emergency card">
      <Edit />
    </ToolPage>
  );
}

function Edit() {
  const { job, isOwnBusiness } = useScreen();
  const record = useRecord(EMERGENCY, emergencyId(job));
  const of = useRecord("jobs.job", job);
  if (record === undefined || !of) return null;
  if (!isOwnBusiness) return <p>Only people of the business change the emergency card.</p>;
  return <CardForm job={jobOf(job, of.values)} record={record} />;
}

function CardForm({ job, record }: { job: Job; record: ShownRecord | null }) {
  const store = useStore();
  const navigate = useNavigate();
  const [saw] = useState(record?.fields);
  const [before] = useState(() => emergencyOf(record?.values ?? {}));
  const here = emergencyPath(job.id);
  const draft = useFormDraft({
    ...{ of: `emergency ${job.id}`, job: job.id, kind: EMERGENCY, title: "emergency card" },
    ...{ href: `${here}/edit`, record: emergencyId(job.id), ...(saw ? { saw } : {}) },
  });
  const position = before.position ?? (record ? null : job.position);
  const [found, setFound] = useState<Job["position"]>(
    position && { accuracy: null, by: "hand", ...position },
  );
  const submit = async (form: HTMLFormElement): Promise<Outcome | undefined> => {
    const typed = Object.fromEntries(
      [...new FormData(form)].map(([name, value]) => [name, typeof value === "string" ? value : ""]),
    );
    const { card, faults } = readCard(typed, readCoordinates(typed["coordinates"] ?? ""));
    if (Object.keys(faults).length > 0) return { faults };
    const sets = changesBetween(before, card) as Record<string, Json>;
    if (Object.keys(sets).length > 0)
      await store.write({
        ...{ kind: EMERGENCY, record: emergencyId(job.id), job: job.id, sets },
        ...(saw ? { saw } : {}),
        draft: await draft.settled(),
      });
    draft.close();
    await navigate(here, { replace: true });
    return undefined;
  };
  return (
    <>
      <p className="mb-4">
        <Link className="text-link" to={here}>
          Back to the card
        </Link>
      </p>
      <DraftForm draft={draft} submit={submit} save="Save the card" kind="signal">
        {(errorOf) => (
          <>
            <TextArea
              name="address"
              label="Address, as you would tell 911"
              hint="Street, city, and the cross street or the gate. Check it: this comes from the job."
              required
              rows={2}
              maxLength={LONGEST.address}
              defaultValue={before.address || job.address || ""}
              error={errorOf("address")}
            />
            <TextArea
              name="access"
              label="How an ambulance gets in"
              hint="Such as “Gate code 4471, drive around the back”."
              rows={2}
              maxLength={LONGEST.access}
              defaultValue={before.access}
            />
            <Field
              name="coordinates"
              label="Coordinates"
              hint="Use your location at the gate, or type them: 43.61502, -116.20232."
              autoComplete="off"
              defaultValue={formatCoordinates(position)}
              error={errorOf("coordinates")}
            />
            <UsePosition
              position={found}
              onChange={(next) => {
                setFound(next);
                typeInto("coordinates", formatCoordinates(next));
              }}
            />
            <CareFields of="hospital" title="Hospital" care={before.hospital} errorOf={errorOf} />
            <CareFields
              of="clinic"
              title="Clinic for what isn’t 911"
              care={before.clinic}
              errorOf={errorOf}
            />
            <fieldset className="fieldset emergency-fields">
              <legend>Who to call</legend>
              <CallFields
                from={0}
                to={Math.max(OPEN_CALLS, before.calls.length)}
                calls={before.calls}
                errorOf={errorOf}
              />
              {before.calls.length < MOST_CALLS ? (
                <details className="fold">
                  <summary>More people to call</summary>
                  <CallFields
                    from={Math.max(OPEN_CALLS, before.calls.length)}
                    to={MOST_CALLS}
                    calls={before.calls}
                    errorOf={errorOf}
                  />
                </details>
              ) : null}
            </fieldset>
            <fieldset className="fieldset emergency-fields">
              <legend>Where it is</legend>
              {SPOTS.map(({ key, en }) => (
                <Field
                  key={key}
                  name={`spot-${key}`}
                  label={en}
                  autoComplete="off"
                  maxLength={LONGEST.spot}
                  defaultValue={before.spots[key]}
                />
              ))}
            </fieldset>
          </>
        )}
      </DraftForm>
    </>
  );
}

/** As if it was typed, so that the draft has it too. */
function typeInto(name: string, value: string): void {
  const field = document.querySelector<HTMLInputElement>(`input[name=${name}]`);
  if (!field) return;
  field.value = value;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

type ErrorOf = (field: string) => string | undefined;

function CareFields({
  of,
  title,
  care,
  errorOf,
}: {
  of: "hospital" | "clinic";
  title: string;
  care: { readonly name: string; readonly address: string; readonly phone: string } | null;
  errorOf: ErrorOf;
}) {
  return (
    <fieldset className="fieldset emergency-fields">
      <legend>{title}</legend>
      <Field
        name={`${of}-name`}
        label="Name"
        autoComplete="off"
        maxLength={LONGEST.name}
        defaultValue={care?.name}
        error={errorOf(`${of}-name`)}
      />
      <Field
        name={`${of}-address`}
        label="Address"
        autoComplete="off"
        maxLength={LONGEST.address}
        defaultValue={care?.address}
      />
      <Field
        name={`${of}-phone`}
        label="Phone"
        type="tel"
        autoComplete="off"
        maxLength={LONGEST.phone}
        defaultValue={care?.phone}
        error={errorOf(`${of}-phone`)}
      />
    </fieldset>
  );
}

function CallFields({
  from,
  to,
  calls,
  errorOf,
}: {
  from: number;
  to: number;
  calls: readonly { readonly role: string; readonly name: string; readonly phone: string }[];
  errorOf: ErrorOf;
}) {
  return Array.from({ length: to - from }, (_, row) => {
    const at = from + row;
    const call = calls[at];
    return (
      <div key={at} className="emergency-row" role="group" aria-label={`Person ${at + 1}`}>
        <Field
          name={`role-${at}`}
          label="Role"
          suggestions={ROLE_IDEAS}
          autoComplete="off"
          unmarked
          maxLength={LONGEST.name}
          defaultValue={call?.role}
          error={errorOf(`role-${at}`)}
        />
        <Field
          name={`name-${at}`}
          label="Name"
          autoComplete="off"
          unmarked
          maxLength={LONGEST.name}
          defaultValue={call?.name}
        />
        <Field
          name={`phone-${at}`}
          label="Phone"
          type="tel"
          autoComplete="off"
          unmarked
          maxLength={LONGEST.phone}
          defaultValue={call?.phone}
          error={errorOf(`phone-${at}`)}
        />
      </div>
    );
  });
}
