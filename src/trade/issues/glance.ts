import type { ShownRecord } from "#ground/sync/public.tsx";
import { countOf, type GlanceAt, type GlanceLine, lineFor } from "#trade/jobs/public.ts";
import { isOpen, isOverdue, issueOf } from "./rules/issue.ts";

/**
 * What the open issues of a job ask for: "3 issues open, 1 overdue", and how many are this person's.
 * @param isSafety only safety actions, or only the rest; undefined for both
 * @param path of their list, below `/account/job/{id}/`
 */
export function glanceOfIssues(
  records: readonly ShownRecord[],
  { today, user, isManager }: Pick<GlanceAt, "today" | "user" | "isManager">,
  { isSafety, noun, path }: { readonly isSafety?: boolean; readonly noun: string; readonly path: string },
): readonly GlanceLine[] {
  const open = records
    .map(({ values }) => issueOf(values))
    .filter((issue) => isOpen(issue) && (isSafety === undefined || issue.isSafety === isSafety));
  const overdue = open.filter((issue) => isOverdue(issue, today)).length;
  const toReview = open.filter(({ state }) => state === "ready").length;
  const own = open.filter(
    ({ assignee, state }) => assignee?.kind === "person" && assignee.id === user && state !== "ready",
  );
  const ownLate = own.some((issue) => isOverdue(issue, today));
  return [
    ...lineFor(
      open.length,
      (count) => `${countOf(count, noun)} open${overdue > 0 ? `, ${overdue} overdue` : ""}`,
      { path, ...(overdue > 0 ? { needs: "late" as const } : {}) },
    ),
    ...lineFor(own.length, (count) => `${count} assigned to you`, { needs: ownLate ? "late" : "now", path }),
    ...lineFor(isManager ? toReview : 0, (count) => `${countOf(count, "fix", "fixes")} to review`, {
      needs: "now",
      path,
    }),
  ];
}
