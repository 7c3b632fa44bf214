import { casesFile } from "../incidents/forms/ita-cases.ts";
import { summaryFile } from "../incidents/forms/ita-summary.ts";
import type { OshaFile } from "../incidents/forms/file-cells.ts";
import type { FormYear } from "./form-year.server.ts";

/** Both files of a year for OSHA’s Injury Tracking Application. @param today "2027-02-10" */
export const oshaFiles = (
  { establishment, totals, cases, certificates }: FormYear,
  today: string,
): { readonly summary: OshaFile; readonly cases: OshaFile } => ({
  summary: summaryFile([{ establishment, totals, changeReason: certificates[0]?.reason ?? "" }], today),
  cases: casesFile([{ establishment, cases }], today),
});
