import { type SubmitEvent, useState } from "react";
import type { Units } from "#platform/measures/units.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { OBSERVED, observationFields, readObservation } from "./observation.ts";
import { LONGEST } from "./rules.ts";
import type { Observation } from "./weather-rules.ts";

/** What somebody saw of a day's weather, beside what its source says. @param save keeps it, or rejects with why not */
export function ObservationForm({
  before,
  units,
  save,
  close,
}: {
  before: Observation | null;
  units: Units;
  save: (seen: Omit<Observation, "at">) => Promise<unknown>;
  close: () => void;
}) {
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const shown = observationFields(before, units);
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = [...new FormData(event.currentTarget)].map(([name, value]) => [name, typeof value === "string" ? value : ""]);
    const read = readObservation(Object.fromEntries(typed) as Record<string, string>, before, units);
    if ("errors" in read) return setErrors(read.errors);
    try {
      await save(read);
      close();
    } catch (error) {
      setErrors({ words: error instanceof Error ? error.message : "Not saved. Try again." });
    }
  };
  return (
    <form className="form" onSubmit={(event) => void submit(event)}>
      <Field
        name="words"
        id="weather-words"
        label="What you saw"
        unmarked
        maxLength={LONGEST.caption}
        defaultValue={shown["words"]}
        error={errors["words"]}
        autoFocus
      />
      <div className="log-pair">
        {OBSERVED.map(({ name, label, scale }) => (
          <Field
            key={name}
            name={name}
            id={`weather-${name}`}
            label={`${label}, ${scale.unit[units]}`}
            unmarked
            inputMode="decimal"
            autoComplete="off"
            defaultValue={shown[name]}
            error={errors[name]}
          />
        ))}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button type="submit">Save</Button>
        <Button type="button" kind="quiet" onClick={close}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
