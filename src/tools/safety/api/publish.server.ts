import { actingRole } from "#ground/businesses/public.server.ts";
import { publish } from "#ground/events/public.server.ts";
import { onCommandApplied, shownFields } from "#ground/sync/public.server.ts";
import { TALK, talkOf } from "../rules/talk.ts";

/** Publishes that a talk was finished, for webhooks. Called once per process. */
export function publishTalks(): void {
  onCommandApplied(async (ctx, { id, kind, job, fields }, { sets }) => {
    if (kind !== TALK || job === null || typeof sets["finishedAt"] !== "string") return;
    const { number } = talkOf(shownFields(fields));
    await publish(ctx, {
      ...{ type: "tool.did", what: "talk.finished", jobId: job },
      details: {
        companyId: actingRole(ctx) === "guest" && ctx.user ? ctx.user.id : ctx.account.id,
        talkId: id,
        ...(number === null ? {} : { number }),
      },
    });
  });
}
