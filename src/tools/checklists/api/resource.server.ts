import { z } from "zod";
import type { ApiResource } from "#platform/api/resource.ts";
import { id } from "#platform/api/shape-parts.ts";
import { checklistsCalls } from "./endpoints.server.ts";
import {
  Checklist,
  ChecklistItem,
  ChecklistList,
  ChecklistSummary,
  Issue,
  IssueList,
  IssueSummary,
} from "./shapes.ts";

const ofChecklists = "checklists:read" as const;
const ofIssues = "issues:read" as const;
const byGuests = ["companyId", "issueId", "number"];
const ISSUE = ["jobId", ...byGuests];
const CHECKLIST = ["jobId", "companyId", "checklistId", "score"];

/** `/api/v1/checklists` and `/issues`, and what webhooks hear of them. */
export const checklistsResource: ApiResource = {
  scopes: {
    [ofChecklists]: "See checklists with their answers and photos",
    [ofIssues]: "See issues with their replies and photos, but not who is charged",
  },
  events: {
    "checklist.finished": {
      label: "A checklist was finished",
      scope: ofChecklists,
      carries: CHECKLIST,
      byGuests: ["companyId", "checklistId", "score"],
    },
    "checklist.approved": { label: "A checklist was approved", scope: ofChecklists, carries: CHECKLIST },
    "issue.added": { label: "An issue was added", scope: ofIssues, carries: ISSUE, byGuests },
    "issue.ready": { label: "An issue is ready for review", scope: ofIssues, carries: ISSUE, byGuests },
    "issue.closed": { label: "An issue was closed", scope: ofIssues, carries: ISSUE },
    "issue.refused": { label: "The fix of an issue wasn’t accepted", scope: ofIssues, carries: ISSUE },
  },
  details: {
    checklistId: id.optional(),
    issueId: id.optional(),
    score: z.int().optional().describe("Of a checklist: percent, if its items have weights."),
  },
  answers: { Checklist, ChecklistItem, ChecklistList, ChecklistSummary, Issue, IssueList, IssueSummary },
  endpoints: checklistsCalls,
};
