import { createHash } from "node:crypto";
import { newId } from "#platform/db/ids.ts";
import { withSystem } from "#platform/db/scope.server.ts";
import { isSigned } from "#platform/config/signing.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { enqueue } from "#platform/queue/queue.server.ts";
import { leadsInboundMails } from "../tables.server.ts";
import { readMailTask } from "../tasks.server.ts";

/** How far a delivery's time stamp may be off before it counts as a replay. */
const TOLERANCE_SECONDS = 300;

/** What the webhook's signature is made with: HMAC-SHA256 of `{timestamp}.{body}`. See docs/contract.md. */
const INBOUND_PURPOSE = "inbound mail";

/**
 * Checks the `Plumbline-Signature: t={unix seconds},v1={hex}` header.
 * @throws AppError forbidden
 */
export function checkInboundSignature(header: string | null, body: Buffer, now: Temporal.Instant): void {
  const parts = new Map<string, string>();
  for (const part of (header ?? "").split(",")) {
    const [name = "", value = ""] = part.trim().split("=", 2);
    parts.set(name, value);
  }
  const time = Number(parts.get("t"));
  const signature = Buffer.from(parts.get("v1") ?? "", "hex");
  const inTime = Math.abs(now.epochMilliseconds / 1000 - time) <= TOLERANCE_SECONDS;
  if (
    !inTime ||
    signature.length !== 32 ||
    !isSigned(INBOUND_PURPOSE, Buffer.concat([Buffer.from(`${time}.`), body]), signature)
  )
    throw new AppError("forbidden", "The signature of this delivery is missing, wrong or too old.");
}

/**
 * Keeps a delivered mail and queues the reading of it, in one transaction. The same mail delivered again is
 * the same row.
 */
export async function acceptInboundMail(raw: Buffer): Promise<void> {
  await withSystem(async (ctx) => {
    const id = newId();
    const kept = await ctx.db
      .insert(leadsInboundMails)
      .values({
        id,
        hash: createHash("sha256").update(raw).digest("hex"),
        raw: raw.toString("base64"),
        receivedAt: ctx.now,
      })
      .onConflictDoNothing()
      .returning({ id: leadsInboundMails.id });
    if (kept.length) await enqueue(ctx.db, readMailTask, { mailId: id });
  });
}
