import { describe, expect, it } from "vitest";
import {
  addHazard,
  addStep,
  editOf,
  raiseStep,
  readEdit,
  readPlanForm,
  removeRow,
  setHazard,
  setStep,
} from "./edit.ts";

const line = (en: string, es = "") => ({ en, es });
const TEXT = {
  title: line("Roof", "Techo"),
  steps: [
    {
      step: line("Climb", "Subir"),
      hazards: [
        { hazard: line("Fall", "Caída"), controls: [line("Tie in", "Amárrate"), line("Net", "Red")] },
      ],
    },
    { step: line("Clean up"), hazards: [{ hazard: line("Nails"), controls: [line("Magnet")] }] },
  ],
  sources: [{ name: "OSHA", cite: "29 CFR 1926.501", year: 2026 }],
};

describe("the form of a plan", () => {
  it("gives back what it was opened with", () => {
    const edit = editOf(TEXT, ["a"]);
    expect(readPlanForm(edit, TEXT)).toEqual({ text: TEXT });
    expect(readEdit(JSON.stringify(edit))).toEqual(edit);
    for (const broken of ["", "{", "[]", '{"steps":1}', "null"]) expect(readEdit(broken)).toBeNull();
  });

  it("keeps the Spanish of lines that didn’t change, and leaves out bullets and repeats", () => {
    const edit = editOf(TEXT);
    const { id } = edit.steps[0]!.hazards[0]!;
    const changed = setHazard(edit, id, { controls: "- Tie in\n\n• Guardrail  at 42 in\n Tie in" });
    const read = readPlanForm(changed, TEXT);
    expect("text" in read && read.text.steps[0]!.hazards[0]!.controls).toEqual([
      line("Tie in", "Amárrate"),
      line("Guardrail at 42 in"),
    ]);
  });

  it("adds, removes and moves steps and hazards", () => {
    let edit = addStep(editOf(TEXT));
    const last = edit.steps.at(-1)!;
    expect(readPlanForm(edit, TEXT)).toEqual({ text: TEXT });
    edit = setStep(edit, last.id, "Load the truck");
    edit = setHazard(edit, last.hazards[0]!.id, { hazard: "Strain", controls: "Two people" });
    edit = addHazard(raiseStep(edit, last.id), last.id);
    expect(edit.steps.map(({ step }) => step)).toEqual(["Climb", "Load the truck", "Clean up"]);
    expect(raiseStep(edit, edit.steps[0]!.id)).toBe(edit);
    edit = removeRow(edit, edit.steps[2]!.id);
    const read = readPlanForm(edit, TEXT);
    expect("text" in read && read.text.steps.map(({ step }) => step.en)).toEqual(["Climb", "Load the truck"]);
    const ids = edit.steps.flatMap(({ id, hazards }) => [id, ...hazards.map((one) => one.id)]);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("says beside the field what is missing", () => {
    const faultsOf = (edit: Parameters<typeof readPlanForm>[0]) => {
      const read = readPlanForm(edit, null);
      return "faults" in read ? read.faults : {};
    };
    const edit = editOf(null);
    const [step] = edit.steps;
    const hazard = step!.hazards[0]!.id;
    expect(faultsOf(edit)).toEqual({
      title: "Say what the work is.",
      [`step-${step!.id}`]: "Add at least one step.",
    });
    const titled = { ...edit, title: "Roof" };
    expect(faultsOf(setStep(titled, step!.id, "Climb"))).toEqual({
      [`hazard-${hazard}`]: "Say what can go wrong in this step.",
    });
    expect(faultsOf(setHazard(titled, hazard, { controls: "Tie in" }))).toEqual({
      [`step-${step!.id}`]: "Say what the step is.",
      [`hazard-${hazard}`]: "Say what can go wrong.",
    });
    expect(
      faultsOf(setHazard(setStep(titled, step!.id, "x".repeat(301)), hazard, { hazard: "Fall" })),
    ).toEqual({
      [`step-${step!.id}`]: "Use at most 300 characters.",
      [`controls-${hazard}`]: "Say what you do about it.",
    });
  });
});
