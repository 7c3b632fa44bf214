import type { ReactNode } from "react";
import type { InspectionsHome } from "#trade/inspections/public.ts";
import { InspectionsAt } from "#trade/inspections/public.tsx";
import type { IssuesHome } from "#trade/issues/public.ts";
import { IssuesAt } from "#trade/issues/public.tsx";
import { actionPath, inspectionPath } from "./paths.ts";

const INSPECTIONS: InspectionsHome = { path: inspectionPath, noun: "inspection", isSafety: true };
const ACTIONS: IssuesHome = {
  path: actionPath,
  noun: "action",
  isSafety: true,
  back: { path: inspectionPath, label: "All inspections of this job" },
};

/** The shared screens of lists and issues, with the words and addresses of safety. */
export const SafetyHomes = ({ children }: { children: ReactNode }) => (
  <InspectionsAt value={INSPECTIONS}>
    <IssuesAt value={ACTIONS}>{children}</IssuesAt>
  </InspectionsAt>
);
