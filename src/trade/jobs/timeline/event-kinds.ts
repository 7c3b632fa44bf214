import type { Json } from "#ground/sync/public.tsx";

/** Only the server writes these, from the job's history: one kind for each filter of the timeline. */
export const SERVER_EVENT_KINDS = {
  status: "happened.status",
  reports: "happened.reports",
  shares: "happened.shares",
  signatures: "happened.signatures",
  papers: "happened.papers",
  history: "happened.history",
} as const;

/** The value of the record's only field, `happened`. */
export interface ServerEvent {
  /** Such as `reports.made`; `status` for a change of status. */
  readonly is: string;
  readonly [name: string]: Json;
}
