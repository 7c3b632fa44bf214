import { createContext } from "react";
import type { Person } from "../people/person.ts";
import type { Announcer } from "../form/announce.tsx";

/** What the parts of a job's page share. */
export interface JobScreen {
  /** Whether the viewer belongs to the business. A guest may only change what they wrote. */
  readonly isOwnBusiness: boolean;
  readonly tell: Announcer;
  /** Everyone who may appear as an author. */
  readonly people: readonly Person[];
}

/**
 * Null outside of a job's page; there, the component that shows photos decides what may be done with them.
 */
export const JobScreenContext = createContext<JobScreen | null>(null);
