import { readRecord, readText } from "#ground/sync/public.ts";
import { type Line, linesOf, LONGEST_LINE, type PlanText, refuseText } from "./text.ts";

/** A hazard as a form has it: one control on each line. */
export interface EditHazard {
  readonly id: string;
  readonly hazard: string;
  readonly controls: string;
}

export interface EditStep {
  readonly id: string;
  readonly step: string;
  readonly hazards: readonly EditHazard[];
}

/** A plan’s text as a form has it. */
export interface Edit {
  readonly title: string;
  readonly steps: readonly EditStep[];
  /** Versions of the plan as it was when the form opened; none for a new one. */
  readonly base: readonly string[];
  /** For the id of the next row. */
  readonly next: number;
}

/** An empty step with an empty hazard. */
const newStep = (id: number): EditStep => ({
  ...{ id: String(id), step: "", hazards: [{ id: String(id + 1), hazard: "", controls: "" }] },
});

/** A text for a form; one empty step without a text. */
export function editOf(text: PlanText | null, base: readonly string[] = []): Edit {
  let next = 0;
  const id = () => String(next++);
  if (!text) return { title: "", steps: [newStep(0)], base, next: 2 };
  const steps = text.steps.map(({ step, hazards }) => ({
    ...{ id: id(), step: step.en },
    hazards: hazards.map(({ hazard, controls }) => ({
      ...{ id: id(), hazard: hazard.en, controls: controls.map(({ en }) => en).join("\n") },
    })),
  }));
  return { title: text.title.en, steps, base, next };
}

/** Reads a form’s draft; null for anything else. */
export function readEdit(json: string): Edit | null {
  try {
    const { title, steps, base, next } = readRecord(JSON.parse(json)) ?? {};
    if (!Array.isArray(steps) || !Array.isArray(base) || typeof next !== "number") return null;
    return {
      ...{ title: readText(title), base: base.map(readText), next },
      steps: steps.map((one) => {
        const { id, step, hazards } = readRecord(one) ?? {};
        return {
          ...{ id: readText(id), step: readText(step) },
          hazards: (Array.isArray(hazards) ? hazards : []).map((other) => {
            const { id: own, hazard, controls } = readRecord(other) ?? {};
            return { id: readText(own), hazard: readText(hazard), controls: readText(controls) };
          }),
        };
      }),
    };
  } catch {
    return null;
  }
}

const changeStep = (edit: Edit, id: string, to: (step: EditStep) => EditStep): Edit => ({
  ...edit,
  steps: edit.steps.map((step) => (step.id === id ? to(step) : step)),
});

/** A new step at the end. */
export const addStep = (edit: Edit): Edit => ({
  ...{ ...edit, steps: [...edit.steps, newStep(edit.next)], next: edit.next + 2 },
});

export const addHazard = (edit: Edit, step: string): Edit =>
  changeStep({ ...edit, next: edit.next + 1 }, step, (one) => ({
    ...one,
    hazards: [...one.hazards, { id: String(edit.next), hazard: "", controls: "" }],
  }));

export const setStep = (edit: Edit, id: string, step: string): Edit =>
  changeStep(edit, id, (one) => ({ ...one, step }));

export const setHazard = (edit: Edit, id: string, sets: Partial<Omit<EditHazard, "id">>): Edit => ({
  ...edit,
  steps: edit.steps.map((step) => ({
    ...step,
    hazards: step.hazards.map((one) => (one.id === id ? { ...one, ...sets } : one)),
  })),
});

/** Takes out a step or a hazard. */
export const removeRow = (edit: Edit, id: string): Edit => ({
  ...edit,
  steps: edit.steps
    .filter((step) => step.id !== id)
    .map((step) => ({ ...step, hazards: step.hazards.filter((one) => one.id !== id) })),
});

/** One place up. */
export function raiseStep(edit: Edit, id: string): Edit {
  const at = edit.steps.findIndex((step) => step.id === id);
  return at < 1
    ? edit
    : { ...edit, steps: edit.steps.with(at - 1, edit.steps[at]!).with(at, edit.steps[at - 1]!) };
}

const oneLine = (typed: string): string => typed.replaceAll(/\s+/g, " ").trim();
/** A dash or a bullet before a line is left out. */
const listIn = (typed: string): string[] => [
  ...new Set(
    typed
      .split("\n")
      .map((line) => oneLine(line).replace(/^[-–•*]\s*/, ""))
      .filter(Boolean),
  ),
];

/** A text, or what is wrong by the names of fields: "title", "step-3", "hazard-4", "controls-4". */
export type ReadEdit = { readonly text: PlanText } | { readonly faults: Readonly<Record<string, string>> };

/**
 * Reads a form. Rows in which nothing was typed are left out.
 * @param from the text before: lines that didn’t change keep their Spanish, and it has the sources
 */
export function readPlanForm(edit: Edit, from: PlanText | null): ReadEdit {
  const spanish = new Map(from ? linesOf(from).map(({ en, es }) => [en, es]) : []);
  const line = (en: string): Line => ({ en, es: spanish.get(en) ?? "" });
  const faults: Record<string, string> = {};
  const long = `Use at most ${LONGEST_LINE} characters.`;
  const title = oneLine(edit.title);
  if (title === "") faults["title"] = "Say what the work is.";
  else if (title.length > LONGEST_LINE) faults["title"] = long;
  const steps = edit.steps.flatMap(({ id, step: typed, hazards: rows }) => {
    const step = oneLine(typed);
    const filled = rows.filter((row) => oneLine(row.hazard) !== "" || listIn(row.controls).length > 0);
    if (step === "" && filled.length === 0) return [];
    if (step === "") faults[`step-${id}`] = "Say what the step is.";
    else if (step.length > LONGEST_LINE) faults[`step-${id}`] = long;
    else if (filled.length === 0)
      faults[rows[0] ? `hazard-${rows[0].id}` : `step-${id}`] = "Say what can go wrong in this step.";
    const hazards = filled.map((row) => {
      const [hazard, controls] = [oneLine(row.hazard), listIn(row.controls)];
      if (hazard === "") faults[`hazard-${row.id}`] = "Say what can go wrong.";
      else if (hazard.length > LONGEST_LINE) faults[`hazard-${row.id}`] = long;
      if (controls.length === 0) faults[`controls-${row.id}`] = "Say what you do about it.";
      else if (controls.some((one) => one.length > LONGEST_LINE))
        faults[`controls-${row.id}`] = `Use at most ${LONGEST_LINE} characters in a line.`;
      return { hazard: line(hazard), controls: controls.map(line) };
    });
    return [{ step: line(step), hazards }];
  });
  if (steps.length === 0)
    faults[edit.steps[0] ? `step-${edit.steps[0].id}` : "title"] ??= "Add at least one step.";
  if (Object.keys(faults).length > 0) return { faults };
  const text = { title: line(title), steps, sources: from?.sources ?? [] };
  const why = refuseText(text);
  return why === null ? { text } : { faults: { title: why } };
}
