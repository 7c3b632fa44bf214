import { type Json, useStore } from "#ground/sync/public.tsx";
import { useWrite } from "#trade/fieldwork/public.tsx";
import { Field } from "#ui/field.tsx";
import { ACTIONS, actionsId, MOST_DAYS } from "../rules/action.ts";
import { PRIORITIES, PRIORITY_LABELS } from "../rules/issue.ts";
import { useActionTerms } from "./use-issues.ts";

/** By when the business has safety actions done, and what closing one needs. */
export function ActionTermsForm() {
  const { account } = useStore().who;
  const { write, line } = useWrite();
  const terms = useActionTerms();
  const set = (sets: Readonly<Record<string, Json>>) =>
    void write({ kind: ACTIONS, record: actionsId(account), job: null, sets });
  const choice = (name: "needsPhoto" | "needsSecond", label: string) => (
    <div className="choice">
      <input
        type="checkbox"
        id={name}
        checked={terms[name]}
        onChange={({ target }) => set({ [name]: target.checked })}
      />
      <label htmlFor={name}>{label}</label>
    </div>
  );
  return (
    <details className="fold mt-8">
      <summary>Due dates and closing, on all jobs</summary>
      <div className="mt-2 grid gap-4">
        <div className="issue-days">
          {PRIORITIES.toReversed().map((priority) => (
            <Field
              key={`${priority} ${terms.days[priority]}`}
              name={`days-${priority}`}
              type="number"
              inputMode="numeric"
              min={0}
              max={MOST_DAYS}
              label={`${PRIORITY_LABELS[priority]}, days`}
              unmarked
              defaultValue={terms.days[priority]}
              onBlur={({ target }) => {
                const days = target.valueAsNumber;
                if (!Number.isInteger(days) || days < 0 || days > MOST_DAYS)
                  target.value = String(terms.days[priority]);
                else if (days !== terms.days[priority]) set({ [priority]: days });
              }}
            />
          ))}
        </div>
        <p className="field-hint">
          Days from when it was found; 0 is the same day. Actions that have a date keep it.
        </p>
        {choice("needsPhoto", "Closing an action needs a photo of the fix")}
        {choice("needsSecond", "Closing an action needs a second person, who didn’t make the fix")}
        {line}
      </div>
    </details>
  );
}
