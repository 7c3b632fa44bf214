import type { Step } from "../plan/planner.ts";
import { unaskedWording } from "./unasked-wording.ts";

/**
 * Rewords a step for a reader who did not ask for it: see unaskedWording.
 * @param intro starts a first email to them
 */
export function wordedFor<Given extends Step | undefined>(
  step: Given,
  hasAsked: boolean,
  intro: string | null = null,
): Given {
  if (!step || hasAsked) return step;
  switch (step.kind) {
    case "gift":
    case "mail":
      return { ...step, ...unaskedWording(step, step.kind === "gift" ? intro : null) };
    case "text":
      return { ...step, body: unaskedWording({ subject: "", body: step.body }, null).body };
    case "call":
      return { ...step, say: unaskedWording({ subject: "", body: step.say }, null).body };
    case "wait":
    case "condition":
      return step;
  }
}
