import { actingRole, may, toolsOf } from "#ground/businesses/public.server.ts";
import { titleOf } from "#trade/issues/public.ts";
import { waitingIssues } from "#trade/issues/public.server.ts";
import type { TodaySection } from "#trade/jobs/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { dayWords } from "#platform/time/format.ts";
import { actionPath } from "../paths.ts";

const MOST_LINES = 6;

/**
 * Safety actions that were fixed and wait for a second person, and overdue ones, for owners and managers;
 * their own are among what is due for everyone.
 */
export async function loadSafetySection(ctx: AccountContext): Promise<TodaySection> {
  const none = { title: "Safety actions", lines: [], more: null, summary: null };
  if (!ctx.user || !may(actingRole(ctx), "business.change")) return none;
  if (!(await toolsOf(ctx)).some(({ word }) => word === "safety")) return none;
  const actions = await waitingIssues(ctx, ({ isSafety }) => isSafety);
  const ready = actions.filter(({ issue }) => issue.state === "ready").length;
  const overdue = actions.length - ready;
  const left = actions.length - MOST_LINES;
  return {
    ...none,
    lines: actions.slice(0, MOST_LINES).map(({ id, job, issue }) => {
      const isReady = issue.state === "ready";
      const who = issue.assignee ? ` (${issue.assignee.name})` : "";
      const when = isReady
        ? "fixed, ready for review"
        : `was due ${dayWords(Temporal.PlainDate.from(issue.due!))}`;
      return {
        ...{ id, job: job.name, action: isReady ? "Review" : "Open it" },
        text: `, ${titleOf(issue)}: ${when}${who}`,
        href: actionPath(job.jobId, id),
      };
    }),
    more:
      left > 0
        ? {
            text: `And ${left} more ${left === 1 ? "action" : "actions"}`,
            href: actionPath(actions[MOST_LINES]!.job.jobId),
          }
        : null,
    summary:
      [
        ...(ready > 0 ? [`${ready} safety ${ready === 1 ? "action" : "actions"} to review`] : []),
        ...(overdue > 0 ? [`${overdue} safety ${overdue === 1 ? "action" : "actions"} overdue`] : []),
      ].join(", ") || null,
  };
}
