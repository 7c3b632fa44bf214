import { createContext, useContext } from "react";
import { issuePath } from "./paths.ts";

/** Where the screens of issues are, and what they call one: the tool that shows them says. */
export interface IssuesHome {
  /** Of a job's issues, or of one of them. */
  path(job: string, issue?: string): string;
  readonly noun: "issue" | "action";
  /** Whether it shows only safety actions, and what it begins is one. */
  readonly isSafety: boolean;
  /** Above the list. */
  readonly back: { path(job: string): string; readonly label: string };
}

/** Without another tool, Checky has them. */
const CHECKLISTS: IssuesHome = {
  path: issuePath,
  noun: "issue",
  isSafety: false,
  back: { path: (job) => `/account/job/${job}/checklists`, label: "All checklists of this job" },
};

export const IssuesAt = createContext(CHECKLISTS);
export const useIssuesHome = (): IssuesHome => useContext(IssuesAt);
