/** The way from an empty account to a page that works, a question at a time. */
export const STEPS = ["work", "guide", "look", "emails", "page", "mail", "test", "live"] as const;
export type StepName = (typeof STEPS)[number];

/** What each is called where all of them are listed. */
export const STEP_NAMES: Readonly<Record<StepName, string>> = {
  work: "What you do",
  guide: "Your guide",
  look: "Address and look",
  emails: "Follow-up emails",
  page: "Your page",
  mail: "How mail leaves",
  test: "A test to yourself",
  live: "Going live",
};

/** How far each step is. */
export type Standing = "done" | "skipped" | "open";
export type Standings = Readonly<Record<StepName, Standing>>;

/** The step that an address asks for. */
export const stepAsked = (text: string | null): StepName | undefined => STEPS.find((step) => step === text);

/** The address of a step. */
export const stepAddress = (step: StepName): string => `/account/start?step=${step}`;

/** Where somebody goes on who comes back: the first step that is open, else the last. */
export const firstOpen = (standings: Standings): StepName =>
  STEPS.find((step) => standings[step] === "open") ?? "live";

/**
 * The step after one that was done or left out: the next that is open, so that who went back to mend
 * something is soon where they were.
 */
export const stepAfter = (step: StepName, standings: Standings): StepName =>
  STEPS.slice(STEPS.indexOf(step) + 1).find((next) => standings[next] === "open") ?? "live";

/** The step before, for going back. */
export const stepBefore = (step: StepName): StepName | undefined => STEPS[STEPS.indexOf(step) - 1];

/** "3 of 8". */
export const formatProgress = (step: StepName): string => `${STEPS.indexOf(step) + 1} of ${STEPS.length}`;
