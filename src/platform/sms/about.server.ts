import { and, desc, eq } from "drizzle-orm";
import type { Db } from "../db/database.server.ts";
import { smsMessages } from "./tables.server.ts";

/** As many as a conversation shows. */
const MOST = 200;

/** Follow-up texts about something, with their words and what became of them; the newest of them, oldest first. */
export async function followUpTextsAbout(db: Db, accountId: string, aboutId: string) {
  const { id, body, state, via, sentAt, deliveredAt, createdAt, failure, reason, nextAttemptAt } = smsMessages;
  const rows = await db
    .select({ id, body, state, via, sentAt, deliveredAt, createdAt, failure, reason, nextAttemptAt })
    .from(smsMessages)
    .where(and(eq(smsMessages.accountId, accountId), eq(smsMessages.aboutId, aboutId), eq(smsMessages.kind, "followup")))
    .orderBy(desc(createdAt), desc(id))
    .limit(MOST);
  return rows.reverse();
}
