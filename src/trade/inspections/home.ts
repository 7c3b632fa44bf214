import { createContext, useContext } from "react";

/** Where the screens of lists are, and what they call one: the tool that shows them says. */
export interface InspectionsHome {
  /** Of a job's lists, or of one that was started. */
  path(job: string, run?: string): string;
  readonly noun: "checklist" | "inspection";
  /** Whether it shows only safety lists. */
  readonly isSafety: boolean;
}

/** Without another tool, Checky has them. */
const CHECKLISTS: InspectionsHome = {
  path: (job, run) => `/account/job/${job}/checklists${run ? `/${run}` : ""}`,
  noun: "checklist",
  isSafety: false,
};

export const InspectionsAt = createContext(CHECKLISTS);
export const useInspectionsHome = (): InspectionsHome => useContext(InspectionsAt);
