import { onEvent } from "#ground/events/public.server.ts";
import { eraseFromWeeklies } from "./weekly/weekly.server.ts";

/** What this feature does when something happens elsewhere; inside the transaction of what happened. */
export function listenForErased(): void {
  onEvent("lead.erased", (ctx, { leadId, name }) => eraseFromWeeklies(ctx, leadId, name));
}
