import type { ReactNode } from "react";
import type { ShownRecord } from "#ground/sync/public.tsx";

/** Something that happened on a job. */
export interface Entry {
  readonly id: string;
  /** Milliseconds since 1970, by the server's clock as well as the device could tell. */
  readonly at: number;
  /** Id of who did it; null for nobody of the business; left out where nobody is to be named. */
  readonly author?: string | null;
  readonly title: ReactNode;
  /** What there is to know more about it. */
  readonly body?: ReactNode;
  /** The record it tells of: whether it waits here or was refused is shown. */
  readonly record: ShownRecord;
}

/** What a tool tells on a job's line of time: one kind of record, and what happened as each says it. */
export interface Source {
  /** `feature.noun`. */
  readonly kind: string;
  /** What the filter calls it. */
  readonly tool: string;
  entriesOf(record: ShownRecord): Entry[];
  /** Fields whose changes it tells by itself. */
  readonly quiet?: readonly string[];
  /**
   * The screen on which two versions of a field are settled, where that is not the job's own: the one that
   * knows the record's rules.
   */
  settleAt?(record: ShownRecord): string | null;
}
