import type { Step } from "../plan/planner.ts";
import { unaskedWords } from "./unasked-wording.ts";

/**
 * A step as somebody reads it who asked for it, or did not: see unaskedWords.
 * @param intro what a first mail says to those who did not
 */
export function asRead<Given extends Step | undefined>(
  step: Given,
  hasAsked: boolean,
  intro: string | null = null,
): Given {
  if (!step || hasAsked) return step;
  switch (step.kind) {
    case "gift":
    case "mail":
      return { ...step, ...unaskedWords(step, step.kind === "gift" ? intro : null) };
    case "text":
      return { ...step, body: unaskedWords({ subject: "", body: step.body }, null).body };
    case "call":
      return { ...step, say: unaskedWords({ subject: "", body: step.say }, null).body };
    case "wait":
    case "condition":
      return step;
  }
}
