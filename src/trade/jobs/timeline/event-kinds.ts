import type { Json } from "#ground/sync/public.tsx";

/**
 * Kinds of records that only the server writes, from the job's history: one for each filter of the timeline.
 */
export const SERVER_EVENT_KINDS = {
  status: "happened.status",
  reports: "happened.reports",
  shares: "happened.shares",
  signatures: "happened.signatures",
  history: "happened.history",
} as const;

/** The value of such a record's only field, `happened`. */
export interface ServerEvent {
  /** The kind of the history entry, such as `reports.made`; `status` for a change of status. */
  readonly is: string;
  readonly [name: string]: Json;
}
