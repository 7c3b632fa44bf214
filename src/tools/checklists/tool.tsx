import type { Tool } from "#trade/jobs/public.tsx";
import { importedLabels, importedSource } from "#trade/imports/public.tsx";
import { RUN } from "#trade/inspections/public.ts";
import { inspectionLabels, runEntries } from "#trade/inspections/public.tsx";
import { ISSUE, issuePath } from "#trade/issues/public.ts";
import { issueActs, issueEntries, issueLabels } from "#trade/issues/public.tsx";
import { IMPORTED } from "./move-in/kind.ts";

/** Checklists, as browsers know them. */
export const checklistsTool: Tool = {
  word: "checklists",
  label: "Checklists",
  icon: "check",
  screens: [
    { path: "", shared: "inspections", load: () => import("./list.tsx") },
    { path: "issues", shared: "issues", load: () => import("./issues.tsx") },
    { path: "issues/:issueId", shared: "issue", load: () => import("./issue.tsx") },
    { path: "schedules", load: () => import("./schedules.tsx") },
    { path: "due/:scheduleId", load: () => import("./scheduled.tsx") },
    { path: "places", load: () => import("./places.tsx") },
    { path: "plans", load: () => import("./plans.tsx") },
    { path: "plans/:planId", load: () => import("./plan.tsx") },
    { path: ":runId", shared: "inspection", load: () => import("./run.tsx") },
  ],
  businessScreens: [
    { path: "lists", load: () => import("./lists.tsx") },
    { path: "lists/:listId", load: () => import("./own-list.tsx") },
  ],
  glance: () => import("./glance.ts"),
  sources: [
    {
      kind: RUN,
      tool: "Checklists",
      entriesOf: runEntries("Checklist"),
      pathOf: ({ job, id }) => `/account/job/${job}/checklists/${id}`,
    },
    {
      kind: ISSUE,
      tool: "Checklists",
      entriesOf: issueEntries,
      pathOf: ({ job, id }) => issuePath(job ?? "", id),
    },
    importedSource(IMPORTED, "Checklists"),
  ],
  labels: [...inspectionLabels, ...issueLabels, importedLabels(IMPORTED, "Imported inspection")],
  acts: issueActs,
};
