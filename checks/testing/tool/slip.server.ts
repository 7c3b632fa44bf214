import { createHash } from "node:crypto";
import { onEvent, publish } from "#ground/events/public.server.ts";
import { type LinkChoices, savePaper, sharePaper } from "#ground/papers/public.server.ts";
import { findStoredRecord, shownFields } from "#ground/sync/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { newId } from "#platform/db/ids.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { type Delivery, deliveryLine, deliveryOf } from "./rules.ts";

/** Its kind of paper, and the last part of its page's address. */
export const SLIP = "delivery";

/**
 * Hands a client the slip of a delivery that arrived, as a link to say yes at.
 * @param pdf drawn before, outside any transaction @param version from 1
 * @returns the full address, which can't be retrieved later
 * @throws AppError not_found, conflict
 */
export async function shareSlip(
  ctx: AccountContext,
  { id, version, pdf }: { readonly id: string; readonly version: number; readonly pdf: Uint8Array },
  link: LinkChoices,
): Promise<string> {
  const { jobId, delivery } = await arrivedDelivery(ctx, id);
  const paper = await savePaper(ctx, {
    id: newId(),
    kind: SLIP,
    thingId: id,
    version,
    jobId,
    accountPath: `/account/job/${jobId}/deliveries/${id}`,
    title: `Delivered: ${deliveryLine(delivery)}`,
    file: await installation().files.put(ctx.account.id, pdf, "pdf"),
    fileName: "delivery.pdf",
    sha256: createHash("sha256").update(pdf).digest("hex"),
    approvers: 1,
  });
  return (await sharePaper(ctx, paper, link, SLIP)).address;
}

/** @throws AppError not_found; conflict for what isn't there, or no longer */
async function arrivedDelivery(
  ctx: AccountContext,
  id: string,
): Promise<{ readonly jobId: string; readonly delivery: Delivery }> {
  const record = await findStoredRecord(ctx, id);
  if (!record?.job) throw new AppError("not_found", "There is no such delivery.");
  const delivery = deliveryOf(shownFields(record.fields));
  if (delivery.state !== "arrived") throw new AppError("conflict", "This delivery is not on the job.");
  return { jobId: record.job, delivery };
}

/** Tells other programs what a client accepted. In the answer's transaction: an error refuses the answer. */
export function listenForSlips(): void {
  onEvent("paper.approved", async (ctx, { kind, thingId }) => {
    if (kind !== SLIP) return;
    const { jobId } = await arrivedDelivery(ctx, thingId);
    await publish(ctx, {
      type: "tool.did",
      what: "delivery.accepted",
      jobId,
      details: { deliveryId: thingId },
    });
  });
}
