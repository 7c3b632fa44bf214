import { useEffect, useRef, useState } from "react";
import type { Fields } from "#ground/sync/public.ts";
import { fieldText } from "#trade/fieldwork/public.ts";
import { DraftForm, type Outcome, saveFormDraft, useFormDraft, useScreen } from "#trade/fieldwork/public.tsx";
import { Button } from "#ui/button.tsx";
import { Field, TextArea } from "#ui/field.tsx";
import { LONGEST } from "../rules/talk.ts";
import {
  addHazard,
  addStep,
  type Edit,
  editOf,
  type EditStep,
  raiseStep,
  readEdit,
  readPlanForm,
  removeRow,
  setHazard,
  setStep,
} from "./edit.ts";
import { PLAN } from "./plan.ts";
import { LONGEST_LINE, type PlanText } from "./text.ts";

/** What the form of a plan’s steps, hazards and controls is about. */
export interface EditorTarget {
  /** The key of its draft; never change one. */
  readonly of: string;
  readonly href: string;
  /** The text before, and its versions; null for a new plan. */
  readonly from: PlanText | null;
  readonly base: readonly string[];
  /** Of the plan that is changed. */
  readonly record?: { readonly id: string; readonly fields: Fields };
  /** Whether people have signed, so the change needs its reason. */
  readonly isSigned: boolean;
}

/** What somebody wrote, to be saved with its draft. */
export interface Edited {
  readonly text: PlanText;
  readonly why: string;
  readonly base: readonly string[];
  readonly record: string;
  readonly draft: string;
}

/** Steps with their hazards, and on each line what is done about one. */
export function PlanEditor({
  target: { of, href, from, base, record, isSigned },
  save,
  submit,
}: {
  target: EditorTarget;
  save: string;
  submit: (edited: Edited) => Promise<void>;
}) {
  const { job, tell } = useScreen();
  const [edit, setEdit] = useState(() => editOf(from, base));
  const hidden = useRef<HTMLInputElement>(null);
  const draft = useFormDraft({
    ...{ of, job, kind: PLAN, title: "plan for the day", href },
    ...(record ? { record: record.id, saw: record.fields } : {}),
  });
  const json = JSON.stringify(edit);
  // Rows come and go, so the draft is the whole text in one field.
  const saved = useRef(json);
  useEffect(() => {
    if (saved.current === json) return;
    saved.current = json;
    saveFormDraft(draft, hidden.current?.form ?? null);
  }, [draft, json]);
  const remove = (id: string, words: string) => {
    const before = edit;
    setEdit(removeRow(edit, id));
    tell.done(words, async () => {
      setEdit(before);
      return true;
    });
  };
  const read = async (form: HTMLFormElement): Promise<Outcome | undefined> => {
    const why = fieldText(new FormData(form), "why");
    const result = readPlanForm(edit, from);
    if ("faults" in result) return { faults: result.faults };
    if (isSigned && why === "")
      return { faults: { why: "Say what changed, so people know why they sign again." } };
    const { text } = result;
    await submit({ text, why, base: edit.base, record: draft.record, draft: await draft.settled() });
    draft.close();
    return undefined;
  };
  return (
    <DraftForm
      draft={draft}
      submit={read}
      save={save}
      kind="signal"
      onInput={(form) => {
        const found = readEdit(fieldText(new FormData(form), "edit"));
        if (found && hidden.current?.value !== json) setEdit(found);
      }}
    >
      {(errorOf) => (
        <>
          <input type="hidden" name="edit" value={json} ref={hidden} />
          <Field
            name="title"
            label="The work"
            required
            autoComplete="off"
            maxLength={LONGEST_LINE}
            value={edit.title}
            onChange={({ target }) => setEdit({ ...edit, title: target.value })}
            error={errorOf("title")}
          />
          {edit.steps.map((step, at) => (
            <StepFields
              key={step.id}
              step={step}
              at={at}
              edit={edit}
              setEdit={setEdit}
              remove={remove}
              errorOf={errorOf}
            />
          ))}
          <p>
            <Button type="button" kind="plain" onClick={() => setEdit(addStep(edit))}>
              Add a step
            </Button>
          </p>
          {from ? (
            <TextArea
              name="why"
              label="What changed"
              hint={isSigned ? "Everybody signs again. They read this first." : undefined}
              required={isSigned}
              rows={2}
              maxLength={LONGEST.reason}
              error={errorOf("why")}
            />
          ) : null}
        </>
      )}
    </DraftForm>
  );
}

function StepFields({
  step,
  at,
  edit,
  setEdit,
  remove,
  errorOf,
}: {
  step: EditStep;
  at: number;
  edit: Edit;
  setEdit: (edit: Edit) => void;
  remove: (id: string, words: string) => void;
  errorOf: (field: string) => string | undefined;
}) {
  const of = <span className="sr-only"> of step {at + 1}</span>;
  return (
    <fieldset className="plan-step">
      <legend>Step {at + 1}</legend>
      <Field
        name={`step-${step.id}`}
        label="What you do"
        unmarked
        autoComplete="off"
        maxLength={LONGEST_LINE}
        value={step.step}
        onChange={({ target }) => setEdit(setStep(edit, step.id, target.value))}
        error={errorOf(`step-${step.id}`)}
      />
      {step.hazards.map((row, place) => (
        <div key={row.id} className="plan-hazard">
          <Field
            name={`hazard-${row.id}`}
            label="What can go wrong"
            unmarked
            autoComplete="off"
            maxLength={LONGEST_LINE}
            value={row.hazard}
            onChange={({ target }) => setEdit(setHazard(edit, row.id, { hazard: target.value }))}
            error={errorOf(`hazard-${row.id}`)}
          />
          <TextArea
            name={`controls-${row.id}`}
            label="What you do about it"
            hint={at + place === 0 ? "One on each line, the strongest first." : undefined}
            unmarked
            rows={Math.min(8, Math.max(2, row.controls.split("\n").length))}
            value={row.controls}
            onChange={({ target }) => setEdit(setHazard(edit, row.id, { controls: target.value }))}
            error={errorOf(`controls-${row.id}`)}
          />
          {step.hazards.length > 1 ? (
            <Button
              type="button"
              kind="quiet"
              size="small"
              onClick={() => remove(row.id, "The hazard is removed.")}
            >
              Remove this hazard{of}
            </Button>
          ) : null}
        </div>
      ))}
      <div className="plan-step-acts">
        <Button type="button" kind="plain" size="small" onClick={() => setEdit(addHazard(edit, step.id))}>
          Add a hazard{of}
        </Button>
        {at > 0 ? (
          <Button type="button" kind="quiet" size="small" onClick={() => setEdit(raiseStep(edit, step.id))}>
            Move up<span className="sr-only"> step {at + 1}</span>
          </Button>
        ) : null}
        <Button
          type="button"
          kind="quiet"
          size="small"
          onClick={() => remove(step.id, "The step is removed.")}
        >
          Remove the step<span className="sr-only"> {at + 1}</span>
        </Button>
      </div>
    </fieldset>
  );
}
