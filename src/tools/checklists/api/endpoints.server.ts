import { z } from "zod";
import { photoToShare } from "#ground/media/public.server.ts";
import { answerOf, RUN, STATES } from "#trade/inspections/public.ts";
import { ISSUE, ISSUE_STATES } from "#trade/issues/public.ts";
import { shownFields } from "#ground/sync/public.server.ts";
import { changedQuery, jobQuery, pageOfJobItems, stateQuery } from "#trade/jobs/public.server.ts";
import { endpoint, type Endpoint } from "#platform/api/endpoint.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { checklistShape, checklistShapes, findChecklist } from "./checklists.server.ts";
import { findIssue, issueShape, issueShapes } from "./issues.server.ts";
import { Checklist, ChecklistList, Issue, IssueList } from "./shapes.ts";

const queryOf = <State extends string>(states: readonly State[], noun: string) =>
  z.strictObject({
    ...jobQuery(noun),
    state: stateQuery(states, noun),
    changedSince: changedQuery(noun),
  });

const SIZES = ["thumb", "screen", "report"] as const;
const sizeQuery = z.strictObject({
  size: z
    .enum(SIZES, { error: `Use one of ${SIZES.join(", ")}.` })
    .default("screen")
    .describe("The longest side: `thumb` 320, `screen` 1,600 (both WebP), or `report` 1,000 (JPEG)."),
});

/** A picture of a job’s photo, as it may be shared. @param known hashes that belong to what was asked for */
async function pictureOf(
  ctx: AccountContext,
  job: string,
  {
    sha256 = "",
    size,
    known,
  }: { sha256?: string | undefined; size: (typeof SIZES)[number]; known: readonly string[] },
) {
  const photo = known.includes(sha256) ? await photoToShare(ctx, job, sha256) : undefined;
  if (!photo) throw new AppError("not_found", "That photo isn’t here, or its phone hasn’t sent it yet.");
  return {
    file: {
      type: size === "report" ? "image/jpeg" : "image/webp",
      tag: [sha256, size, photo.overlay?.digest ?? ""].join(" "),
      bytes: () => photo.bytesOf(size),
    },
  };
}

const PICTURE = {
  summary: "One of its photos, as it may be shared",
  words:
    "With what was drawn or blurred on it burned in, and without the camera’s data. 404 until the phone has sent the photo and we’ve made its pictures.",
  query: sizeQuery,
  answers: { 200: null },
  files: ["image/jpeg", "image/webp"],
} as const;
const DELETED = "Deleted ones and those of deleted jobs are left out, so a page can have fewer than `limit`.";

export const checklistsCalls: readonly Endpoint[] = [
  endpoint({
    id: "listChecklists",
    method: "GET",
    path: "/checklists",
    about: "Checklists",
    summary: "Checklists of all jobs, newest day first",
    words: DELETED,
    scope: "checklists:read",
    query: queryOf(STATES, "checklists"),
    answers: { 200: ChecklistList },
    run: async ({ ctx, query: { state: type, ...query } }) => ({
      body: await pageOfJobItems(ctx, RUN, { ...query, type }, checklistShapes),
    }),
  }),
  endpoint({
    id: "getChecklist",
    method: "GET",
    path: "/checklists/{checklistId}",
    about: "Checklists",
    summary: "One checklist with its items and answers",
    scope: "checklists:read",
    answers: { 200: Checklist },
    run: async ({ ctx, params }) => ({ body: await checklistShape(ctx, params["checklistId"] ?? "") }),
  }),
  endpoint({
    ...PICTURE,
    id: "getChecklistPhoto",
    method: "GET",
    path: "/checklists/{checklistId}/pictures/{sha256}",
    about: "Checklists",
    scope: "checklists:read",
    async run({ ctx, params, query: { size } }) {
      const { job, answers } = await findChecklist(ctx, params["checklistId"] ?? "");
      const known = [...answers.values()].flatMap(({ fields }) => answerOf(shownFields(fields)).shots);
      return pictureOf(ctx, job.jobId, {
        ...{ sha256: params["sha256"], size, known: known.map((shot) => shot.sha256) },
      });
    },
  }),
  endpoint({
    id: "listIssues",
    method: "GET",
    path: "/issues",
    about: "Issues",
    summary: "Issues of all jobs, newest day first",
    words: DELETED,
    scope: "issues:read",
    query: queryOf(ISSUE_STATES, "issues"),
    answers: { 200: IssueList },
    run: async ({ ctx, query: { state: type, ...query } }) => ({
      body: await pageOfJobItems(ctx, ISSUE, { ...query, type }, issueShapes),
    }),
  }),
  endpoint({
    id: "getIssue",
    method: "GET",
    path: "/issues/{issueId}",
    about: "Issues",
    summary: "One issue with its replies",
    words: "What it costs, and who is charged, is in no answer.",
    scope: "issues:read",
    answers: { 200: Issue },
    run: async ({ ctx, params }) => ({ body: await issueShape(ctx, params["issueId"] ?? "") }),
  }),
  endpoint({
    ...PICTURE,
    id: "getIssuePhoto",
    method: "GET",
    path: "/issues/{issueId}/pictures/{sha256}",
    about: "Issues",
    scope: "issues:read",
    async run({ ctx, params, query: { size } }) {
      const { job, issue, replies } = await findIssue(ctx, params["issueId"] ?? "");
      const known = [issue, ...replies.map(({ reply }) => reply)].flatMap(({ shots }) => shots);
      return pictureOf(ctx, job.jobId, {
        ...{ sha256: params["sha256"], size, known: known.map((shot) => shot.sha256) },
      });
    },
  }),
];
