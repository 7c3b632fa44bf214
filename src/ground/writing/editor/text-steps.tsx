import type { ReactNode } from "react";
import { fieldId } from "#ui/field.tsx";
import type { Notes } from "./notes.ts";
import type { Items } from "../outline.ts";

/** What every field of the form needs to know beside its own words. */
export interface FieldsContext {
  /** Where the form is sent. */
  readonly address: string;
  readonly errors: Readonly<Record<string, string>>;
  readonly notes: Notes;
  /** Goes up when the script has changed what stands in the fields. */
  readonly epoch: number;
  /** Folds that are open. */
  readonly open: ReadonlySet<string>;
  onFold(name: string, isOpen: boolean): void;
  /** Takes a step of editing without sending the form; nothing where there is no script. */
  onStep(step: string): void;
}

/** The name of a part of something. */
export const below = (name: string, part: string | number) =>
  name === "" ? String(part) : `${name}.${part}`;

/** Where the page goes without a script after a step: to the item it was about. */
export const placeId = (name: string) => `at-${fieldId(name)}`;

/** What can be done with one item of a list, folded away until it is wanted. */
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

/** Adds one more to a list, while there is room. */
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

/** Sends the form to see the step done; with a script it is done at once. */
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
