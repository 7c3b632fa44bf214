import type { ReactNode } from "react";
import { fieldId } from "#ui/field.tsx";
import type { Notes } from "./notes.ts";
import type { Items } from "../outline.ts";

/** Shared by all fields of the form. */
export interface FieldsContext {
  readonly address: string;
  readonly errors: Readonly<Record<string, string>>;
  readonly notes: Notes;
  /** Increases when the script changed field values. */
  readonly epoch: number;
  readonly open: ReadonlySet<string>;
  onFold(name: string, isOpen: boolean): void;
  /** Applies an editing step without submitting; absent without script. */
  onStep(step: string): void;
}

/** The field name of a part. */
export const below = (name: string, part: string | number) =>
  name === "" ? String(part) : `${name}.${part}`;

/** Fragment to scroll to after a step without script. */
export const placeId = (name: string) => `at-${fieldId(name)}`;

/** Folded menu of steps for one item of a list. */
export function Steps({
  part,
  name,
  at,
  count,
  called,
  context,
}: {
  part: Items;
  name: string;
  at: number;
  count: number;
  called: string;
  context: FieldsContext;
}) {
  const own = below(name, at);
  const moves = part.orderedBy === undefined && count > 1;
  const removes = count > part.least;
  if (!moves && !removes) return null;
  const fold = `steps:${own}`;
  const step = (does: string, to: number, words: string) => (
    <StepButton step={`${does} ${own}`} place={below(name, Math.max(0, to))} context={context}>
      {words}
      <span className="sr-only"> {called}</span>
    </StepButton>
  );
  return (
    <details
      className="steps"
      open={context.open.has(fold)}
      onToggle={(event) => context.onFold(fold, event.currentTarget.open)}
    >
      <summary>
        {moves ? (removes ? "Move or remove" : "Move") : "Remove"}
        <span className="sr-only"> {called}</span>
      </summary>
      <div className="flex flex-wrap gap-2 pt-1">
        {moves && at > 0 ? step("up", at - 1, "Move up") : null}
        {moves && at + 1 < count ? step("down", at + 1, "Move down") : null}
        {removes ? step("remove", at - 1, "Remove") : null}
      </div>
    </details>
  );
}

export function Adding({
  part,
  name,
  count,
  context,
}: {
  part: Items;
  name: string;
  count: number;
  context: FieldsContext;
}) {
  const what = part.one.toLowerCase();
  if (count >= part.most)
    return <p className="text-sm text-pencil">{`${part.label}: ${part.most} at most.`}</p>;
  return (
    <p>
      <StepButton step={`add ${name}`} place={below(name, count)} context={context}>
        {`Add ${/^[aeiou]/.test(what) ? "an" : "a"} ${what}`}
      </StepButton>
    </p>
  );
}

/** Submits the form to apply a step; with script, applies it immediately. */
function StepButton({
  step,
  place,
  context,
  children,
}: {
  step: string;
  place: string;
  context: FieldsContext;
  children: ReactNode;
}) {
  return (
    <button
      type="submit"
      name="do"
      value={step}
      className="button"
      data-kind="plain"
      data-size="small"
      data-step={step}
      formAction={`${context.address}#${placeId(place)}`}
      onClick={(event) => {
        event.preventDefault();
        context.onStep(step);
      }}
    >
      {children}
    </button>
  );
}
