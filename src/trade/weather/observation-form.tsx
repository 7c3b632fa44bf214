import type { ReactNode } from "react";
import { FieldForm, type Outcome, type Announcer } from "#trade/fieldwork/public.tsx";
import type { Units } from "#platform/measures/units.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { OBSERVED, observationFields, readObservation } from "./observation.ts";
import { LONGEST_WORDS, type Observation } from "./rules.ts";

/** @param save rejects with the reason @param beside shown above the fields */
export function ObservationForm({
  before,
  units,
  save,
  close,
  tell,
  beside,
}: {
  before: Observation | null;
  units: Units;
  save: (seen: Omit<Observation, "at">) => Promise<unknown>;
  close: () => void;
  tell: Announcer;
  beside: ReactNode;
}) {
  const shown = observationFields(before, units);
  const submit = async (form: HTMLFormElement): Promise<Outcome | undefined> => {
    const typed = [...new FormData(form)].map(([name, value]) => [
      name,
      typeof value === "string" ? value : "",
    ]);
    const read = readObservation(Object.fromEntries(typed) as Record<string, string>, before, units);
    if ("errors" in read) return { faults: read.errors };
    await save(read);
    close();
    return undefined;
  };
  return (
    <FieldForm
      className="weather-form"
      submit={submit}
      tell={tell}
      beside={
        <Button type="button" kind="quiet" onClick={close}>
          Cancel
        </Button>
      }
    >
      {(errorOf) => (
        <>
          {beside}
          <Field
            name="words"
            id="weather-words"
            label="What you saw"
            unmarked
            maxLength={LONGEST_WORDS}
            defaultValue={shown["words"]}
            error={errorOf("words")}
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
                error={errorOf(name)}
              />
            ))}
          </div>
        </>
      )}
    </FieldForm>
  );
}
