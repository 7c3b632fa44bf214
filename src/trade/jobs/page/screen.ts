import { createContext } from "react";
import type { Person } from "../people/person.ts";
import type { Announcer } from "../form/announce.tsx";

/** What the parts of a job's page have in common. */
export interface JobScreen {
  /** Whether whoever looks is of the business: a guest changes alone what they wrote. */
  readonly isOwnBusiness: boolean;
  readonly tell: Announcer;
  /** Who may have written something, by name. */
  readonly people: readonly Person[];
}

/** Null outside of a job's page, where whoever shows photos says what may be done with them. */
export const JobScreenContext = createContext<JobScreen | null>(null);
