import type { Step } from "../planner.ts";
import { stepText } from "../step-words.ts";
import type { PreviewedStep } from "./step-preview.tsx";

/** A stored step as a preview draws it. */
export function previewedStep(step: Step): PreviewedStep {
  const body = stepText(step);
  if (step.kind === "gift") return { kind: step.kind, subject: step.subject, body };
  if (step.kind === "mail")
    return { kind: step.kind, subject: step.subject, body, signed: step.signed === true };
  return { kind: step.kind, body };
}
