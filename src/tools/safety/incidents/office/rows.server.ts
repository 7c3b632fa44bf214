import type { ItemRow } from "#ground/worklist/public.server.ts";
import type { jobsById } from "#trade/jobs/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { moment } from "#platform/time/format.ts";
import { incidentsPath, injuryPath } from "../paths.ts";
import { nameOnLog, privacyOf } from "../rules/privacy.ts";
import { decide } from "../rules/recordable.ts";
import { injuries } from "../stored/cases.server.ts";
import { nextDeadline } from "../stored/due.server.ts";

type Jobs = Awaited<ReturnType<typeof jobsById>>;

/** Near misses as the office lists them: what their list has is all that it shows. */
export const missRows = (items: readonly ItemRow[], jobs: Jobs) =>
  items.map(({ id, jobId, date, number, title, type, tags }) => ({
    ...{ id, date, title, number: number ?? "", href: incidentsPath(jobId) },
    ...{ job: jobs.get(jobId)?.name ?? "", state: type === "closed" ? "closed" : "" },
    ...{ isAnonymous: tags.includes("anonymous") },
  }));

const DECISIONS = {
  recordable: "on the log",
  "not recordable": "not on the log",
  "not enough known": "not decided yet",
} as const;

/** Injuries as the office lists them. @throws AppError forbidden for who may not read them */
export async function injuryRows(ctx: AccountContext, jobs: Jobs) {
  return (await injuries(ctx)).map(({ id, jobId, injury }) => {
    const next = nextDeadline(injury, ctx.now);
    // Hidden for a reason of the list, not only while nobody answered.
    const isPrivate = privacyOf(injury.privacy).because !== null;
    const isLate = next !== null && Temporal.Instant.compare(next.by, ctx.now) <= 0;
    return {
      ...{ id, href: injuryPath(id), number: injury.number ?? "", date: injury.date },
      ...{ name: nameOnLog(injury.name, { hidesName: isPrivate }), key: isPrivate ? injury.name : null },
      ...{ job: jobs.get(jobId)?.name ?? "", isUrgent: next !== null && (next.isCall || isLate) },
      decision: injury.closedAt ? "closed" : DECISIONS[decide(injury.answers).decision],
      due: next
        ? `${next.isCall ? "Call to OSHA" : "Forms"} ${isLate ? "were due" : "due"} ${moment(next.by, injury.zone).words}`.replace(
            "OSHA were",
            "OSHA was",
          )
        : null,
    };
  });
}
