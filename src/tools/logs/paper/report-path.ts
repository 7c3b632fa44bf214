/** Days of a job's log, of one company or all. */
export interface ReportRange {
  readonly job: string;
  /** "2026-11-20"; the range includes both days. */
  readonly from: string;
  readonly to: string;
  /** The account's id, or the guest's own; all companies if omitted. */
  readonly company?: string | null;
}

/** The address of the new report form, filled in for the daily log of some days. */
export function reportPath({ job, from, to, company }: ReportRange): string {
  const query = new URLSearchParams({ job, shape: "log", from, to, ...(company ? { company } : {}) });
  return `/account/reports/new?${query}`;
}
