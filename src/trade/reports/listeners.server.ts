import { append } from "#ground/evidence/public.server.ts";
import { onEvent } from "#ground/events/public.server.ts";
import { onLinkDeed } from "#ground/shares/public.server.ts";
import { forgetRecipient } from "./mail/send.server.ts";

/** What this feature does when something happens elsewhere; inside the transaction of what happened. */
export function listenForRecipients(): void {
  onEvent("lead.erased", (ctx, { leadId, email, isTheirs }) =>
    forgetRecipient(ctx, { leadId, email: isTheirs ? email : null }),
  );
  // Beside that a report was shared, a job's history says what became of its link.
  onLinkDeed(async (ctx, { did, link, jobId, title, madeFor }) => {
    await append(ctx, {
      job: jobId,
      kind: `shares.${did}`,
      payload: { link, title },
      about: madeFor ? [madeFor] : [],
    });
  });
}
