import { actingRole, may, toolsOf } from "#ground/businesses/public.server.ts";
import { namesOf } from "#ground/identity/public.server.ts";
import { nameOfSchedule, pathOfSchedule, formatDueDay } from "#trade/inspections/public.ts";
import { openDays } from "#trade/inspections/public.server.ts";
import { issuePath, titleOf } from "#trade/issues/public.ts";
import { type WaitingIssue, waitingIssues } from "#trade/issues/public.server.ts";
import type { TodaySection } from "#trade/jobs/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { formatHour } from "#platform/time/format.ts";

type Line = TodaySection["lines"][number];

/** Of checklists, and of issues. */
const MOST_LINES = 6;

/**
 * Scheduled checklists that are due today or were missed, fixes to look at, and overdue issues, for owners
 * and managers; their own are among what is due for everyone.
 */
export async function loadChecklistsSection(ctx: AccountContext): Promise<TodaySection> {
  const none = { title: "Checklists", lines: [], more: null, summary: null };
  const { user } = ctx;
  if (!user || !may(actingRole(ctx), "business.change")) return none;
  const tools = await toolsOf(ctx);
  if (!tools.some(({ word }) => word === "checklists")) return none;
  const days = (await openDays(ctx)).filter(({ people }) => !people.includes(user.id));
  // Another tool may show safety actions; nobody sees one twice.
  const hasActions = tools.every((tool) => !tool.hasActions);
  const issues = await waitingIssues(ctx, ({ isSafety }) => hasActions || !isSafety);
  const shown = days.slice(0, MOST_LINES);
  const names = await namesOf(ctx.db, [...new Set(shown.flatMap(({ people }) => people))]);
  const missed = days.filter(({ on, today }) => on < today.toString()).length;
  const ready = issues.filter(({ issue }) => issue.state === "ready").length;
  const overdue = issues.length - ready;
  const left = Math.max(0, issues.length - MOST_LINES);
  return {
    ...none,
    lines: [
      ...issues.slice(0, MOST_LINES).map(issueLine),
      ...shown.map(({ id, dueId, job, schedule, on, today, people }) => {
        const who = people.flatMap((one) => names.get(one) ?? []).join(", ");
        const when =
          on === today.toString()
            ? `due today by ${formatHour(schedule.by)}`
            : `missed on ${formatDueDay(on)}`;
        return {
          ...{ id: dueId, job: job.name, action: "Open the list" },
          text: `, ${nameOfSchedule(schedule)}: ${when}${who ? ` (${who})` : ""}`,
          href: pathOfSchedule(job.jobId, id, on),
        };
      }),
    ],
    more:
      days.length > shown.length
        ? {
            text: `And ${countOf(days.length - shown.length, "more checklist")}`,
            href: "/account/checklists/schedules?overdue=yes",
          }
        : left > 0
          ? { text: `And ${countOf(left, "more issue")}`, href: issuePath(issues[MOST_LINES]!.job.jobId) }
          : null,
    summary:
      [
        ready > 0 ? `${countOf(ready, "issue")} to review` : "",
        overdue > 0 ? `${countOf(overdue, "issue")} overdue` : "",
        missed > 0 ? `${countOf(missed, "checklist")} missed` : "",
      ]
        .filter(Boolean)
        .join(", ") || null,
  };
}

const countOf = (count: number, what: string): string => `${count} ${what}${count === 1 ? "" : "s"}`;

function issueLine({ id, job, issue }: WaitingIssue): Line {
  const isReady = issue.state === "ready";
  const who = issue.assignee ? ` (${issue.assignee.name})` : "";
  return {
    ...{ id, job: job.name, action: isReady ? "Review" : "Open it" },
    text: `, ${titleOf(issue)}: ${isReady ? "ready for review" : `was due ${formatDueDay(issue.due!)}`}${who}`,
    href: issuePath(job.jobId, id),
  };
}
