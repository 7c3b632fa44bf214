import { append } from "#ground/evidence/public.server.ts";
import { onEvent } from "#ground/events/public.server.ts";
import { onLinkDeed } from "#ground/shares/public.server.ts";
import { forgetScheduled } from "./mail/send.server.ts";

/** Handlers run in the transaction of the event. */
export function listenForRecipients(): void {
  onEvent("lead.erased", (ctx, { email, isTheirs }) => forgetScheduled(ctx, isTheirs ? email : null));
  // The job's history also shows when a link is closed or reopened.
  onLinkDeed(async (ctx, { did, link, jobId, title, madeFor }) => {
    await append(ctx, {
      job: jobId,
      kind: `shares.${did}`,
      payload: { link, title },
      about: madeFor ? [madeFor] : [],
    });
  });
}
