import { useState } from "react";
import type { Units } from "#platform/measures/units.ts";
import { Button } from "#ui/button.tsx";
import { Field as Input, Select } from "#ui/field.tsx";
import { CALCULATORS } from "./calculators.ts";
import { type Calculator, startOf, workOut, type Worked } from "./calculator.ts";
import { type Field, unitOf } from "./fields.ts";
import { nameQuantity, type Result } from "./sheet.ts";

const CHOICES = CALCULATORS.map(({ id, label }) => ({ value: id, label }));
// Neither in what the form around them saves, nor sent by Enter.
const OUTSIDE_THE_FORM = { form: "", name: "" } as const;

/**
 * A fold in a form with calculators of quantities. What was typed stays while the screen is open.
 * @param id a prefix of ids, its own on the page
 * @param use called with the result that a person chose
 */
export function Calculate({ id, units, use }: { id: string; units: Units; use: (result: Result) => void }) {
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState<Calculator>();
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const worked = chosen && workOut(chosen, typed, units);
  return (
    <details
      className="fold"
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      onInput={(event) => event.stopPropagation()}
    >
      <summary>Calculate</summary>
      <div className="form mt-3">
        <Select
          {...OUTSIDE_THE_FORM}
          id={`${id}-calculator`}
          label="What to calculate"
          unmarked
          placeholder="Choose one"
          options={CHOICES}
          value={chosen?.id ?? ""}
          onChange={({ target }) => {
            const next = CALCULATORS.find((one) => one.id === target.value);
            setChosen(next);
            setTyped(next ? startOf(next, units, chosen, typed) : {});
          }}
        />
        {chosen && worked ? (
          <>
            <div className="grid grid-cols-2 items-end gap-x-4 gap-y-3">
              {chosen.fields.map((field) => (
                <Measure
                  key={`${chosen.id} ${field.name}`}
                  id={`${id}-${field.name}`}
                  field={field}
                  units={units}
                  typed={typed[field.name] ?? ""}
                  found={worked.reads[field.name] ?? null}
                  change={(value) => setTyped({ ...typed, [field.name]: value })}
                />
              ))}
            </div>
            <Results
              worked={worked}
              use={(result) => {
                setOpen(false);
                use(result);
              }}
            />
          </>
        ) : null}
      </div>
    </details>
  );
}

const SHOWN = new Set<Field["kind"]>(["length", "small", "area", "face", "rise"]);

/** A field, and what it was understood as. */
function Measure({
  id,
  field,
  units,
  typed,
  found,
  change,
}: {
  id: string;
  field: Field;
  units: Units;
  typed: string;
  found: Worked["reads"][string] | null;
  change: (typed: string) => void;
}) {
  const unit = unitOf(field, units);
  const isMarked = field.isOptional && !field.start;
  const error = found && "error" in found ? found.error : undefined;
  const words = found && "words" in found && typed.trim() && SHOWN.has(field.kind) ? found.words : "";
  return (
    <div className="min-w-0">
      <Input
        {...OUTSIDE_THE_FORM}
        id={id}
        label={unit ? `${field.label} (${unit})` : field.label}
        required={!field.isOptional}
        unmarked={!isMarked}
        autoComplete="off"
        autoCapitalize="off"
        value={typed}
        error={error}
        aria-describedby={[error && `${id}-error`, isMarked && `${id}-optional`, words && `${id}-words`]
          .filter(Boolean)
          .join(" ")}
        onChange={({ target }) => change(target.value)}
      />
      <p className="field-hint mt-1 min-h-6" id={`${id}-words`}>
        {words}
      </p>
    </div>
  );
}

function Results({ worked: { steps, results }, use }: { worked: Worked; use: (result: Result) => void }) {
  return (
    <div className="grid gap-4">
      <div role="status">
        {steps.length === 0 ? (
          <p className="field-hint">Enter the measurements to see the result.</p>
        ) : (
          <ul className="grid gap-1 tabular-nums wrap-anywhere">
            {[...new Set(steps)].map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ul>
        )}
      </div>
      <div className="flex flex-wrap gap-3">
        {results.map((result) => (
          <Button key={`${result.unit} ${result.text}`} kind="plain" onClick={() => use(result)}>
            {`Use ${nameQuantity(result.quantity, result.unit)}`}
            {results.filter(({ unit }) => unit === result.unit).length > 1 ? `: ${result.text}` : ""}
          </Button>
        ))}
      </div>
    </div>
  );
}
