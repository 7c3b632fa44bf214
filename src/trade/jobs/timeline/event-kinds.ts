import type { Json } from "#ground/sync/public.tsx";

/**
 * Kinds of the records that the server alone writes, out of the job's history: one for each word of the
 * filter.
 */
export const HAPPENED = {
  status: "happened.status",
  reports: "happened.reports",
  shares: "happened.shares",
  signatures: "happened.signatures",
  history: "happened.history",
} as const;

/** What such a record says, in its one field `happened`. */
export interface Happened {
  /** The kind of the entry, such as `reports.made`; `status` for how far the job was. */
  readonly is: string;
  readonly [name: string]: Json;
}
