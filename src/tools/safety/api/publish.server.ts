import { actingRole } from "#ground/businesses/public.server.ts";
import { publish } from "#ground/events/public.server.ts";
import {
  type AppliedCommand,
  onCommandApplied,
  shownFields,
  type StoredRecord,
} from "#ground/sync/public.server.ts";
import { PLAN, planOf } from "../hazards/plan.ts";
import { TALK, talkOf } from "../rules/talk.ts";

/** What happened to a talk or plan, if webhooks hear of it. */
function eventOf(
  { id, kind, fields }: StoredRecord,
  { sets }: AppliedCommand,
): {
  readonly what: `${string}.${string}`;
  readonly number: string | null;
  readonly details: Readonly<Record<string, string>>;
} | null {
  if (kind === TALK && typeof sets["finishedAt"] === "string") {
    const { number } = talkOf(shownFields(fields));
    return { what: "talk.finished", number, details: { talkId: id } };
  }
  if (kind !== PLAN) return null;
  const plan = planOf(shownFields(fields));
  const written = plan.revisions.find(({ version }) => Object.hasOwn(sets, `revisions.${version}`));
  const isFirst = written?.base.length === 0;
  // What was corrected before anybody signed is no change on site.
  if (!written || (!isFirst && written.why === "")) return null;
  const what = isFirst ? "pre_task_plan.started" : "pre_task_plan.changed";
  return { what, number: plan.number, details: { preTaskPlanId: id } };
}

/** Publishes what happened to talks and plans for the day, for webhooks. Called once per process. */
export function publishTalks(): void {
  onCommandApplied(async (ctx, record, command) => {
    const event = record.job === null ? null : eventOf(record, command);
    if (record.job === null || !event) return;
    const { what, number, details } = event;
    await publish(ctx, {
      ...{ type: "tool.did", what, jobId: record.job },
      details: {
        ...details,
        companyId: actingRole(ctx) === "guest" && ctx.user ? ctx.user.id : ctx.account.id,
        ...(number === null ? {} : { number }),
      },
    });
  });
}
