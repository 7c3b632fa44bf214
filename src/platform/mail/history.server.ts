import { and, asc, eq } from "drizzle-orm";
import type { Db } from "../db/database.server.ts";
import { mailMessages } from "./tables.server.ts";

/** Every email about something, such as a lead, with its state, oldest first. */
export async function listMailsAbout(db: Db, accountId: string, aboutId: string) {
  return db
    .select({
      id: mailMessages.id,
      kind: mailMessages.kind,
      subject: mailMessages.subject,
      text: mailMessages.text,
      state: mailMessages.state,
      via: mailMessages.via,
      sentAt: mailMessages.sentAt,
      failure: mailMessages.failure,
      reason: mailMessages.reason,
      nextAttemptAt: mailMessages.nextAttemptAt,
      createdAt: mailMessages.createdAt,
      messageIdHeader: mailMessages.messageIdHeader,
    })
    .from(mailMessages)
    .where(and(eq(mailMessages.accountId, accountId), eq(mailMessages.aboutId, aboutId)))
    .orderBy(asc(mailMessages.createdAt), asc(mailMessages.id));
}
