const pathOf = (job: string, screen: string, id?: string): string =>
  `/account/job/${job}/safety/${screen}${id ? `/${id}` : ""}`;

/** The inspections of a job, or one of them. */
export const inspectionPath = (job: string, run?: string): string => pathOf(job, "inspections", run);
/** Where the report of an inspection is made. */
export const inspectionReportPath = (run: string): string => `/account/safety/inspections/${run}/report`;
/** The plans for the day of a job, or one of them. */
export const planPath = (job: string, plan?: string): string => pathOf(job, "hazards", plan);
/** The safety actions of a job, or one of them. */
export const actionPath = (job: string, action?: string): string => pathOf(job, "actions", action);
/** The emergency card of a job. */
export const emergencyPath = (job: string): string => pathOf(job, "emergency");
/** The office’s list of cards. */
export const OFFICE_CARDS = "/account/safety/cards";
/** People and their cards, or one card. */
export const cardsPath = (card?: string): string => `/account/jobs/safety/cards${card ? `/${card}` : ""}`;
/** Which tasks need which card. */
export const needsPath = "/account/jobs/safety/needs";
/** The orientations of a job. */
export const orientationPath = (job: string): string => pathOf(job, "orientation");
/** What the business tells new people. */
export const orientationWordsPath = "/account/jobs/safety/orientation";
