import { type Finding, found, type PlainKey, type Reason } from "./finding.ts";
import { type CaseAnswers, DIAGNOSES, type QuestionKey, QUESTIONS, SPECIAL_CASES } from "./questions.ts";
import { TREATMENTS } from "./treatments.ts";
import { type Truth, truthOf } from "./truth.ts";

/** One way in which a case must be recorded. */
interface Criterion {
  readonly met: Truth;
  readonly because: readonly Reason[];
  readonly missing: readonly QuestionKey[];
}

const PLAIN = {
  death: "The person died.",
  daysAway: "It led to days away from work.",
  restricted: "It led to restricted work or a transfer to another job.",
  unconscious: "The person lost consciousness.",
} as const;

function plain(answers: CaseAnswers, key: keyof typeof PLAIN): Criterion {
  const met = truthOf(answers[key]);
  return {
    met,
    because: met ? [{ cites: QUESTIONS[key].cites, says: PLAIN[key] }] : [],
    missing: met === null ? [key] : [],
  };
}

/** 1904.7(b)(5): one medical treatment is enough. First aid alone isn't, however often it was given. */
function treatment({ treatments, moreTreatment }: CaseAnswers): Criterion {
  const rules = treatments.map((key) => TREATMENTS[key]);
  const beyond = rules.filter((rule) => rule.is === "medical");
  if (beyond.length > 0) {
    const because = beyond.map(({ cites, label }) => ({ cites, says: `Goes beyond first aid: ${label}.` }));
    return { met: true, because, missing: [] };
  }
  if (moreTreatment !== "no") return { met: null, because: [], missing: ["moreTreatment"] };
  return {
    met: false,
    because: rules.map(({ cites, label, is }) => ({
      cites,
      says: is === "first aid" ? `First aid: ${label}.` : `No treatment: ${label}.`,
    })),
    missing: [],
  };
}

/** 1904.7(b)(7): recorded when it is diagnosed, even if nothing else follows. */
function diagnosis({ diagnosis: which }: CaseAnswers): Criterion {
  if (which === "unknown") return { met: null, because: [], missing: ["diagnosis"] };
  if (which === "none") return { met: false, because: [], missing: [] };
  const { cites, label } = DIAGNOSES[which];
  return { met: true, because: [{ cites, says: `A doctor diagnosed: ${label}.` }], missing: [] };
}

/** Special cases that depend on more questions: the answer each needs, and what to say if it is the other. */
const SPECIAL_STEPS = {
  splash: {
    says: "A bloodborne illness was diagnosed.",
    steps: [["bloodborne", "yes", "A splash is recorded only if it leads to a bloodborne illness."]],
  },
  removal: {
    says: "An OSHA standard requires that the person is taken off the job.",
    steps: [["removalRequired", "yes", "The removal was voluntary, below the limit of the standard."]],
  },
  hearing: {
    says: "The test shows a shift in hearing and a level of 25 dB or more.",
    steps: [
      ["hearingShift", "yes", "The hearing test shows no standard threshold shift."],
      ["hearing25", "yes", "The hearing level is below 25 dB."],
      ["hearingRetestCleared", "no", "A second test within 30 days didn't confirm the shift."],
    ],
  },
  tuberculosis: {
    says: "They were exposed to active tuberculosis on the job and were infected.",
    steps: [
      ["tbExposed", "yes", "They weren't exposed to active tuberculosis on the job."],
      ["tbInfected", "yes", "No infection was found."],
      ["tbElsewhere", "no", "The infection came from a source outside work."],
    ],
  },
} as const satisfies Record<
  string,
  { says: string; steps: readonly (readonly [key: PlainKey, needs: "yes" | "no", otherwise: string])[] }
>;

/** 1904.8 to 1904.11: cases that are recorded although 1904.7 wouldn't ask for it. */
function special(answers: CaseAnswers): Criterion {
  const { special: which } = answers;
  if (which === "unknown") return { met: null, because: [], missing: ["special"] };
  if (which === "none") return { met: false, because: [], missing: [] };
  const { cites } = SPECIAL_CASES[which];
  if (which === "sharps") {
    const says = "Needlesticks and cuts with another person's blood are always recorded.";
    return { met: true, because: [{ cites, says }], missing: [] };
  }
  const { says, steps } = SPECIAL_STEPS[which];
  const failed = steps.find(([key, needs]) => answers[key] !== "unknown" && answers[key] !== needs);
  if (failed) {
    const [key, , otherwise] = failed;
    return { met: false, because: [{ cites: QUESTIONS[key].cites, says: otherwise }], missing: [] };
  }
  const missing = steps.map(([key]) => key).filter((key) => answers[key] === "unknown");
  return missing.length > 0
    ? { met: null, because: [], missing }
    : { met: true, because: [{ cites, says }], missing: [] };
}

/** 1904.7 and 1904.8 to 1904.11: whether a case is serious enough to record. One criterion is enough. */
export function criteria(answers: CaseAnswers): Finding {
  const list: readonly Criterion[] = [
    plain(answers, "death"),
    plain(answers, "daysAway"),
    plain(answers, "restricted"),
    treatment(answers),
    plain(answers, "unconscious"),
    diagnosis(answers),
    special(answers),
  ];
  const met = list.filter((one) => one.met === true);
  if (met.length > 0)
    return found(
      true,
      met.flatMap(({ because }) => because),
    );
  const missing = list.flatMap((one) => one.missing);
  if (missing.length > 0) return found(null, [], missing);
  const says = "It led to no days away, no restricted work, and no more than first aid.";
  return found(false, [{ cites: "1904.7(a)", says }, ...list.flatMap(({ because }) => because)]);
}
