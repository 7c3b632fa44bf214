import { onEvent } from "#ground/events/public.server.ts";
import { eraseFromWeeklies } from "./weekly/weekly.server.ts";

/** Listens to other features' events, in the transaction of the event. */
export function listenForErased(): void {
  onEvent("lead.erased", (ctx, { leadId, name }) => eraseFromWeeklies(ctx, leadId, name));
}
