import { type CaseAnswers, type QuestionKey, QUESTIONS } from "./questions.ts";
import { type Truth, truthOf } from "./truth.ts";

/** Why something was decided. */
export interface Reason {
  /** Paragraph of 29 CFR, "1904.7(b)(3)". */
  readonly cites: string;
  readonly says: string;
}

/** What one step of the decision found. */
export interface Finding {
  /** Null while it isn't known. */
  readonly holds: Truth;
  readonly because: readonly Reason[];
  /** Questions whose answers are needed, or could still change the result. */
  readonly missing: readonly QuestionKey[];
}

/** Questions with yes, no or unknown. */
export type PlainKey = {
  [Key in QuestionKey]: CaseAnswers[Key] extends "yes" | "no" | "unknown" ? Key : never;
}[QuestionKey];

export const found = (
  holds: Truth,
  because: Reason | readonly Reason[] = [],
  missing: readonly QuestionKey[] = [],
): Finding => ({ holds, because: [because].flat() as readonly Reason[], missing });

/** The finding of a yes-or-no question. @param says the reason for yes and for no */
export function ask(answers: CaseAnswers, key: PlainKey, says: { yes: string; no: string }): Finding {
  const { cites } = QUESTIONS[key];
  const holds = truthOf(answers[key]);
  return holds === null ? found(null, [], [key]) : found(holds, { cites, says: holds ? says.yes : says.no });
}

/**
 * All steps must hold. A step that fails decides, with its own reasons, whatever else is unknown.
 * @param steps in the order in which reasons are given
 */
export function allOf(...steps: readonly Finding[]): Finding {
  const failed = steps.find(({ holds }) => holds === false);
  if (failed) return found(false, failed.because);
  const missing = [...new Set(steps.flatMap((step) => step.missing))];
  const isOpen = steps.some(({ holds }) => holds === null);
  return found(
    isOpen ? null : true,
    steps.flatMap(({ because }) => because),
    missing,
  );
}
