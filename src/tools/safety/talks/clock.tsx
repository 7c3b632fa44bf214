import { useState } from "react";
import { Link } from "react-router";
import { useRecord, useStore } from "#ground/sync/public.tsx";
import { fieldText } from "#trade/fieldwork/public.ts";
import { Conflicts, EntryMarks, FieldForm, type Outcome, useScreen } from "#trade/fieldwork/public.tsx";
import { ToolPage, type ToolUser } from "#trade/jobs/public.tsx";
import { Checkbox, Field, RadioGroup, Select } from "#ui/field.tsx";
import { CLOCK, clockId, clockOf, MOST_EVERY, PRESETS } from "../rules/clock.ts";
import { talksPath } from "./start.ts";
import { useToday } from "./use-talks.ts";

/** How often this job has a toolbox talk. */
export default function TalkClock({ me }: { me: ToolUser }) {
  return (
    <ToolPage me={me} title="How often there’s a talk">
      <ClockForm />
    </ToolPage>
  );
}

function ClockForm() {
  const { job, isOwnBusiness, people } = useScreen();
  const store = useStore();
  const id = clockId(job);
  const record = useRecord(CLOCK, id);
  const today = useToday().toString();
  const clock = clockOf(record?.values ?? {});
  const preset = PRESETS.find(
    ({ clock: one }) =>
      clock && one.every === clock.every && one.unit === clock.unit && one.start === clock.start,
  );
  const first = preset?.key ?? (clock ? "own" : "ca");
  const [chosen, setChosen] = useState<string>();
  if (record === undefined) return null;
  const choice = chosen ?? first;
  const submit = async (form: HTMLFormElement): Promise<Outcome | undefined> => {
    const data = new FormData(form);
    const which = fieldText(data, "which");
    const every = Number(fieldText(data, "every"));
    const unit = fieldText(data, "unit") === "weeks" ? ("weeks" as const) : ("working-days" as const);
    if (which === "own" && !(Number.isInteger(every) && every >= 1 && every <= MOST_EVERY))
      return { faults: { every: `Enter a whole number, 1 to ${MOST_EVERY}.` } };
    const next =
      which === "none"
        ? null
        : (PRESETS.find(({ key }) => key === which)?.clock ?? { every, unit, start: data.has("start") });
    await store.write({
      ...{ kind: CLOCK, record: id, job },
      sets: { clock: next && { ...next }, ...(clock ? {} : { since: today }) },
    });
    return { saved: next ? "Saved. What’s due shows on Today." : "Saved. Nobody is reminded of talks." };
  };
  return (
    <>
      <p className="mb-4">
        <Link className="text-link" to={talksPath(job)}>
          All talks of this job
        </Link>
      </p>
      {record ? (
        <>
          <EntryMarks record={record} />
          <Conflicts record={record} people={people} />
        </>
      ) : null}
      {isOwnBusiness ? (
        <FieldForm submit={submit} save="Save" kind="signal" tell={null}>
          {(errorOf) => (
            <>
              <div
                onChange={({ target }) => {
                  if (target instanceof HTMLInputElement && target.name === "which") setChosen(target.value);
                }}
              >
                <RadioGroup
                  name="which"
                  label="A talk is due"
                  defaultValue={first}
                  options={[
                    ...PRESETS.map(({ key, label, cite }) => ({ value: key, label, hint: cite })),
                    { value: "own", label: "Our own rule" },
                    { value: "none", label: "Never: no reminder" },
                  ]}
                />
              </div>
              {choice === "own" ? (
                <>
                  <div className="estimate-two">
                    <Field
                      name="every"
                      label="Every"
                      unmarked
                      inputMode="numeric"
                      autoComplete="off"
                      defaultValue={String(clock?.every ?? 1)}
                      error={errorOf("every")}
                    />
                    <Select
                      name="unit"
                      label="Counted in"
                      required
                      defaultValue={clock?.unit ?? "weeks"}
                      options={[
                        { value: "weeks", label: "Weeks" },
                        { value: "working-days", label: "Working days (Monday to Friday)" },
                      ]}
                    />
                  </div>
                  <Checkbox
                    name="start"
                    label="Also on the first day"
                    defaultChecked={clock?.start ?? false}
                  />
                </>
              ) : null}
              <p className="estimate-quiet">
                Only a finished talk counts. The presets say what we read in the rule in 2026; check with your
                state which one holds for you.
              </p>
            </>
          )}
        </FieldForm>
      ) : (
        <p>Only people of the business say how often there’s a talk.</p>
      )}
    </>
  );
}
