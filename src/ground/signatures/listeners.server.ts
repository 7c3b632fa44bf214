import { erasePerson } from "#ground/evidence/public.server.ts";
import { onEvent } from "#ground/events/public.server.ts";
import { forgetLinksTo, forgetVisits } from "#ground/shares/public.server.ts";
import { enqueue } from "#platform/queue/queue.server.ts";
import { forgetSigner, signaturesAbout } from "./signatures.server.ts";
import { removeCopiesTask } from "./tasks.server.ts";

/**
 * What this feature does when a client asks what is held about them, or to be forgotten; inside the
 * transaction of that.
 */
export function listenForSigners(): void {
  onEvent("lead.erased", async (ctx, { leadId, email, isTheirs }) => {
    const forgotten = await forgetSigner(ctx, { aboutId: leadId, email: isTheirs ? email : null });
    const files = forgotten.flatMap(({ copyFile }) => copyFile ?? []);
    // Who signed at a link that was handed over is named in the job's history by no id, and by the link in
    // nothing but who was there.
    const saying = [...Map.groupBy(forgotten, ({ jobId }) => jobId)].flatMap(([job, those]) =>
      job === null ? [] : [{ job, name: "signature" as const, ids: those.map(({ id }) => id) }],
    );
    await erasePerson(ctx, { person: leadId, rule: "Erased at the person's request", saying });
    const links = forgotten.map(({ linkId }) => linkId);
    await forgetVisits(ctx, links);
    await forgetLinksTo(ctx, files);
    if (files.length > 0) await enqueue(ctx.db, removeCopiesTask, { files });
  });
  onEvent("lead.asked", async (ctx, { leadId, email, tell }) => {
    const found = await signaturesAbout(ctx, { aboutId: leadId, email });
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
