/** The issues of a job, or one of them. Checky has their screens, whichever tool they came from. */
export const issuePath = (job: string, issue?: string): string =>
  `/account/job/${job}/checklists/issues${issue ? `/${issue}` : ""}`;

/** The subs of the business. */
export const FIRMS_PATH = "/account/checklists/firms";

/** Where a job's issues are sent to the subs that fix them. */
export const sendPath = (job: string): string => `/account/checklists/send/${job}`;
