import type { Reason } from "./finding.ts";
import type { Answer } from "./truth.ts";

/** Printed on the log instead of the name: 1904.29(b)(6). */
export const PRIVACY_NAME = "Privacy case";

/** 1904.29(b)(7): the complete list (1904.29(b)(8)) of cases that hide the name. */
export const PRIVACY_QUESTIONS = {
  intimate: {
    cites: "1904.29(b)(7)(i)",
    asks: "Was an intimate body part or the reproductive system hurt?",
  },
  assault: { cites: "1904.29(b)(7)(ii)", asks: "Did it result from a sexual assault?" },
  mental: { cites: "1904.29(b)(7)(iii)", asks: "Is it a mental illness?" },
  infection: { cites: "1904.29(b)(7)(iv)", asks: "Is it HIV, hepatitis or tuberculosis?" },
  sharps: {
    cites: "1904.29(b)(7)(v)",
    asks: "Is it a needlestick or a cut from something with another person's blood on it?",
  },
  illness: { cites: "1904.29(b)(7)(vi)", asks: "Is it an illness, and not an injury?" },
  requested: {
    cites: "1904.29(b)(7)(vi)",
    asks: "Did the person ask, of their own accord, to be left off the log?",
  },
} as const;

export type PrivacyKey = keyof typeof PRIVACY_QUESTIONS;
export type PrivacyAnswers = Readonly<Record<PrivacyKey, Answer>>;

export interface Privacy {
  /** Also true while it isn't known: a name that was shown can't be taken back. */
  readonly hidesName: boolean;
  /** Null if nothing on the list applies, or it isn't known. */
  readonly because: Reason | null;
  readonly missing: readonly PrivacyKey[];
}

const ALONE = ["intimate", "assault", "mental", "infection", "sharps"] as const;

/**
 * Whether a case hides the name on the log: 1904.29(b)(6) to (9). The name goes on a separate confidential
 * list. The description may be worded so that it doesn't show who it was: 1904.29(b)(9).
 */
export function privacyOf(answers: PrivacyAnswers): Privacy {
  const alone = ALONE.find((key) => answers[key] === "yes");
  if (alone) return { hidesName: true, because: reasonOf(alone), missing: [] };
  // An injury shows the name, even if the person asks for the opposite.
  const byRequest = [answers.illness, answers.requested];
  if (byRequest.every((answer) => answer === "yes"))
    return { hidesName: true, because: reasonOf("requested"), missing: [] };
  const asked = byRequest.includes("no") ? ALONE : ([...ALONE, "illness", "requested"] as const);
  const missing = asked.filter((key) => answers[key] === "unknown");
  return { hidesName: missing.length > 0, because: null, missing };
}

const SAYS: Readonly<Record<Exclude<PrivacyKey, "illness">, string>> = {
  intimate: "An intimate body part or the reproductive system was hurt.",
  assault: "It resulted from a sexual assault.",
  mental: "It is a mental illness.",
  infection: "It is HIV, hepatitis or tuberculosis.",
  sharps: "It is a needlestick or a cut with another person's blood.",
  requested: "It is an illness, and the person asked to be left off the log.",
};

const reasonOf = (key: Exclude<PrivacyKey, "illness">): Reason => ({
  cites: PRIVACY_QUESTIONS[key].cites,
  says: SAYS[key],
});

/** The name as the log shows it. */
export const nameOnLog = (name: string, { hidesName }: Pick<Privacy, "hidesName">): string =>
  hidesName ? PRIVACY_NAME : name;
