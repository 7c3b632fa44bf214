import { fieldText } from "#trade/fieldwork/public.ts";
import type { Faults } from "#trade/fieldwork/public.tsx";
import { LineForm, type LineSpot, type LineTarget, readBasics, type ReadLine } from "#trade/lines/public.tsx";
import { moneyInputValue, readMoney } from "#platform/money/money.ts";
import { Checkbox, Field, Select } from "#ui/field.tsx";
import { type Line, LONGEST } from "../rules/estimate.ts";

/** What the form of a line says, or what is wrong with it. */
export function readLine(form: FormData, place: number): ReadLine {
  const { value: basics, faults: wrong } = readBasics(form, false);
  const cost = readMoney(fieldText(form, "cost"));
  const faults: Faults = {
    ...wrong,
    cost: cost === undefined ? "Enter an amount, such as 60." : undefined,
  };
  if (Object.values(faults).some(Boolean)) return { faults };
  const value = {
    place,
    ...basics,
    cost: cost ?? null,
    section: fieldText(form, "section"),
    isTaxable: form.has("isTaxable"),
    isOptional: form.has("isOptional"),
    option: Number(fieldText(form, "option")) || 0,
  };
  return { value, forBook: value };
}

/** The form of a line. @param line the one to change; without it the form adds one and stays open */
export function EstimateLineForm({
  target,
  line,
  spot,
  options,
}: {
  target: LineTarget;
  line: Line | undefined;
  spot: LineSpot;
  options: readonly string[];
}) {
  return (
    <LineForm target={target} {...spot} {...(line ? { line } : {})}>
      {(id, errorOf) => (
        <details className="estimate-more">
          <summary>Cost, tax, section, options</summary>
          <div className="form">
            <Field
              name="cost"
              id={id("cost")}
              label="Unit cost"
              hint="What one costs you. Your client never sees it."
              inputMode="decimal"
              autoComplete="off"
              defaultValue={moneyInputValue(line?.cost ?? null)}
              error={errorOf("cost")}
            />
            <Field
              name="section"
              id={id("section")}
              label="Section"
              hint="A heading such as Demolition. Lines with the same heading go together."
              maxLength={LONGEST.section}
              defaultValue={line?.section}
            />
            <Checkbox
              name="isTaxable"
              id={id("taxable")}
              label="Tax this line"
              defaultChecked={line?.isTaxable}
            />
            <Checkbox
              name="isOptional"
              id={id("optional")}
              label="Optional: my client can add it"
              defaultChecked={line?.isOptional}
            />
            {options.length > 0 ? (
              <Select
                name="option"
                id={id("option")}
                label="Part of"
                required
                defaultValue={String(line?.option ?? 0)}
                options={[
                  { value: "0", label: "Every option" },
                  ...options.map((name, at) => ({ value: String(at + 1), label: name })),
                ]}
              />
            ) : null}
          </div>
        </details>
      )}
    </LineForm>
  );
}
