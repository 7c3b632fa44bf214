import { createHash } from "node:crypto";
import { newId } from "#platform/db/ids.ts";
import { withSystem } from "#platform/db/scope.server.ts";
import { isSigned } from "#platform/config/signing.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { cutMail, LONGEST_MAIL } from "#platform/mail/inbound/cut-mail.ts";
import { enqueue } from "#platform/queue/queue.server.ts";
import { leadsInboundMails } from "./tables.server.ts";
import { readMailTask } from "../tasks.server.ts";

/** Maximum clock difference of a delivery; beyond it, it counts as a replay. */
const TOLERANCE_SECONDS = 300;

/** Key purpose of the webhook's signature, HMAC-SHA256 of `{timestamp}.{body}`. See docs/contract.md. */
const INBOUND_PURPOSE = "inbound mail";

/**
 * Verifies the `Plumbline-Signature: t={unix seconds},v1={hex}` header.
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
  const isRecent = Math.abs(now.epochMilliseconds / 1000 - time) <= TOLERANCE_SECONDS;
  if (
    !isRecent ||
    signature.length !== 32 ||
    !isSigned(INBOUND_PURPOSE, Buffer.concat([Buffer.from(`${time}.`), body]), signature)
  )
    throw new AppError("forbidden", "The signature on this delivery is missing, wrong, or too old.");
}

/**
 * Stores a delivered email and enqueues the task that reads it, in one transaction. Idempotent by content.
 */
export async function acceptInboundMail(whole: Buffer): Promise<void> {
  const raw = whole.length > LONGEST_MAIL ? cutMail(whole, whole.length) : whole;
  await withSystem(async (ctx) => {
    const id = newId();
    const inserted = await ctx.db
      .insert(leadsInboundMails)
      .values({
        id,
        hash: createHash("sha256").update(raw).digest("hex"),
        raw: raw.toString("base64"),
        receivedAt: ctx.now,
      })
      .onConflictDoNothing()
      .returning({ id: leadsInboundMails.id });
    if (inserted.length) await enqueue(ctx.db, readMailTask, { mailId: id });
  });
}
