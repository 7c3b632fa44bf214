import { installation } from "#platform/config/installation.server.ts";
import { sign } from "#platform/config/signing.server.ts";
import { SYSTEM_ACCOUNT, withSystem } from "#platform/db/scope.server.ts";
import { queueMails } from "#platform/mail/queue.server.ts";
import type { SpamReason } from "../spam/spam.server.ts";
import { siteContactMessages } from "../tables.server.ts";
import { contactMail } from "./mail.ts";
import type { ContactMessage } from "./schema.server.ts";

/**
 * Saves a message and, in the same transaction, queues an email to every operator. The same text from the
 * same person on the same day is one message, so a double click or a retry sends nothing twice. Suspected
 * spam is saved but not emailed.
 */
export async function keepMessage(message: ContactMessage, held: SpamReason | null): Promise<void> {
  const { operatorEmails, sender } = installation();
  await withSystem(async ({ db, now }) => {
    const id = idOf(message, held, now);
    const kept = await db
      .insert(siteContactMessages)
      .values({ ...message, id, receivedAt: now, heldBecause: held })
      .onConflictDoNothing()
      .returning({ id: siteContactMessages.id });
    if (kept.length === 0 || held) return;
    const mail = contactMail(message);
    await queueMails(
      db,
      operatorEmails.map((address) => ({
        ...mail,
        accountId: SYSTEM_ACCOUNT,
        kind: "transactional",
        to: { address },
        replyTo: message.email,
        aboutId: id,
      })),
      { now, sender },
    );
  });
}

// The page is the same for everyone, so it can't provide a fresh id. The id is a keyed hash, which reveals
// nothing about the text.
function idOf(
  { name, email, message }: ContactMessage,
  held: SpamReason | null,
  now: Temporal.Instant,
): string {
  const day = now.toString().slice(0, 10);
  const bytes = sign("contact message", JSON.stringify([name, email, message, held, day])).subarray(0, 16);
  // Version 8 of RFC 9562: a custom id.
  bytes[6] = (bytes[6]! & 0x0f) | 0x80;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
