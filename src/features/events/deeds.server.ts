import { keepDeed } from "./kept.server.ts";
import { onEvent } from "./public.server.ts";

/** Keeps what leads do, in the transaction in which it is told. Wired before whoever asks what they did. */
export function keepDeeds(): void {
  onEvent("lead.did", (ctx, { leadId, what, about = "" }) => keepDeed(ctx, { leadId, what, about }));
}
