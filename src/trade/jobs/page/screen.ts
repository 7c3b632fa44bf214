import { createContext } from "react";
import type { Person } from "../people/person.ts";
import type { Announcer } from "../form/announce.tsx";

export interface JobScreen {
  /** A guest may only change what they wrote. */
  readonly isOwnBusiness: boolean;
  readonly tell: Announcer;
  readonly people: readonly Person[];
}

/** Null outside of a job's page; there, the component that shows photos decides what may be done. */
export const JobScreenContext = createContext<JobScreen | null>(null);
