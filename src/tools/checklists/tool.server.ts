import { shownFields } from "#ground/sync/public.server.ts";
import { lastWritten, placeOf } from "#trade/fieldwork/public.ts";
import type { ServerTool } from "#trade/jobs/public.server.ts";
import { defineImport, defineImported, describeImported } from "#trade/imports/public.server.ts";
import { defineInspections, defineScheduledLists } from "#trade/inspections/public.server.ts";
import { ISSUE, issueOf, STATE_LABELS as ISSUE_STATES, titleOf } from "#trade/issues/public.ts";
import {
  defineIssues,
  defineIssuesDue,
  FIRM_ANSWERED,
  firmAccountsFunction,
  firmsTask,
  issueTables,
  listenForFirms,
  numberIssueTask,
} from "#trade/issues/public.server.ts";
import { RUN, runOf, STATE_LABELS } from "#trade/inspections/public.ts";
import { publishChecklists } from "./api/publish.server.ts";
import { checklistsResource } from "./api/resource.server.ts";
import { inspectionsFormat, listsFormat } from "./move-in/inspections.server.ts";
import { issuesFormat } from "./move-in/issues.server.ts";
import { IMPORTED } from "./move-in/kind.ts";
import { countMarks } from "./fails/marks.server.ts";
import { checklistsMarks, checklistsTallies } from "./tables.server.ts";
import { loadChecklistsSection } from "./today/section.server.ts";
import { checklistsForCloseout } from "./report/closeout.server.ts";
import { checklistReport, closingCertificate, issueList } from "./report/shapes.server.ts";

/** Checklists, as the server knows them. */
export const checklistsOnServer: ServerTool = {
  word: "checklists",
  brings: ["inspections", "issues"],
  defineKinds() {
    defineInspections();
    defineIssues();
    defineImported(IMPORTED);
  },
  defineImports() {
    defineImport(listsFormat);
    defineImport(inspectionsFormat);
    defineImport(issuesFormat);
  },
  defineDue() {
    defineScheduledLists();
    defineIssuesDue();
  },
  closeoutParts: checklistsForCloseout,
  shapes: [checklistReport, issueList, closingCertificate],
  // Lists over all jobs are projections of the records.
  tables: [
    ...issueTables,
    {
      table: checklistsMarks,
      // A guest's answers are counted too.
      rights: { read: "work.read", write: "work.write", ofJob: true },
      takeover: { harmless: "job records, which only logged-in people read" },
      privacy: { rows: ["work"], personal: "person", plain: "list item month" },
    },
    {
      table: checklistsTallies,
      // A guest’s answers are counted; only people of the business see the counts.
      rights: { read: "account.enter", write: "account.enter" },
      takeover: { harmless: "counts of job records, which only logged-in people read" },
      privacy: { nobody: "how often items of checklists failed, in their words" },
    },
  ],
  tasks: [numberIssueTask, firmsTask],
  functions: [firmAccountsFunction],
  notifications: [FIRM_ANSWERED],
  listen() {
    listenForFirms();
    countMarks();
    publishChecklists();
  },
  loadToday: loadChecklistsSection,
  api: checklistsResource,
  describers: [
    describeImported(IMPORTED),
    {
      kind: RUN,
      tell({ fields }) {
        const run = runOf(shownFields(fields));
        const last = lastWritten(fields);
        if (!last) return [];
        const title = [run.title, run.place].filter(Boolean).join(", ");
        const lines = [STATE_LABELS[run.state]];
        return [{ at: last.at, by: last.by, title, lines, photos: [], place: null }];
      },
    },
    {
      kind: ISSUE,
      tell({ fields }) {
        const values = shownFields(fields);
        const issue = issueOf(values);
        const last = lastWritten(fields);
        if (!last) return [];
        const lines = [ISSUE_STATES[issue.state], issue.where, issue.details].filter((line) => line !== null);
        const photos = issue.shots.map(({ sha256 }) => ({ sha256, caption: issue.title }));
        return [{ at: last.at, by: last.by, title: titleOf(issue), lines, photos, place: placeOf(values) }];
      },
    },
  ],
};
