import type { Step } from "../plan/planner.ts";
import { stepText } from "../message/describe-step.ts";
import type { PreviewedStep } from "./step-preview.tsx";

export function previewedStep(step: Step): PreviewedStep {
  const body = stepText(step);
  if (step.kind === "gift") return { kind: step.kind, subject: step.subject, body };
  if (step.kind === "mail")
    return { kind: step.kind, subject: step.subject, body, signed: step.signed === true };
  return { kind: step.kind, body };
}
