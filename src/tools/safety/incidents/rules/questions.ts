import type { Treatment } from "./treatments.ts";
import type { Answer } from "./truth.ts";

/** Choices of one question: what the office reads, and the paragraph of 29 CFR that decides. */
type Choices = Readonly<Record<string, { readonly label: string; readonly cites: string }>>;

export const PLACES = {
  work: {
    label: "At the workplace or job site, breaks too, or where their job sent them",
    cites: "1904.5(b)(1)",
  },
  travel: { label: "On a trip for work", cites: "1904.5(b)(6)" },
  home: { label: "Working at home", cites: "1904.5(b)(7)" },
  commute: { label: "On the usual way to or from work", cites: "1904.5(b)(2)(vii)" },
  elsewhere: { label: "Away from work", cites: "1904.5(b)(1)" },
  unclear: { label: "It isn't clear where it started", cites: "1904.5(b)(3)" },
} as const satisfies Choices;

export const TRIPS = {
  business: { label: "Traveling, working or entertaining for the business", cites: "1904.5(b)(6)" },
  hotel: { label: "Checked in to a hotel, and not working", cites: "1904.5(b)(6)(i)" },
  "hotel-commute": { label: "Between a hotel and the same job site each day", cites: "1904.5(b)(6)(i)" },
  detour: { label: "On a side trip for personal reasons", cites: "1904.5(b)(6)(ii)" },
} as const satisfies Choices;

/** 1904.5(b)(2): the closed list of what isn't work-related although it happened at work. */
export const EXCEPTIONS = {
  none: { label: "None of these", cites: "1904.5(a)" },
  public: { label: "They were there as a member of the public", cites: "1904.5(b)(2)(i)" },
  symptoms: {
    label: "Symptoms appeared on the job, but only something outside work caused them",
    cites: "1904.5(b)(2)(ii)",
  },
  voluntary: {
    label: "A voluntary activity (wellness program, flu shot, blood donation, exercise, sports)",
    cites: "1904.5(b)(2)(iii)",
  },
  food: { label: "Eating, drinking, or making their own food", cites: "1904.5(b)(2)(iv)" },
  "personal-task": { label: "A personal task that has nothing to do with the job", cites: "1904.5(b)(2)(v)" },
  "self-care": {
    label: "Grooming, medicine for something personal, or self-inflicted on purpose",
    cites: "1904.5(b)(2)(vi)",
  },
  "parking-lot": {
    label: "A vehicle accident on your parking lot or access road, on the way to or from work",
    cites: "1904.5(b)(2)(vii)",
  },
  cold: { label: "The common cold or the flu", cites: "1904.5(b)(2)(viii)" },
  mental: { label: "Mental illness", cites: "1904.5(b)(2)(ix)" },
} as const satisfies Choices;

export const NEW_CASE_OPINIONS = {
  none: { label: "Nobody asked a doctor", cites: "1904.6(b)(3)" },
  new: { label: "The doctor says it is a new case", cites: "1904.6(b)(3)" },
  recurrence: { label: "The doctor says it is the old case again", cites: "1904.6(b)(3)" },
} as const satisfies Choices;

export const DIAGNOSES = {
  none: { label: "None of these", cites: "1904.7(b)(7)" },
  cancer: { label: "Cancer", cites: "1904.7(b)(7)" },
  chronic: { label: "A chronic disease that can't be cured, such as silicosis", cites: "1904.7(b)(7)" },
  fracture: { label: "Broken or cracked bone or tooth", cites: "1904.7(b)(7)" },
  eardrum: { label: "Punctured eardrum", cites: "1904.7(b)(7)" },
} as const satisfies Choices;

export const SPECIAL_CASES = {
  none: { label: "None of these", cites: "1904.7(a)" },
  sharps: {
    label: "Needlestick, or a cut from something with another person's blood on it",
    cites: "1904.8(a)",
  },
  splash: { label: "Splash of another person's blood, without a cut", cites: "1904.8(b)(4)(i)" },
  removal: { label: "Taken off a job because of an OSHA health standard, such as lead", cites: "1904.9(a)" },
  hearing: { label: "Hearing loss", cites: "1904.10(a)" },
  tuberculosis: { label: "Tuberculosis", cites: "1904.11(a)" },
} as const satisfies Choices;

/** What the office knows about a case. Everything can be unknown. */
export interface CaseAnswers {
  readonly supervised: Answer;
  readonly hurt: Answer;
  readonly place: keyof typeof PLACES | "unknown";
  readonly trip: keyof typeof TRIPS | "unknown";
  readonly homePaid: Answer;
  readonly homeTask: Answer;
  readonly contributed: Answer;
  readonly exception: keyof typeof EXCEPTIONS | "unknown";
  readonly foodContaminated: Answer;
  readonly outsideHours: Answer;
  readonly mentalOpinion: Answer;
  readonly preexisting: Answer;
  readonly aggravated: Answer;
  readonly recordedBefore: Answer;
  readonly newCaseOpinion: keyof typeof NEW_CASE_OPINIONS | "unknown";
  readonly recovered: Answer;
  readonly newEvent: Answer;
  readonly death: Answer;
  readonly daysAway: Answer;
  readonly restricted: Answer;
  /** All that are known: given, or recommended and refused, but not what the person did on their own. */
  readonly treatments: readonly Treatment[];
  readonly moreTreatment: Answer;
  readonly unconscious: Answer;
  readonly diagnosis: keyof typeof DIAGNOSES | "unknown";
  readonly special: keyof typeof SPECIAL_CASES | "unknown";
  readonly bloodborne: Answer;
  readonly removalRequired: Answer;
  readonly hearingShift: Answer;
  readonly hearing25: Answer;
  readonly hearingRetestCleared: Answer;
  readonly tbExposed: Answer;
  readonly tbInfected: Answer;
  readonly tbElsewhere: Answer;
}

export type QuestionKey = Exclude<keyof CaseAnswers, "treatments">;

export interface Question {
  readonly cites: string;
  readonly asks: string;
  /** What people often get wrong. */
  readonly hint?: string;
}

/** What the office is asked, in the order of 29 CFR 1904. */
export const QUESTIONS: Readonly<Record<QuestionKey, Question>> = {
  supervised: {
    cites: "1904.31(a)",
    asks: "Is this person on your payroll, or do you supervise their work from day to day?",
  },
  hurt: { cites: "1904.46", asks: "Was the person injured, or did they become ill?" },
  place: { cites: "1904.5(b)(1)", asks: "Where were they when it happened?" },
  trip: { cites: "1904.5(b)(6)", asks: "What were they doing on the trip?" },
  homePaid: { cites: "1904.5(b)(7)", asks: "Were they doing paid work at home at that moment?" },
  homeTask: {
    cites: "1904.5(b)(7)",
    asks: "Did the work itself cause it, and not the home (a pet, a rug, the wiring)?",
  },
  contributed: {
    cites: "1904.5(b)(3)",
    asks: "Did something on the job cause it, contribute to it, or make it significantly worse?",
  },
  exception: { cites: "1904.5(b)(2)", asks: "Does one of these exceptions apply?" },
  foodContaminated: {
    cites: "1904.5(b)(2)(iv)",
    asks: "Was the food contaminated on the job (by lead, say), or did food that you supplied make them ill?",
  },
  outsideHours: {
    cites: "1904.5(b)(2)(v)",
    asks: "Was it outside their assigned working hours?",
    hint: "Breaks and lunch count as working hours.",
  },
  mentalOpinion: {
    cites: "1904.5(b)(2)(ix)",
    asks: "Did the person choose to give you a doctor's opinion that the illness is work-related?",
  },
  preexisting: {
    cites: "1904.5(b)(5)",
    asks: "Did they already have this condition, only from something outside work?",
  },
  aggravated: {
    cites: "1904.5(b)(4)",
    asks:
      "Did work make it significantly worse: would the death, loss of consciousness, days away or " +
      "restricted, or new treatment not have happened without it?",
  },
  recordedBefore: {
    cites: "1904.6(a)(1)",
    asks: "Is an earlier case of the same kind, on the same part of the body, on your log?",
  },
  newCaseOpinion: { cites: "1904.6(b)(3)", asks: "Did a doctor say whether it is a new case?" },
  recovered: { cites: "1904.6(a)(2)", asks: "Had they recovered completely from the earlier case?" },
  newEvent: { cites: "1904.6(a)(2)", asks: "Did something on the job bring the symptoms back?" },
  death: { cites: "1904.7(b)(2)", asks: "Did the person die?" },
  daysAway: {
    cites: "1904.7(b)(3)",
    asks: "Did it keep them off work on any day after that day, or did a doctor recommend days off?",
    hint: "If a doctor said that they could work, staying home doesn't count.",
  },
  restricted: {
    cites: "1904.7(b)(4)",
    asks:
      "After that day, were they kept from part of their routine work or from a full shift, or moved to " +
      "another job, or did a doctor recommend it?",
    hint:
      "Routine work is what they do at least once a week. Working more slowly doesn't count. If a doctor " +
      "wrote only “light duty” and can't be asked, answer yes.",
  },
  moreTreatment: {
    cites: "1904.7(b)(5)",
    asks: "Was any other treatment given or recommended, apart from those you marked?",
    hint:
      "Treatment that a doctor recommended and the person refused counts. What the person did on their " +
      "own, without you or a doctor recommending it, doesn't.",
  },
  unconscious: { cites: "1904.7(b)(6)", asks: "Did they lose consciousness?" },
  diagnosis: { cites: "1904.7(b)(7)", asks: "Did a doctor diagnose one of these?" },
  special: { cites: "1904.8 to 1904.11", asks: "Is it one of these special cases?" },
  bloodborne: {
    cites: "1904.8(b)(4)(i)",
    asks: "Was a bloodborne illness, such as HIV or hepatitis, diagnosed?",
  },
  removalRequired: {
    cites: "1904.9(a)",
    asks: "Does the OSHA standard require the removal (and you didn't choose it below its limit)?",
  },
  hearingShift: {
    cites: "1904.10(a)",
    asks: "Does the hearing test show a standard threshold shift (10 dB or more on average)?",
  },
  hearing25: {
    cites: "1904.10(a)",
    asks: "Is the hearing level in that ear 25 dB or more above zero, without adjusting for age?",
  },
  hearingRetestCleared: {
    cites: "1904.10(b)(4)",
    asks: "Did a second test within 30 days show no shift?",
  },
  tbExposed: {
    cites: "1904.11(a)",
    asks: "Were they exposed on the job to a person with active tuberculosis?",
  },
  tbInfected: { cites: "1904.11(a)", asks: "Did a skin test or a doctor show an infection afterward?" },
  tbElsewhere: {
    cites: "1904.11(b)(2)",
    asks: "Is there evidence of another source: at home, the health department, a medical investigation?",
  },
};

/** A case of which nothing is known yet. */
export const UNANSWERED: CaseAnswers = {
  ...(Object.fromEntries(Object.keys(QUESTIONS).map((key) => [key, "unknown"])) as Record<
    QuestionKey,
    "unknown"
  >),
  treatments: [],
};

const is =
  <Key extends QuestionKey>(key: Key, ...values: readonly CaseAnswers[Key][]) =>
  (answers: CaseAnswers): boolean =>
    values.includes(answers[key]);

/** Follow-up questions, and when they are asked. */
const ASKED_IF: Partial<Record<QuestionKey, (answers: CaseAnswers) => boolean>> = {
  trip: is("place", "travel"),
  ...{ homePaid: is("place", "home"), homeTask: is("place", "home") },
  contributed: is("place", "unclear"),
  foodContaminated: is("exception", "food"),
  outsideHours: is("exception", "personal-task"),
  mentalOpinion: is("exception", "mental"),
  aggravated: is("preexisting", "yes"),
  newCaseOpinion: is("recordedBefore", "yes"),
  recovered: (answers) => answers.recordedBefore === "yes" && answers.newCaseOpinion === "none",
  newEvent: (answers) => answers.recordedBefore === "yes" && answers.newCaseOpinion === "none",
  bloodborne: is("special", "splash"),
  removalRequired: is("special", "removal"),
  ...{ hearingShift: is("special", "hearing"), hearing25: is("special", "hearing") },
  hearingRetestCleared: is("special", "hearing"),
  ...{ tbExposed: is("special", "tuberculosis"), tbInfected: is("special", "tuberculosis") },
  tbElsewhere: is("special", "tuberculosis"),
};

/** The questions that matter with these answers, in the order of the regulation. */
export const questionsFor = (answers: CaseAnswers): readonly QuestionKey[] =>
  (Object.keys(QUESTIONS) as QuestionKey[]).filter((key) => ASKED_IF[key]?.(answers) ?? true);
