import { onEvent } from "#features/events/public.server.ts";
import { jobsAreFoundBy } from "#features/evidence/public.server.ts";
import { findJob, forgetClient } from "./data.server.ts";

/** What this feature does when something happens elsewhere; inside the transaction of what happened. */
export function listenForClients(): void {
  onEvent("lead.erased", (ctx, { leadId }) => forgetClient(ctx, leadId));
  jobsAreFoundBy(findJob);
}
