/** Days of a job's log, and whose. */
export interface ReportOf {
  readonly job: string;
  /** "2026-11-20", both part of it. */
  readonly from: string;
  readonly to: string;
  /** The account's id, or a guest's own; everybody's where it is left out. */
  readonly company?: string | null;
}

/** The form of a report, filled in with the daily log of some days. */
export function reportPath({ job, from, to, company }: ReportOf): string {
  const said = new URLSearchParams({ job, shape: "log", from, to, ...(company ? { company } : {}) });
  return `/account/reports/new?${said}`;
}
