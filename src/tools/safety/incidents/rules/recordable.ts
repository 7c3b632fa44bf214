import { criteria } from "./criteria.ts";
import { allOf, type Reason } from "./finding.ts";
import { type CaseAnswers, type Question, type QuestionKey, QUESTIONS } from "./questions.ts";
import { newCase, workRelated, yours } from "./work-related.ts";

/** The columns G to J of OSHA's log, the most serious first. */
const CLASSIFICATIONS = ["death", "days away", "restricted", "other"] as const;
export type Classification = (typeof CLASSIFICATIONS)[number];

export interface Decision {
  readonly decision: "recordable" | "not recordable" | "not enough known";
  /** In the order of the regulation. What is known so far, while it isn't decided. */
  readonly because: readonly Reason[];
  /** Null unless it is recordable. */
  readonly classification: Classification | null;
  /** What is still to find out. Of a recordable case: what could still change it. */
  readonly missing: readonly ({ readonly question: QuestionKey } & Question)[];
}

/** Questions about more serious outcomes, in the order of the columns. */
const OUTCOMES = ["death", "daysAway", "restricted"] as const;

/** 1904.29: only the most serious outcome is marked. */
function classify(answers: CaseAnswers): { classification: Classification; missing: readonly QuestionKey[] } {
  const at = OUTCOMES.findIndex((key) => answers[key] === "yes");
  const rank = at === -1 ? OUTCOMES.length : at;
  return {
    classification: CLASSIFICATIONS[rank]!,
    missing: OUTCOMES.slice(0, rank).filter((key) => answers[key] === "unknown"),
  };
}

/**
 * Whether a case goes on OSHA's log, in the order of 29 CFR 1904.4: work-related (1904.5), new (1904.6), and
 * serious enough (1904.7 to 1904.11). "Not recordable" is final: no answer that is still unknown can change
 * it. "Recordable" without anything missing is final too.
 */
export function decide(answers: CaseAnswers): Decision {
  const { holds, because, missing } = allOf(
    yours(answers),
    workRelated(answers),
    newCase(answers),
    criteria(answers),
  );
  const asked = (keys: readonly QuestionKey[]) =>
    keys.map((question) => ({ question, ...QUESTIONS[question] }));
  if (holds === false) return { decision: "not recordable", because, classification: null, missing: [] };
  if (holds === null)
    return { decision: "not enough known", because, classification: null, missing: asked(missing) };
  const { classification, missing: serious } = classify(answers);
  return { decision: "recordable", because, classification, missing: asked([...missing, ...serious]) };
}
