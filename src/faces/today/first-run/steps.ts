/** The steps from an empty account to a working page, one question at a time. */
export const STEPS = ["work", "guide", "look", "emails", "page", "mail", "test", "live"] as const;
export type StepName = (typeof STEPS)[number];

/** Labels of the steps where all are listed. */
export const STEP_NAMES: Readonly<Record<StepName, string>> = {
  work: "What you do",
  guide: "Your guide",
  look: "Address and look",
  emails: "Follow-up emails",
  page: "Your page",
  mail: "How email goes out",
  test: "Test email",
  live: "Going live",
};

export type Standing = "done" | "skipped" | "open";
export type Standings = Readonly<Record<StepName, Standing>>;

/** The step named in an address. */
export const stepAsked = (text: string | null): StepName | undefined => STEPS.find((step) => step === text);

/** The address of a step. */
export const stepAddress = (step: StepName): string => `/account/start?step=${step}`;

/** The step to resume at: the first open one, else the last. */
export const firstOpen = (standings: Standings): StepName =>
  STEPS.find((step) => standings[step] === "open") ?? "live";

/**
 * The step after one that was finished or skipped: the next open one, so that a person who went back to
 * fix something soon returns to where they were.
 */
export const stepAfter = (step: StepName, standings: Standings): StepName =>
  STEPS.slice(STEPS.indexOf(step) + 1).find((next) => standings[next] === "open") ?? "live";

/** The step before, for going back. */
export const stepBefore = (step: StepName): StepName | undefined => STEPS[STEPS.indexOf(step) - 1];

/** Formats progress: "3 of 8". */
export const formatProgress = (step: StepName): string => `${STEPS.indexOf(step) + 1} of ${STEPS.length}`;
