import { and, desc, eq } from "drizzle-orm";
import type { Db } from "../db/database.server.ts";
import { mailMessages } from "./tables.server.ts";

/** As many as a conversation shows. */
const MOST = 200;

/** Follow-up mails about something, with their words and what became of them; the newest of them, oldest first. */
export async function followUpMailsAbout(db: Db, accountId: string, aboutId: string) {
  const { id, subject, text, state, via, sentAt, createdAt, failure, reason, nextAttemptAt, messageIdHeader } = mailMessages;
  const rows = await db
    .select({ id, subject, text, state, via, sentAt, createdAt, failure, reason, nextAttemptAt, messageIdHeader })
    .from(mailMessages)
    .where(and(eq(mailMessages.accountId, accountId), eq(mailMessages.aboutId, aboutId), eq(mailMessages.kind, "followup")))
    .orderBy(desc(createdAt), desc(id))
    .limit(MOST);
  return rows.reverse();
}
