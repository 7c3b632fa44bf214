import { getBusiness } from "#ground/businesses/public.server.ts";
import { onEvent, publish } from "#ground/events/public.server.ts";
import { savePaper, sharePaper, storePdf } from "#ground/papers/public.server.ts";
import { findStoredRecord, shownFields } from "#ground/sync/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import type { DocumentRequest } from "#platform/pdf/render.server.ts";
import { deliveryLine, deliveryOf } from "./rules.ts";

/** The kind of this paper, and the last part of its page's address. */
export const SLIP = "delivery";

/** @throws AppError not_found; conflict for one that isn't approved */
async function approvedDelivery(ctx: AccountContext, id: string) {
  const record = await findStoredRecord(ctx, id);
  if (!record?.job) throw new AppError("not_found", "That delivery doesn’t exist.");
  const delivery = deliveryOf(shownFields(record.fields));
  if (delivery.state !== "approved") throw new AppError("conflict", "This delivery isn’t approved.");
  return { jobId: record.job, title: `Delivered: ${deliveryLine(delivery)}` };
}

/** The slip, for `renderPdf`. @throws AppError not_found, conflict */
export async function slipRequest(ctx: AccountContext, id: string): Promise<DocumentRequest> {
  const { title } = await approvedDelivery(ctx, id);
  const author = (await getBusiness(ctx)).name ?? "";
  const data = { title, author, description: `${title}. ${author}` };
  return { template: "tools/deliveries/slip.typ", data, createdAt: ctx.now };
}

/**
 * Hands the slip of a delivery to a client, as a link where they accept it.
 * @returns the full address, which can't be retrieved later @throws AppError not_found, conflict
 */
export async function shareSlip(ctx: AccountContext, id: string, pdf: Uint8Array): Promise<string> {
  const { jobId, title } = await approvedDelivery(ctx, id);
  const paper = await savePaper(ctx, {
    kind: SLIP,
    thingId: id,
    jobId,
    accountPath: `/account/job/${jobId}/deliveries/${id}`,
    title,
    fileName: "delivery.pdf",
    approvers: 1,
    ...(await storePdf(ctx.account.id, pdf)),
  });
  return (await sharePaper(ctx, paper, { days: 30, passcode: "", asks: "yes" }, SLIP)).address;
}

/** Tells other programs what a client accepted. In the answer's transaction: an error refuses the answer. */
export function listenForSlips(): void {
  onEvent("paper.approved", async (ctx, { kind, thingId: deliveryId }) => {
    if (kind !== SLIP) return;
    const { jobId } = await approvedDelivery(ctx, deliveryId);
    await publish(ctx, { type: "tool.did", what: "delivery.accepted", jobId, details: { deliveryId } });
  });
}
