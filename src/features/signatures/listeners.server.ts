import { onEvent } from "#features/events/public.server.ts";
import { enqueue } from "#platform/queue/queue.server.ts";
import { forgetSigner, signaturesAbout } from "./data.server.ts";
import { removeCopiesTask } from "./tasks.server.ts";

/** What this feature does when a client asks what is held about them, or to be forgotten; inside the transaction of that. */
export function listenForSigners(): void {
  onEvent("lead.erased", async (ctx, { leadId }) => {
    const files = await forgetSigner(ctx, leadId);
    if (files.length > 0) await enqueue(ctx.db, removeCopiesTask, { files });
  });
  onEvent("lead.asked", async (ctx, { leadId, tell }) => {
    const found = await signaturesAbout(ctx, leadId);
    if (found.length === 0) return;
    tell(
      "What you signed or declined",
      found.map(({ at, state, title, name, email, phone, reason, address, userAgent, zone, sha256 }) => ({
        at: at.toString(),
        what: state,
        document: title,
        sha256,
        name,
        email: email ?? "",
        phone: phone ?? "",
        reason,
        "network address": address,
        browser: userAgent,
        "time zone": zone ?? "",
      })),
    );
  });
}
