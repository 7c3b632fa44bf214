import { type ReactNode, useRef, useState } from "react";
import { Field, Select } from "#ui/field.tsx";
import { changesOf, faultsOf, positionOf, TYPED, type Typed, typedOf } from "./job-fields.ts";
import { FieldForm, type Outcome } from "#trade/fieldwork/public.tsx";
import { type FindLeads, type FoundLead, LeadPicker } from "../people/lead-picker.tsx";
import { type Job, LONGEST, type Position, STATUS_WORDS, STATUSES } from "../rules.ts";
import { formatCoordinates, zoneNames } from "./coordinates.ts";
import { UsePosition } from "./use-position.tsx";

type Values = Readonly<
  Record<string, string | number | null | { readonly [name: string]: string | number | null }>
>;

/**
 * Only a name and a place are required.
 * @param save an error it throws is shown, and nothing typed is lost
 */
export function JobForm({
  job,
  words,
  save,
  findLeads,
  beside,
}: {
  job: Job | null;
  words: string;
  save: (changes: Values) => Promise<void>;
  findLeads: FindLeads;
  /** Shown above the fields. */
  beside?: ReactNode;
}) {
  const form = useRef<HTMLFormElement>(null);
  const [leadId, setLeadId] = useState(job?.leadId ?? null);
  const [position, setPosition] = useState<Position | null>(job?.position ?? null);
  const [before] = useState(() => typedOf(job, new Intl.DateTimeFormat().resolvedOptions().timeZone));
  const [coordinates, setCoordinates] = useState(before.coordinates);
  const locate = (found: Position | null) => {
    setPosition(found);
    setCoordinates(formatCoordinates(found));
  };

  const submit = async (filled: HTMLFormElement): Promise<Outcome | undefined> => {
    const data = new FormData(filled);
    const typed = Object.fromEntries(TYPED.map((name) => [name, (data.get(name) ?? "") as string])) as Typed;
    const found = faultsOf(typed);
    if (Object.keys(found).length > 0) return { faults: found };
    const changes: Record<string, Values[string]> = changesOf(typed, job);
    const place = positionOf(typed.coordinates, position);
    if (JSON.stringify(place) !== JSON.stringify(job?.position ?? null))
      changes["position"] = place && { ...place };
    if (leadId !== (job?.leadId ?? null)) changes["leadId"] = leadId;
    await save(changes);
    return undefined;
  };
  const choose = (lead: FoundLead | null) => {
    setLeadId(lead?.id ?? null);
    if (!lead) return;
    for (const [name, value] of [
      ["clientName", lead.name],
      ["clientPhone", lead.phone ?? ""],
      ["clientEmail", lead.email ?? ""],
    ] as const) {
      const field = form.current?.elements.namedItem(name);
      if (field instanceof HTMLInputElement) field.value = value.slice(0, LONGEST[name]);
    }
  };
  return (
    <FieldForm ref={form} className="field-form" submit={submit} save={words} tell={null}>
      {(errorOf) => {
        const fieldProps = (name: keyof Typed) => ({
          name,
          defaultValue: before[name],
          error: errorOf(name),
        });
        return (
          <>
            {beside}
            <Field
              {...fieldProps("name")}
              label="Name"
              required
              autoComplete="off"
              autoFocus={!job}
              placeholder="Miller roof"
            />
            <Field
              {...fieldProps("address")}
              label="Address"
              required={!coordinates.trim()}
              unmarked
              autoComplete="off"
              placeholder="418 Alder Street, Boise"
            />
            <UsePosition position={position} onChange={locate} />
            <details className="fold">
              <summary>Location and time zone</summary>
              <div className="form mt-4">
                <Field
                  name="coordinates"
                  label="Coordinates"
                  hint="From any map: latitude, then longitude. We use it for the job’s weather."
                  placeholder="43.6150, -116.2023"
                  autoComplete="off"
                  value={coordinates}
                  onChange={({ target }) => setCoordinates(target.value)}
                  error={errorOf("coordinates")}
                />
                <Field
                  {...fieldProps("zone")}
                  label="Time zone"
                  hint="The job’s days follow this time zone. Blank means your business’s."
                  autoComplete="off"
                  suggestions={zoneNames()}
                />
              </div>
            </details>
            <details className="fold" open={Boolean(job)}>
              <summary>Client, dates, and contract sum</summary>
              <div className="form mt-4">
                <LeadPicker find={findLeads} chosen={leadId} choose={choose} />
                <Field {...fieldProps("clientName")} label="Client’s name" autoComplete="off" />
                <Field {...fieldProps("clientPhone")} label="Client’s phone" type="tel" autoComplete="off" />
                <Field
                  {...fieldProps("clientEmail")}
                  label="Client’s email"
                  type="email"
                  autoComplete="off"
                />
                <Select
                  {...fieldProps("status")}
                  label="Status"
                  unmarked
                  options={STATUSES.map((value) => ({ value, label: STATUS_WORDS[value] }))}
                />
                <Field {...fieldProps("startsOn")} label="Start" type="date" />
                <Field {...fieldProps("finishesOn")} label="Finish" type="date" />
                <Field
                  {...fieldProps("contract")}
                  label="Contract sum"
                  inputMode="decimal"
                  autoComplete="off"
                  placeholder="12,400"
                />
              </div>
            </details>
          </>
        );
      }}
    </FieldForm>
  );
}
