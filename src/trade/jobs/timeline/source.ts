import type { ReactNode } from "react";
import type { ShownRecord } from "#ground/sync/public.tsx";

/** An entry of a job's timeline. */
export interface Entry {
  readonly id: string;
  /** Milliseconds since 1970, by the server's clock as well as the device could tell. */
  readonly at: number;
  /** User id; null for a person outside the business; omitted if no author is shown. */
  readonly author?: string | null;
  readonly title: ReactNode;
  /** Details below the title. */
  readonly body?: ReactNode;
  /** Its record, to show whether it is waiting or was refused. */
  readonly record: ShownRecord;
}

/** Adds one kind of record to the timeline of a job. */
export interface Source {
  /** `feature.noun`. */
  readonly kind: string;
  /** Its name in the filter. */
  readonly tool: string;
  entriesOf(record: ShownRecord): Entry[];
  /** Fields whose changes have entries of their own. */
  readonly quiet?: readonly string[];
  /** The screen to resolve conflicts on, if it isn't the job's page. */
  settleAt?(record: ShownRecord): string | null;
}
