import type { Tool } from "#trade/jobs/public.tsx";
import { lastWritten } from "#trade/fieldwork/public.ts";
import { Photos } from "#trade/fieldwork/public.tsx";
import { importedLabels, importedSource } from "#trade/imports/public.tsx";
import { inspectionLabels } from "#trade/inspections/public.tsx";
import { ISSUE, issueOf, STATE_LABELS as ISSUE_STATES, titleOf } from "#trade/issues/public.ts";
import { issueActs, issueLabels } from "#trade/issues/public.tsx";
import { RUN, runOf, STATE_LABELS } from "#trade/inspections/public.ts";
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
  sources: [
    {
      kind: RUN,
      tool: "Checklists",
      entriesOf(record) {
        const last = lastWritten(record.fields);
        const run = runOf(record.values);
        const title = ["Checklist", run.title, run.place, STATE_LABELS[run.state]]
          .filter(Boolean)
          .join(" · ");
        return last
          ? [
              {
                ...{ id: record.id, at: last.at, record, title },
                ...(last.author === null ? {} : { author: last.author }),
              },
            ]
          : [];
      },
    },
    {
      kind: ISSUE,
      tool: "Checklists",
      entriesOf(record) {
        const last = lastWritten(record.fields);
        const issue = issueOf(record.values);
        return last
          ? [
              {
                ...{ id: record.id, at: last.at, record },
                title: [titleOf(issue), issue.where, ISSUE_STATES[issue.state]].filter(Boolean).join(" · "),
                body: <Photos shots={issue.shots} note={record} label={`Photos of ${issue.title}`} stay />,
                ...(last.author === null ? {} : { author: last.author }),
              },
            ]
          : [];
      },
    },
    importedSource(IMPORTED, "Checklists"),
  ],
  labels: [...inspectionLabels, ...issueLabels, importedLabels(IMPORTED, "Imported inspection")],
  acts: issueActs,
};
