export interface ReportRange {
  readonly job: string;
  /** "2026-11-20"; the range includes both. */
  readonly from: string;
  readonly to: string;
  /** The account's id, or a guest's own; all if omitted. */
  readonly company?: string | null;
}

export function reportPath({ job, from, to, company }: ReportRange): string {
  const query = new URLSearchParams({ job, shape: "log", from, to, ...(company ? { company } : {}) });
  return `/account/reports/new?${query}`;
}
