import { erasePerson } from "#ground/evidence/public.server.ts";
import { definePersonColumn, onEvent, publish } from "#ground/events/public.server.ts";
import { forgetLinksTo, forgetVisits } from "#ground/shares/public.server.ts";
import { enqueue } from "#platform/queue/queue.server.ts";
import { forgetSigner, signaturesAbout } from "./signatures.server.ts";
import { signatures } from "./tables.server.ts";
import { removeCopiesTask } from "./tasks.server.ts";

/** Answers data requests and erasures of clients, inside their transaction. */
export function listenForSigners(): void {
  definePersonColumn(signatures, "aboutId");
  onEvent("lead.erased", async (ctx, { leadId, email, isTheirs }) => {
    const forgotten = await forgetSigner(ctx, { aboutId: leadId, email: isTheirs ? email : null });
    const files = forgotten.flatMap(({ copyFile }) => copyFile ?? []);
    // Entries about a signer at a handed-over link contain no id of the person, only the signature's id.
    const saying = [...Map.groupBy(forgotten, ({ jobId }) => jobId)].flatMap(([job, those]) =>
      job === null ? [] : [{ job, name: "signature" as const, ids: those.map(({ id }) => id) }],
    );
    await erasePerson(ctx, { person: leadId, rule: "Deleted at the person's request", saying });
    const links = forgotten.map(({ linkId }) => linkId);
    await forgetVisits(ctx, links);
    await forgetLinksTo(ctx, files);
    if (forgotten.length > 0)
      await publish(ctx, { type: "signatures.erased", signatureIds: forgotten.map(({ id }) => id) });
    if (files.length > 0) await enqueue(ctx.db, removeCopiesTask, { files });
  });
  onEvent("lead.asked", async (ctx, { leadId, email, tell }) => {
    const found = await signaturesAbout(ctx, { aboutId: leadId, email });
    if (found.length === 0) return;
    tell(
      "What you signed or declined",
      found.map(
        ({ at, state, title, name, email, phone, reason, address, userAgent, zone, sha256, statement }) => ({
          at: at.toString(),
          what: state,
          document: title,
          sha256,
          ...(statement === null ? {} : { "agreed to": statement }),
          name,
          email: email ?? "",
          phone: phone ?? "",
          reason,
          "network address": address,
          browser: userAgent,
          "time zone": zone ?? "",
        }),
      ),
    );
  });
}
