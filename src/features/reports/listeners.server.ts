import { onEvent } from "#features/events/public.server.ts";
import { forgetRecipient } from "./send.server.ts";

/** What this feature does when something happens elsewhere; inside the transaction of what happened. */
export function listenForRecipients(): void {
  onEvent("lead.erased", (ctx, { leadId, email }) => forgetRecipient(ctx, { leadId, email }));
}
