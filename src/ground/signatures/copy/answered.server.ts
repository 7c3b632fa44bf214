import { APPROVED, DECLINED, notify } from "#ground/notifications/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import type { Signature } from "../signatures.server.ts";

/** Notifies the owners that a client signed a document, or declined to. */
export async function notifyOfAnswer(
  ctx: AccountContext,
  { id, state, title, name, reason, aboutId, jobId }: Signature,
): Promise<void> {
  const who = name || "Your client";
  const isSigned = state === "signed";
  await notify(ctx, isSigned ? APPROVED : DECLINED, [
    {
      key: id,
      about: id,
      leadId: aboutId,
      jobId,
      people: [],
      title: `${who} ${isSigned ? "signed" : "declined"}: ${title}`,
      text: isSigned
        ? `${who} signed “${title}”. The signed copy is in your account.`
        : `${who} declined to sign “${title}”.${reason ? ` Their note:\n${reason}` : " No reason given."}`,
      action: isSigned ? "See the signature" : "See the reply",
      path: `/account/signatures/${id}`,
    },
  ]);
}
