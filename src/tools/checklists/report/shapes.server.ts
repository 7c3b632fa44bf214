import type { ReportShape } from "#trade/jobs/public.server.ts";
import { fillRunReport } from "#trade/inspections/public.server.ts";
import { fillCertificate, fillIssueList } from "#trade/issues/public.server.ts";

// Their names are stored with each report, so they never change.

const COMMON: Pick<ReportShape, "tool" | "hasOwnForm" | "saying" | "companies"> = {
  ...{ tool: "checklists", hasOwnForm: true, saying: [] },
  companies: () => Promise.resolve([]),
};

export const checklistReport: ReportShape = {
  ...COMMON,
  name: "checklist",
  label: "Checklist report",
  hint: "One checklist with its answers, notes, and photos.",
  tell: fillRunReport,
};

export const issueList: ReportShape = {
  ...COMMON,
  name: "issues",
  label: "Issue list",
  hint: "Issues of a job by place, trade, who fixes them, or status.",
  tell: fillIssueList,
};

export const closingCertificate: ReportShape = {
  ...COMMON,
  name: "closing",
  label: "Closing certificate",
  hint: "That everything found on a job was fixed.",
  tell: fillCertificate,
};
