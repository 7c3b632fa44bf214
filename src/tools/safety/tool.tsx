import type { Tool } from "#trade/jobs/public.tsx";
import { firstWritten } from "#trade/fieldwork/public.ts";
import { RUN, runOf } from "#trade/inspections/public.ts";
import { runEntries } from "#trade/inspections/public.tsx";
import { ISSUE, issueOf } from "#trade/issues/public.ts";
import { issueEntries } from "#trade/issues/public.tsx";
import { actionActs } from "./actions/act.ts";
import { cardLabels } from "./cards/labels.ts";
import { emergencyLabels } from "./emergency/labels.ts";
import { planLabels } from "./hazards/labels.ts";
import { planSource } from "./hazards/timeline.ts";
import { incidentLabels } from "./incidents/labels.ts";
import { talkLabels } from "./labels.ts";
import { orientationLabels } from "./orientation/labels.ts";
import { actionPath, inspectionPath } from "./paths.ts";
import { kindOf, numberOf, TALK, talkOf, titleOf } from "./rules/talk.ts";
import { sheetLabels } from "./sheets/labels.ts";

/** Safety, as browsers know it. */
export const safetyTool: Tool = {
  word: "safety",
  label: "Safety",
  icon: "warning",
  screens: [
    { path: "", load: () => import("./talks/list.tsx") },
    { path: "read/:slug", load: () => import("./talks/read.tsx") },
    { path: "inspections", shared: "inspections", load: () => import("./inspections/list.tsx") },
    { path: "inspections/:runId", shared: "inspection", load: () => import("./inspections/run.tsx") },
    { path: "actions", shared: "issues", load: () => import("./actions/list.tsx") },
    { path: "actions/:issueId", shared: "issue", load: () => import("./actions/action.tsx") },
    { path: "incidents", load: () => import("./incidents/job-list.tsx") },
    { path: "incidents/injury", load: () => import("./incidents/intake/injury.tsx") },
    { path: "incidents/near-miss", load: () => import("./incidents/intake/near-miss.tsx") },
    { path: "library", load: () => import("./sheet-field/list.tsx") },
    { path: "library/:sheetId", load: () => import("./sheet-field/sheet.tsx") },
    { path: "orientation", load: () => import("./orientation/list.tsx") },
    { path: "emergency", load: () => import("./emergency/screen.tsx") },
    { path: "emergency/edit", load: () => import("./emergency/edit.tsx") },
    { path: "clock", load: () => import("./talks/clock.tsx") },
    { path: "hazards", load: () => import("./hazards/list.tsx") },
    { path: "hazards/new", load: () => import("./hazards/new.tsx") },
    { path: "hazards/read/:slug", load: () => import("./hazards/read.tsx") },
    { path: "hazards/:planId", load: () => import("./hazards/show.tsx") },
    { path: "hazards/:planId/change", load: () => import("./hazards/change.tsx") },
    { path: "hazards/:planId/sign", load: () => import("./hazards/sign.tsx") },
    { path: ":talkId", load: () => import("./talks/talk.tsx") },
    { path: ":talkId/sign", load: () => import("./talks/sign.tsx") },
  ],
  businessScreens: [
    { path: "cards", load: () => import("./cards/list.tsx") },
    { path: "cards/new", load: () => import("./cards/edit.tsx") },
    { path: "cards/:cardId", load: () => import("./cards/screen.tsx") },
    { path: "cards/:cardId/edit", load: () => import("./cards/edit.tsx") },
    { path: "orientation", load: () => import("./orientation/words.tsx") },
    { path: "needs", load: () => import("./cards/needs.tsx") },
  ],
  glance: () => import("./glance.ts"),
  sources: [
    {
      kind: TALK,
      tool: "Safety",
      pathOf: ({ job, id }) => `/account/job/${job}/safety/${id}`,
      entriesOf(record) {
        const [first, talk] = [firstWritten(record.fields), talkOf(record.values)];
        const count = talk.people.length;
        const words = [
          ...[kindOf(talk), titleOf(talk), numberOf(talk)],
          ...(count > 0 ? [`${count} ${count === 1 ? "person" : "people"}`] : []),
          ...(talk.finishedAt === null ? ["not finished"] : []),
        ];
        return first
          ? [{ id: record.id, at: first.at, author: first.author, record, title: words.join(" · ") }]
          : [];
      },
    },
    planSource,
  ],
  sharedSources: [
    {
      kind: RUN,
      tool: "Safety",
      pathOf: ({ job, id }) => inspectionPath(job ?? "", id),
      entriesOf: (record) => (runOf(record.values).isSafety ? runEntries("Inspection")(record) : []),
    },
    {
      kind: ISSUE,
      tool: "Safety",
      pathOf: ({ job, id }) => actionPath(job ?? "", id),
      entriesOf: (record) => (issueOf(record.values).isSafety ? issueEntries(record) : []),
    },
  ],
  labels: [
    ...[...talkLabels, planLabels, orientationLabels, emergencyLabels],
    ...[...incidentLabels, ...sheetLabels, ...cardLabels],
  ],
  // Neither injuries, which are confidential, nor near misses are on the timeline of the job.
  acts: actionActs,
};
